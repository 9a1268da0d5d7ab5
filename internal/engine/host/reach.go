package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// use notes that a limiter is asked by code that is followed, or may be by code that is not.
func (h *Host) use(v interp.Value) {
	interp.Each(v, func(v interp.Value) {
		if l := h.LimiterOf(v); l != nil {
			h.used[l] = true
		}
	})
}

// Used reports whether a limiter may have been asked, by middleware or by anything else.
func (h *Host) Used(l *Limiter) bool { return h.used[l] }

// Left reports whether an input was handed to code that cannot be followed.
func (h *Host) Left(i *Input) bool { return h.left[i] }

// leaves notes the limiters and inputs that a call hands to code which cannot be
// followed, if it does.
func (h *Host) leaves(c *interp.Call) {
	if len(h.limiters) == 0 && len(h.inputs) == 0 || h.followed(c) {
		return
	}
	for _, a := range c.Args {
		h.Leave(c.Interp, a)
	}
}

// Leave notes the limiters and inputs that can be reached from a value that code has which is
// not followed, such as that of a reconciler: it may use them.
func (h *Host) Leave(in *interp.Interp, v interp.Value) {
	if len(h.limiters) == 0 && len(h.inputs) == 0 {
		return
	}
	eachReached(in, v, func(x interp.Value) {
		if i, ok := x.(*Input); ok {
			h.left[i] = true
		}
		h.use(x)
	})
}

// followed reports whether all that a call can reach is followed, or leaves its arguments alone.
func (h *Host) followed(c *interp.Call) bool {
	all := true
	switch {
	case c.Sym == "":
		interp.Each(interp.Dynamic(c.Func), func(f interp.Value) {
			_, isClosure := interp.Dynamic(f).(*interp.Closure)
			all = all && isClosure
		})
	case c.Dynamic:
		interp.Each(arg(c, 0), func(v interp.Value) {
			_, isIface := v.(*interp.Iface)
			all = all && isIface
		})
	default:
		return c.Code() != nil || known.Harmless(c.Sym)
	}
	return all
}

// maxReached bounds the values that are looked at to find what one leads to.
const maxReached = 2000

// eachReached calls f for the values that code which has v can reach.
func eachReached(in *interp.Interp, v interp.Value, f func(interp.Value)) {
	seen := make(map[interp.Value]bool)
	budget := maxReached
	var visit func(v interp.Value, depth int)
	visit = func(v interp.Value, depth int) {
		if depth > 12 || budget == 0 {
			return
		}
		budget--
		switch x := v.(type) {
		case nil, interp.Zero, *interp.Basic:
		case *interp.Iface:
			visit(x.V, depth)
		case *interp.Union:
			for _, y := range x.Of {
				visit(y, depth)
			}
		case interp.Tuple:
			for _, y := range x {
				visit(y, depth+1)
			}
		case *interp.Arith:
			visit(x.X, depth+1)
			visit(x.Y, depth+1)
		case *interp.Struct:
			for _, name := range fieldNames(x) {
				visit(x.Fields[name], depth+1)
			}
		case interp.Slice:
			elems, _ := in.Elements(x)
			for _, y := range elems {
				visit(y, depth+1)
			}
		case *interp.Closure:
			for _, y := range x.Bound {
				visit(y, depth+1)
			}
		case interp.Ptr:
			if !seen[x] {
				seen[x] = true
				f(x)
				visit(in.Load(x), depth+1)
			}
		case *interp.Opaque:
			if !seen[x] {
				seen[x] = true
				for _, y := range x.Deps {
					visit(y, depth+1)
				}
			}
		default:
			f(v)
		}
	}
	visit(v, 0)
}
