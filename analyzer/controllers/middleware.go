package controllers

import (
	"strings"

	"github.com/rllint/rllint/analyzer/flow"
	"github.com/rllint/rllint/analyzer/known"
)

// A chain is what a reconciler does before it reconciles, through all the
// reconcilers it wraps.
type chain struct {
	asked []asked // the limiters asked, outermost first
	open  bool    // a reconciler in the chain is decided by unknown callers
	lost  string  // why the chain cannot be followed to its end, "" if it can
	made  flow.Place
	typ   string // type of the outermost reconciler
	named bool   // settings name a reconciler's type or maker as middleware
}

// An asked limiter is one that a middleware takes a token from.
type asked struct {
	limiter flow.Value
	within  []flow.Value // limiters that it asks in turn
	by      string       // the middleware's type
}

// maxChain bounds the reconcilers of a chain.
const maxChain = 16

func (h *host) follow(in *flow.Interp, r flow.Value) chain {
	var c chain
	h.followInto(in, &c, r, 0)
	return c
}

func (h *host) followInto(in *flow.Interp, c *chain, r flow.Value, depth int) {
	if depth > maxChain {
		c.lost = "more wrappers than are followed"
		return
	}
	flow.Each(r, func(x flow.Value) {
		switch x := x.(type) {
		case flow.Zero, nil:
		case *flow.Open:
			c.open = true
		case *flow.Opaque:
			h.followOpaque(in, c, x, depth)
		case *flow.Iface:
			h.followTyped(in, c, x.Type, x.V, depth)
		case *flow.Closure:
			h.followClosure(in, c, x, depth)
		case flow.Ptr:
			h.followTyped(in, c, "*"+x.Obj.Type, x, depth)
		default:
			c.lost = "a reconciler that cannot be followed"
		}
	})
}

// followOpaque looks for reconcilers among what a reconciler that cannot be
// followed was made from.
func (h *host) followOpaque(in *flow.Interp, c *chain, o *flow.Opaque, depth int) {
	for _, d := range o.Deps {
		if i, ok := d.(*flow.Iface); ok {
			if _, _, ok := in.Method(i.Type, i.V, "Reconcile"); ok {
				h.followInto(in, c, i, depth+1)
			}
		}
	}
	c.lost = o.Why
}

