package pairs

import (
	"cmp"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
)

// A Place is where a Result and an error come together.
type Place struct {
	code.Place // as the file set names it
	// Length is that of RequeueAfter where it is known, else 0.
	Length int64
	// Requeue is whether Requeue alone is set.
	Requeue bool
	// Maybe is whether the error can be nil too.
	Maybe bool
	// Deferred is whether a deferred call sets one of the two, after a return without it.
	Deferred bool
	// Older is whether the error can be one from before the write of the status that stands beside it.
	Older bool
	// Brought is whether the Result is that of a call before, which returned it without an error: nobody thought of this error's delay.
	Brought bool
	// Denied is whether it is no pair that is ignored, but the empty answer to a request that a
	// limiter has turned away.
	Denied bool
	// Foreign is whether it is in a dependency.
	Foreign bool
	// Terminal is whether the error says that the request is not to be retried.
	Terminal bool
}

// harmless reports whether nothing follows from a pair: the request is to come back with the queue's
// back-off, and where there is an error it comes back so as well.
func (p Place) harmless() bool { return p.Requeue && p.Maybe && !p.Terminal }

// places are where the pairs of one outcome of a call are made.
type places struct {
	list map[Place]bool
}

func (p *places) add(list ...Place) {
	for _, place := range list {
		p.list[place] = true
	}
}

func (p *places) sorted() []Place {
	return slices.SortedFunc(maps.Keys(p.list), comparePlaces)
}

func comparePlaces(a, b Place) int {
	return cmp.Or(a.Compare(b.Place), cmp.Compare(a.Length, b.Length), cmp.Compare(a.traits(), b.traits()))
}

// traits counts in binary what else is so of a place.
func (p Place) traits() (n int) {
	for i, is := range []bool{p.Requeue, p.Maybe, p.Deferred, p.Older, p.Brought, p.Denied, p.Foreign, p.Terminal} {
		if is {
			n |= 1 << i
		}
	}
	return n
}
