package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A ByHand is a call of a queue's limiter by the reconciler that the queue feeds.
type ByHand struct {
	Method string
	At     value.Place
}

// byHandSteps bounds the instructions of a reconciler that is run to see what it asks.
const byHandSteps = 100_000

// AskedByHand runs a reconciler as a request would, apart from the run in progress, and returns
// where it calls the limiter of its own queue, each place once. It returns nothing at once if
// the reconciler cannot get hold of that limiter.
func (h *Host) AskedByHand(in *interp.Interp, reconciler, limiter value.Value, at value.Place) []ByHand {
	w := &watch{Host: h, queue: make(map[*value.Object]bool)}
	for p := range value.Pointers(limiter) {
		w.queue[p.Obj] = true
	}
	if len(w.queue) != 1 {
		return nil // none that is known, or one of several
	}
	holds := false
	eachReached(in, reconciler, func(v value.Value) {
		if p, ok := v.(value.Ptr); ok && w.queue[p.Obj] {
			holds = true
		}
	})
	if !holds {
		return nil
	}
	w.Interp = in.Fork(w, byHandSteps)
	value.Each(reconciler, func(v value.Value) { w.Isolated(func() { reconcile(w.Interp, v, at) }) })
	return w.calls
}

// A watch is the host of such a run.
type watch struct {
	*Host
	*interp.Interp
	queue map[*value.Object]bool
	calls []ByHand
}

// Knows reports whether Call may know a function.
func (w *watch) Knows(sym symbol.Name) bool { return ofLimiter(sym) || w.Host.Knows(sym) }

// ofLimiter reports whether a symbol is that of a method of a known limiter.
func ofLimiter(sym symbol.Name) bool {
	return known.Func(sym) == known.LimiterMethod || known.Func(sym.Owner()) == known.NewLimiter
}

// Call notes what is called of the queue's limiter, and creates nothing.
func (w *watch) Call(c *interp.Call) (value.Value, bool) {
	switch {
	case known.Func(c.Sym).Creates():
		return c.Unread(), true
	case !ofLimiter(c.Sym) || len(c.Args) == 0:
		return w.Host.Call(c)
	}
	noted := slices.ContainsFunc(w.calls, func(have ByHand) bool { return have.At.Pos == c.At.Pos })
	for p := range value.Pointers(c.Args[0]) {
		if w.queue[p.Obj] && p.Path == "" && !noted {
			noted = true
			w.calls = append(w.calls, ByHand{c.Sym.Last(), c.At})
		}
	}
	return c.Unread(), true
}