func (h *host) followTyped(in *flow.Interp, c *chain, typ string, v flow.Value, depth int) {
	if u, ok := v.(*flow.Union); ok {
		for _, x := range u.Of {
			h.followTyped(in, c, typ, x, depth)
		}
		return
	}
	in.Adopt(v) // its Reconcile will be called
	if depth == 0 {
		c.typ = flow.BaseType(typ)
		if p, ok := v.(flow.Ptr); ok {
			c.made = p.Obj.At
		}
	}
	if h.isNamed(typ, v) {
		c.named = true
		return
	}
	if cl, ok := v.(*flow.Closure); ok { // reconcile.Func(…)
		h.followClosure(in, c, cl, depth)
		return
	}
	switch flow.BaseType(typ) {
	case known.Reconcile + ".Func", known.Reconcile + ".TypedFunc":
		if _, open := v.(*flow.Open); open {
			c.open = true
		} else {
			c.lost = "a reconcile function that cannot be followed"
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
	h.followSteps(in, c, flow.BaseType(typ), stepsOf(in.Root, fn), func(reg int) (flow.Value, bool) {
		if reg == 0 {
			return recv, true
		}
		return nil, false
	}, depth)
}

// isNamed reports whether settings name a reconciler's type, or the function that
// returned it.
func (h *host) isNamed(typ string, v flow.Value) bool {
	if p, ok := v.(flow.Ptr); ok && p.Obj.Type == middlewareType {
		return true
	}
	return h.settings != nil && h.settings.Middleware[flow.BaseType(typ)]
}

// followUnread looks for reconcilers in the fields of a type whose Reconcile
// method cannot be read.
func (h *host) followUnread(in *flow.Interp, c *chain, typ string, v flow.Value, depth int) {
	if s, ok := in.Load(v).(*flow.Struct); ok {
		for _, name := range sortedKeys(s.Fields) {
			if i, ok := s.Fields[name].(*flow.Iface); ok {
				if _, _, ok := in.Method(i.Type, i.V, "Reconcile"); ok {
					h.followInto(in, c, i, depth+1)
				}
			}
		}
	}
	c.lost = "the Reconcile method of " + flow.BaseType(typ) + " cannot be read"
}

func (h *host) followClosure(in *flow.Interp, c *chain, cl *flow.Closure, depth int) {
	if depth == 0 {
		c.typ, c.made = cl.Sym, cl.At
	}
	if cl.Fn == nil {
		if in.Root.PackageOf(cl.Sym) == nil {
			c.lost = "the function " + cl.Sym + " cannot be read"
		}
		return // its code mentions nothing that matters
	}
	h.followSteps(in, c, outermost(cl.Sym), stepsOf(in.Root, cl.Fn), func(reg int) (flow.Value, bool) {
		return boundTo(cl, reg)
	}, depth)
}

// followSteps evaluates what a Reconcile method asks and wraps, given the values
// its registers have at entry.
func (h *host) followSteps(in *flow.Interp, c *chain, by string, steps []step, root func(reg int) (flow.Value, bool), depth int) {
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
			c.asked = append(c.asked, asked{limiter: l, within: limitersWithin(in, l, 0), by: by})
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
		if p, isPtr := next.(flow.Ptr); isPtr && s.typ != "" {
			next = &flow.Iface{Type: "*" + s.typ, V: p}
		}
		h.followInto(in, c, next, depth+1)
	}
}

func returnsResult(s step) bool {
	return strings.HasSuffix(s.typ, known.Reconcile+".Result")
}

// followCall looks for a limiter that a function value asks which a Reconcile
// method calls before the inner reconciler.
func (h *host) followCall(in *flow.Interp, c *chain, by string, s step, root func(reg int) (flow.Value, bool)) {
	v, ok := root(s.root)
	if !ok {
		return
	}
	flow.Each(walk(in, v, s.path), func(x flow.Value) {
		cl, ok := flow.Dynamic(x).(*flow.Closure)
		if !ok || cl.Fn == nil {
			return
		}
		for _, st := range stepsOf(in.Root, cl.Fn) {
			if v, ok := boundTo(cl, st.root); ok && st.does == asks {
				l := walk(in, v, st.path)
				c.asked = append(c.asked, asked{limiter: l, within: limitersWithin(in, l, 0), by: by})
			}
		}
	})
}

// boundTo returns what a register of a closure's function holds at entry.
func boundTo(cl *flow.Closure, reg int) (flow.Value, bool) {
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
func limitersWithin(in *flow.Interp, l flow.Value, depth int) []flow.Value {
	if depth > 3 {
		return nil
	}
	var out []flow.Value
	flow.Each(l, func(x flow.Value) {
		x = flow.Dynamic(x)
		if p, ok := x.(flow.Ptr); ok {
			if known.Func(p.Obj.Type) == known.NewLimiter {
				return
			}
			x = in.Load(p)
		}
		s, ok := x.(*flow.Struct)
		if !ok {
			return
		}
		for _, name := range sortedKeys(s.Fields) {
			flow.Each(s.Fields[name], func(f flow.Value) {
				switch f := flow.Dynamic(f).(type) {
				case flow.Ptr:
					out = append(append(out, f), limitersWithin(in, f, depth+1)...)
				case *flow.Struct:
					out = append(out, limitersWithin(in, f, depth+1)...)
				case *flow.Open:
					out = append(out, f)
				}
			})
		}
	})
	return out
}

// walk follows fields from a value.
func walk(in *flow.Interp, v flow.Value, path []string) flow.Value {
	for _, name := range path {
		v = in.Field(v, name)
	}
	if p, ok := v.(flow.Ptr); ok && p.Obj.Type != "" {
		// The address of a captured variable: what is meant is what it holds.
		switch content := in.Load(p).(type) {
		case *flow.Iface, *flow.Closure, flow.Ptr, *flow.Open:
			return content
		}
	}
	return v
}
