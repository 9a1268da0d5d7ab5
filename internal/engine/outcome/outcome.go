package outcome

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

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
	return cmp.Or(a.Compare(b.Place), cmp.Compare(a.Length, b.Length))
}

// An outcome is one way in which a function can come back.
type outcome struct {
	given   map[int]scalar // what inputs must be, by id
	results []value
	cells   map[int]value // what its pointer parameters and captured variables hold then, by input
	places  *places
	// imported is whether the function is of another package.
	imported bool
}

// A summary lists the outcomes of a function.
type summary struct {
	outcomes []*outcome
	byKey    map[string]*outcome
	// fine are returns where, on some way, there is no error beside the Result.
	fine map[Place]bool
	// lost is whether some way was not followed: nothing is concluded from the function.
	lost bool
}

func (s *summary) add(o *outcome) *outcome {
	key := o.key()
	if have := s.byKey[key]; have != nil {
		return have
	}
	if s.byKey == nil {
		s.byKey = make(map[string]*outcome)
	}
	s.byKey[key] = o
	s.outcomes = append(s.outcomes, o)
	return o
}

// compares reports whether the function looks whether an input is an error that it is handed too: which
// errors these are, only its callers know.
func (s *summary) compares(id int) bool {
	return slices.ContainsFunc(s.outcomes, func(o *outcome) bool {
		given := o.given[id]
		return strings.Contains(" "+given.Kinds+given.Lacks, " "+unknownKind)
	})
}

// qualify says of the pairs that are made at a return, where there is no error on another way, that
// their error can be nil.
func (s *summary) qualify() {
	for _, o := range s.outcomes {
		if o.places == nil {
			continue
		}
		for _, p := range o.places.sorted() {
			if at := (Place{Place: p.Place}); s.fine[at] && !p.Maybe && !p.Denied {
				delete(o.places.list, p)
				p.Maybe = true
				o.places.list[p] = true
			}
		}
	}
}

func (o *outcome) key() string {
	text := ""
	for _, id := range slices.Sorted(maps.Keys(o.given)) {
		text += fmt.Sprintf("%d=%s;", id, o.given[id].key())
	}
	for _, v := range o.results {
		text += v.key() + ";"
	}
	for _, i := range slices.Sorted(maps.Keys(o.cells)) {
		text += fmt.Sprintf("%d:%s;", i, o.cells[i].key())
	}
	return text
}

// Inputs of a function are numbered: three for each parameter and then for each captured
// variable. The ids of their scalars are these numbers, negative and from -1 on.
const (
	partSelf = iota
	partAfter
	partRequeue
	parts
)

func inputID(index, part int) int { return -(index*parts + part + 1) }

func inputOf(id int) (index, part int) { return (-id - 1) / parts, (-id - 1) % parts }

// input returns the value of an input: what the caller has there.
func input(v value, index int) value {
	switch v.Form {
	case single:
		v.Self = scalar{ID: inputID(index, partSelf)}
	case result, pointer:
		v.Self = scalar{ID: inputID(index, partSelf)}
		v.After = scalar{ID: inputID(index, partAfter)}
		v.Requeue = scalar{ID: inputID(index, partRequeue)}
	}
	return v
}

// part returns one of the scalars of a value.
func (v value) part(part int) scalar {
	switch part {
	case partAfter:
		return v.After
	case partRequeue:
		return v.Requeue
	}
	return v.Self
}
