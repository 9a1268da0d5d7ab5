package host

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// A chain is what a reconciler does before it reconciles, through all the
// reconcilers it wraps.
type chain struct {
	Asked []Asked // the limiters asked, outermost first
	Open  bool    // a reconciler in the chain is decided by unknown callers
	Lost  string  // why the chain cannot be followed to its end, "" if it can
	Made  interp.Place
	Typ   string // type of the outermost reconciler
	Named bool   // settings name a reconciler's type or maker as middleware
}

// An asked limiter is one that a middleware takes a token from.
type Asked struct {
	Limiter interp.Value
	Within  []interp.Value // limiters that it asks in turn
	By      string         // the middleware's type
}

// maxChain bounds the reconcilers of a chain.
const maxChain = 16

func (h *host) follow(in *interp.Interp, r interp.Value) chain {
	var c chain
	h.followInto(in, &c, r, 0)
	return c
}

func (h *host) followInto(in *interp.Interp, c *chain, r interp.Value, depth int) {
	if depth > maxChain {
		c.Lost = "more wrappers than are followed"
		return
	}
	interp.Each(r, func(x interp.Value) {
		switch x := x.(type) {
		case interp.Zero, nil:
		case *interp.Open:
			c.Open = true
		case *interp.Opaque:
			h.followOpaque(in, c, x, depth)
		case *interp.Iface:
			h.followTyped(in, c, x.Type, x.V, depth)
		case *interp.Closure:
			h.followClosure(in, c, x, depth)
		case interp.Ptr:
			h.followTyped(in, c, "*"+x.Obj.Type, x, depth)
		default:
			c.Lost = "a reconciler that cannot be followed"
		}
	})
}

// followOpaque looks for reconcilers among what a reconciler that cannot be
// followed was made from.
func (h *host) followOpaque(in *interp.Interp, c *chain, o *interp.Opaque, depth int) {
	for _, d := range o.Deps {
		if i, ok := d.(*interp.Iface); ok {
			if _, _, ok := in.Method(i.Type, i.V, "Reconcile"); ok {
				h.followInto(in, c, i, depth+1)
			}
		}
	}
	c.Lost = o.Why
}

func (h *host) followTyped(in *interp.Interp, c *chain, typ string, v interp.Value, depth int) {
	if u, ok := v.(*interp.Union); ok {
		for _, x := range u.Of {
			h.followTyped(in, c, typ, x, depth)
		}
		return
	}
	in.Adopt(v) // its Reconcile will be called
	if depth == 0 {
		c.Typ = code.BaseType(typ)
		if p, ok := v.(interp.Ptr); ok {
			c.Made = p.Obj.At
		}
	}
	if h.isNamed(typ, v) {
		c.Named = true
		return
	}
	if cl, ok := v.(*interp.Closure); ok { // reconcile.Func(…)
		h.followClosure(in, c, cl, depth)
		return
	}
	switch code.BaseType(typ) {
	case known.Reconcile + ".Func", known.Reconcile + ".TypedFunc":
		if _, open := v.(*interp.Open); open {
			c.Open = true
		} else {
			c.Lost = "a reconcile function that cannot be followed"
		}
		return
	}
	sym, recv, ok := in.Method(typ, v, "Reconcile")
	if !ok {
		h.followUnread(in, c, typ, v, depth)
		return
	}
	fn := in.Root.Find(sym)
	if fn == nil {
		return // its code mentions nothing that matters: it asks no limiter
	}
	h.followSteps(in, c, code.BaseType(typ), stepsOf(in.Root, fn), func(reg int) (interp.Value, bool) {
		if reg == 0 {
			return recv, true
		}
		return nil, false
	}, depth)
}

// isNamed reports whether settings name a reconciler's type, or the function that
// returned it.
func (h *host) isNamed(typ string, v interp.Value) bool {
	if p, ok := v.(interp.Ptr); ok && p.Obj.Type == middlewareType {
		return true
	}
	return h.settings != nil && h.settings.Middleware[code.BaseType(typ)]
}

// followUnread looks for reconcilers in the fields of a type whose Reconcile
// method cannot be read.
func (h *host) followUnread(in *interp.Interp, c *chain, typ string, v interp.Value, depth int) {
	if s, ok := in.Load(v).(*interp.Struct); ok {
		for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
			if i, ok := s.Fields[name].(*interp.Iface); ok {
				if _, _, ok := in.Method(i.Type, i.V, "Reconcile"); ok {
					h.followInto(in, c, i, depth+1)
				}
			}
		}
	}
	c.Lost = "the Reconcile method of " + code.BaseType(typ) + " cannot be read"
}

