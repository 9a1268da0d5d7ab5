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

// Used reports whether a limiter may have been asked, by middleware or by anything else, in a [Host.Whole] program.
func (h *Host) Used(l *Limiter) bool { return h.overlooked || h.used[l] }

// Left reports whether an input may have been handed to code that cannot be followed, in a [Host.Whole] program.
func (h *Host) Left(i *Input) bool { return h.overlooked || h.left[i] }

// watches reports whether it can be told of a limiter or an input that it is used or left.
func (h *Host) watches() bool {
	return h.Whole && !h.overlooked && (len(h.used) < len(h.limiters) || len(h.left) < len(h.inputs))
}

// leaves notes the limiters and inputs that a call hands to code which cannot be
// followed, if it does.
func (h *Host) leaves(c *interp.Call) {
	if !h.watches() || h.followed(c) {
		return
	}
	for _, a := range c.Args {
		h.Leave(c.Interp, a)
	}
}

// Leave notes the limiters and inputs that can be reached from a value that code has which is
// not followed, such as that of a reconciler: it may use them.
func (h *Host) Leave(in *interp.Interp, v interp.Value) {
	if !h.watches() {
		return
	}
	all := eachReached(in, v, func(x interp.Value) {
		if i, ok := x.(*Input); ok {
			h.left[i.First()] = true
		}
		h.use(x)
	})
	h.overlooked = h.overlooked || !all
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

// eachReached calls f for the values that code which has v can reach, the nearest first. It reports
// whether they were all looked at.
func eachReached(in *interp.Interp, v interp.Value, f func(interp.Value)) bool {
	seen := make(map[interp.Value]bool)
	work := []interp.Value{v}
	first := func(v interp.Value) bool {
		again := seen[v]
		seen[v] = true
		return !again
	}
	for done := 0; done < len(work); done++ {
		if done == maxReached {
			return false
		}
		switch x := work[done].(type) {
		case nil, interp.Zero, *interp.Basic:
		case *interp.Iface:
			work = append(work, x.V)
		case *interp.Union:
			work = append(work, x.Of...)
		case interp.Tuple:
			work = append(work, x...)
		case *interp.Arith:
			work = append(work, x.X, x.Y)
		case *interp.Struct:
			for _, name := range fieldNames(x) {
				work = append(work, x.Fields[name])
			}
			work = append(work, x.Rest)
		case *interp.Array:
			work = append(append(work, x.Elems...), x.Rest)
		case interp.Map:
			if first(x) {
				work = append(work, in.Load(interp.Ptr{Obj: x.Obj}))
			}
		case *interp.Entries:
			work = append(append(append(work, x.Keys...), x.Vals...), x.Rest)
		case interp.Slice:
			elems, _ := in.Elements(x)
			work = append(work, elems...)
		case *interp.Closure:
			work = append(work, x.Bound...)
		case interp.Ptr:
			if first(x) {
				f(x)
				work = append(work, in.Load(x))
			}
		case *interp.Unknown:
			if first(x) {
				work = append(work, x.Deps...)
			}
		default:
			f(x)
		}
	}
	return true
}
