package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// LimiterOf returns the limiter that a value is, nil if no primitive made it.
func (h *Host) LimiterOf(v value.Value) *Limiter {
	if p, ok := value.Dynamic(v).(value.Ptr); ok && p.Path == "" {
		return h.limiters[p.Obj]
	}
	return nil
}

// use notes that a limiter is asked by code that is followed, or may be by code that is not.
func (h *Host) use(v value.Value) {
	value.Each(v, func(v value.Value) {
		if l := h.LimiterOf(v); l != nil {
			h.used[l] = true
			delete(h.watched, l)
		}
	})
}

// Used reports whether a limiter may have been asked, by middleware or by anything else, in a [Host.Whole] program.
func (h *Host) Used(l *Limiter) bool { return h.overlooked || h.used[l] }

// Left reports whether an input may have been handed to code that cannot be followed, in a [Host.Whole] program.
func (h *Host) Left(i *Input) bool { return h.overlooked || h.left[i] }

// leave notes that code has an input which is not followed.
func (h *Host) leave(i *Input) {
	h.left[i.First()] = true
	delete(h.watched, i.First())
}

// watches reports whether it can be told of a limiter or an input that it is used or left, and matters: a rule asks only about
// buckets that inputs fill, and about inputs for rates. Most programs have none.
func (h *Host) watches() bool { return h.Whole && !h.overlooked && len(h.watched) > 0 }

// leaves notes the limiters and inputs that a call hands to code which cannot be
// followed, if it does.
func (h *Host) leaves(c *interp.Call) {
	if !h.watches() || h.followed(c) {
		return
	}
	h.Leave(c.Interp, c.Args...)
}

// Leave notes the limiters and inputs that can be reached from values that code has which is
// not followed, such as that of a reconciler: it may use them.
func (h *Host) Leave(in *interp.Interp, list ...value.Value) {
	if !h.watches() {
		return
	}
	// What is noted does not depend on the order, and all is overlooked that is too much to visit.
	w := value.Walker{Memory: in.Memory(), Seen: h.gone, Anyhow: true}
	for _, v := range list {
		all := eachOf(in, &w, v, func(x value.Value) {
			if i, ok := x.(*Input); ok {
				h.leave(i)
			}
			h.use(x)
		})
		h.overlooked = h.overlooked || !all
	}
}

// followed reports whether all that a call can reach is followed, or leaves its arguments alone.
func (h *Host) followed(c *interp.Call) bool {
	switch {
	case c.Sym == "":
		return value.Every(value.Dynamic(c.Func), func(f value.Value) bool {
			_, isClosure := value.Dynamic(f).(*value.Closure)
			return isClosure
		})
	case c.Dynamic:
		return value.Every(arg(c, 0), func(v value.Value) bool {
			_, isIface := v.(*value.Iface)
			return isIface
		})
	}
	return c.Code() != nil || known.Harmless(c.Sym)
}

// eachReached calls f for the values that code which has v can reach.
func eachReached(in *interp.Interp, v value.Value, f func(value.Value)) {
	eachOf(in, &value.Walker{Memory: in.Memory()}, v, f)
}

// eachOf calls f for the values that w visits from v on and that are made of no others. It reports whether they were all
// looked at.
func eachOf(in *interp.Interp, w *value.Walker, v value.Value, f func(value.Value)) bool {
	w.Visit = func(v value.Value, _ int) bool {
		switch v.(type) {
		case *value.Iface, *value.Union, value.Tuple, *value.Arith, *value.Struct, *value.Array, *value.Entries,
			value.Map, value.Slice, *value.Closure, *value.Unknown, value.Zero, *value.Basic:
		default:
			f(v)
		}
		return true
	}
	all := w.Walk(v)
	in.Did(w.Visited())
	return all
}