func (h *host) followClosure(in *interp.Interp, c *chain, cl *interp.Closure, depth int) {
	if depth == 0 {
		c.Typ, c.Made = cl.Sym, cl.At
	}
	if cl.Fn == nil {
		if in.Root.PackageOf(cl.Sym) == nil {
			c.Lost = "the function " + cl.Sym + " cannot be read"
		}
		return // its code mentions nothing that matters
	}
	h.followSteps(in, c, code.Outermost(cl.Sym), stepsOf(in.Root, cl.Fn), func(reg int) (interp.Value, bool) {
		return boundTo(cl, reg)
	}, depth)
}

// followSteps evaluates what a Reconcile method asks and wraps, given the values
// its registers have at entry.
func (h *host) followSteps(in *interp.Interp, c *chain, by string, steps []step, root func(reg int) (interp.Value, bool), depth int) {
	inner := -1
	for i, s := range steps {
		if s.does == reconciles || s.does == calls && returnsResult(s) {
			inner = i
		}
	}
	if inner < 0 {
		return // it wraps nothing: a limiter it asks is its own affair
	}
	for _, s := range steps[:inner] {
		if s.does == calls {
			h.followCall(in, c, by, s, root)
		}
		if s.does != asks {
			continue
		}
		if v, ok := root(s.root); ok {
			l := walk(in, v, s.path)
			c.Asked = append(c.Asked, Asked{Limiter: l, Within: limitersWithin(in, l, 0), By: by})
		}
	}
	for _, s := range steps {
		if s.does == asks || s.does == calls && !returnsResult(s) {
			continue
		}
		v, ok := root(s.root)
		if !ok {
			continue
		}
		next := walk(in, v, s.path)
		if p, isPtr := next.(interp.Ptr); isPtr && s.typ != "" {
			next = &interp.Iface{Type: "*" + s.typ, V: p}
		}
		h.followInto(in, c, next, depth+1)
	}
}

func returnsResult(s step) bool {
	return strings.HasSuffix(s.typ, known.Reconcile+".Result")
}

// followCall looks for a limiter that a function value asks which a Reconcile
// method calls before the inner reconciler.
func (h *host) followCall(in *interp.Interp, c *chain, by string, s step, root func(reg int) (interp.Value, bool)) {
	v, ok := root(s.root)
	if !ok {
		return
	}
	interp.Each(walk(in, v, s.path), func(x interp.Value) {
		cl, ok := interp.Dynamic(x).(*interp.Closure)
		if !ok || cl.Fn == nil {
			return
		}
		for _, st := range stepsOf(in.Root, cl.Fn) {
			if v, ok := boundTo(cl, st.root); ok && st.does == asks {
				l := walk(in, v, st.path)
				c.Asked = append(c.Asked, Asked{Limiter: l, Within: limitersWithin(in, l, 0), By: by})
			}
		}
	})
}

// boundTo returns what a register of a closure's function holds at entry.
func boundTo(cl *interp.Closure, reg int) (interp.Value, bool) {
	switch {
	case cl.Method && reg == 0 && len(cl.Bound) > 0:
		return cl.Bound[0], true
	case !cl.Method && reg >= cl.Fn.Params && reg-cl.Fn.Params < len(cl.Bound):
		return cl.Bound[reg-cl.Fn.Params], true
	}
	return nil, false
}

// limitersWithin returns the limiters that a limiter holds: a bucket, or whatever
// its type's fields have that can be asked.
func limitersWithin(in *interp.Interp, l interp.Value, depth int) []interp.Value {
	if depth > 3 {
		return nil
	}
	var out []interp.Value
	interp.Each(l, func(x interp.Value) {
		x = interp.Dynamic(x)
		if p, ok := x.(interp.Ptr); ok {
			if known.Func(p.Obj.Type) == known.NewLimiter {
				return
			}
			x = in.Load(p)
		}
		s, ok := x.(*interp.Struct)
		if !ok {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
			interp.Each(s.Fields[name], func(f interp.Value) {
				switch f := interp.Dynamic(f).(type) {
				case interp.Ptr:
					out = append(append(out, f), limitersWithin(in, f, depth+1)...)
				case *interp.Struct:
					out = append(out, limitersWithin(in, f, depth+1)...)
				case *interp.Open:
					out = append(out, f)
				}
			})
		}
	})
	return out
}

// walk follows fields from a value.
func walk(in *interp.Interp, v interp.Value, path []string) interp.Value {
	for _, name := range path {
		v = in.Field(v, name)
	}
	if p, ok := v.(interp.Ptr); ok && p.Obj.Type != "" {
		// The address of a captured variable: what is meant is what it holds.
		switch content := in.Load(p).(type) {
		case *interp.Iface, *interp.Closure, interp.Ptr, *interp.Open:
			return content
		}
	}
	return v
}
