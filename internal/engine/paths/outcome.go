package paths

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func (s *Summary) add(o *Outcome, number map[ssa.Value]int) *Outcome {
	key := o.key()
	if o.State != nil {
		key += o.State.Key(number)
	}
	if have := s.byKey[key]; have != nil {
		return have
	}
	if s.byKey == nil {
		s.byKey = make(map[string]*Outcome)
	}
	s.byKey[key] = o
	s.Outcomes = append(s.Outcomes, o)
	return o
}

// compares reports whether the function looks whether an input is an error that it is handed too: which
// errors these are, only its callers know.
func (s *Summary) compares(id int) bool {
	return slices.ContainsFunc(s.Outcomes, func(o *Outcome) bool {
		given := o.Given[id]
		return strings.Contains(" "+given.Kinds+given.Lacks, " "+unknownKind)
	})
}

func (o *Outcome) key() string {
	var key []byte
	for _, id := range slices.Sorted(maps.Keys(o.Given)) {
		key = o.Given[id].append(strconv.AppendInt(append(key, ';'), int64(id), 10))
	}
	for _, v := range o.Results {
		key = v.append(append(key, ';'))
	}
	for _, i := range slices.Sorted(maps.Keys(o.Cells)) {
		key = o.Cells[i].append(strconv.AppendInt(append(key, ';'), int64(i), 10))
	}
	return string(key)
}

func inputID(index, part int) int { return -(index*Parts + part + 1) }

// InputOf returns which input of a function an ID is of, and which part of it.
func InputOf(id int) (index, part int) { return (-id - 1) / Parts, (-id - 1) % Parts }

// input returns the value of an input: what the caller has there.
func input(v Value, index int) Value {
	switch v.Form {
	case Single:
		v.Self = Scalar{ID: inputID(index, PartSelf)}
	case OfResult, Pointer:
		v.Self = Scalar{ID: inputID(index, PartSelf)}
		v.After = Scalar{ID: inputID(index, PartAfter)}
		v.Requeue = Scalar{ID: inputID(index, PartRequeue)}
	}
	return v
}

// part returns one of the scalars of a value.
func (v Value) part(part int) Scalar {
	switch part {
	case PartAfter:
		return v.After
	case PartRequeue:
		return v.Requeue
	}
	return v.Self
}
