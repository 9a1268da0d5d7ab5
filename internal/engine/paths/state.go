package paths

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

func newPath() *Path {
	return &Path{regs: make(map[ssa.Value]Value), Cells: make(map[ssa.Value]Value), given: make(map[int]Scalar),
		marks: make(map[Subject]Marks)}
}

func (s *Path) clone() *Path {
	state := s.State
	if state != nil {
		state = state.Clone()
	}
	return &Path{maps.Clone(s.regs), maps.Clone(s.Cells), maps.Clone(s.given), slices.Clip(s.Defers), maps.Clone(s.marks), state, s.Paired,
		false}
}

// key is the same for states that no later instruction can tell apart.
func (s *Path) key(number map[ssa.Value]int) string {
	text := make([]byte, 0, 256)
	for _, part := range []map[ssa.Value]Value{s.regs, s.Cells} {
		for _, v := range slices.SortedFunc(maps.Keys(part), func(a, b ssa.Value) int { return number[a] - number[b] }) {
			text = part[v].append(strconv.AppendInt(append(text, '\n'), int64(number[v]), 10))
		}
		text = append(text, '\n')
	}
	for _, id := range slices.Sorted(maps.Keys(s.given)) {
		text = s.given[id].append(strconv.AppendInt(append(text, '\n'), int64(id), 10))
	}
	return string(s.appendMarks(text, number))
}

// append adds what tells a scalar from others to a key.
func (s Scalar) append(key []byte) []byte {
	key = append(key, '/', '0'+byte(s.Is))
	if s == (Scalar{Is: s.Is}) {
		return key
	}
	for _, n := range []int64{int64(s.ID), s.Length, int64(s.Beside)} {
		key = strconv.AppendInt(append(key, ','), n, 10)
	}
	key = append(append(append(strconv.AppendBool(key, s.Unsure), s.Kinds...), 0), s.Lacks...)
	if s.with != nil {
		key = fmt.Appendf(key, "%p", s.with)
	}
	return key
}

func (v Value) append(key []byte) []byte {
	key = v.Self.append(append(key, '/', '0'+byte(v.Form)))
	if v.Form == Single {
		return key
	}
	return v.Requeue.append(v.After.append(key))
}

// change applies f to every scalar of the state.
func (s *Path) change(f func(*Scalar)) {
	for _, part := range []map[ssa.Value]Value{s.regs, s.Cells} {
		for k, v := range part {
			was := v
			f(&v.Self)
			f(&v.After)
			f(&v.Requeue)
			if v != was {
				part[k] = v
			}
		}
	}
}

// learn notes that a scalar has a nature, for all its copies. It reports false if it has another.
func (s *Path) learn(v Scalar, is Nature) bool {
	switch v.Is {
	case No, Yes:
		return v.Is == is
	case Lost:
		return true
	}
	s.update(v, func(c *Scalar) { c.Is = is })
	if is == No && v.ID != 0 {
		s.change(func(c *Scalar) {
			if c.Beside == v.ID {
				c.Is, c.Beside = Either, 0
			}
		})
	}
	return true
}

// learnKind notes that an error is of a kind. It reports false if it is not.
func (s *Path) learnKind(v Scalar, kind string) bool {
	if v.HasKind(kind) == No {
		return false
	}
	s.update(v, func(c *Scalar) {
		c.Is = Yes
		c.Kinds = withKind(c.Kinds, kind)
	})
	return true
}

// learnLack notes that an error is not of a kind. It reports false if it is.
func (s *Path) learnLack(v Scalar, kind string) bool {
	switch v.HasKind(kind) {
	case Yes:
		return false
	case Either:
		s.update(v, func(c *Scalar) { c.Lacks = withKind(c.Lacks, kind) })
	}
	return true
}

// withKind adds a kind to those in a list, in their order.
func withKind(list, kind string) string {
	kinds := append(strings.Fields(list), kind)
	slices.Sort(kinds)
	return strings.Join(slices.Compact(kinds), " ") + " "
}

// update changes a value in all its copies.
func (s *Path) update(v Scalar, f func(*Scalar)) {
	if v.ID == 0 {
		return
	}
	if v.ID < 0 {
		given := s.given[v.ID]
		f(&given)
		s.given[v.ID] = given
	}
	s.change(func(c *Scalar) {
		if c.ID == v.ID {
			f(c)
		}
	})
}

// forget makes the copies of a value, which is about to be made anew, values of their own.
func (s *Path) forget(id int) {
	s.change(func(c *Scalar) {
		if id <= c.ID && c.ID < id+Parts {
			c.ID = 0
		}
		if id <= c.Beside && c.Beside < id+Parts {
			c.Beside = 0
		}
	})
}

// PartOf returns which part of a Result a field is, and whether it is one that is known.
func PartOf(t types.Type, index int) (part int, known bool) {
	field := ways.Field(t, index)
	switch {
	case field == nil:
		return 0, false
	case field.Name() == "RequeueAfter":
		return PartAfter, true
	case field.Name() == "Requeue":
		return PartRequeue, true
	}
	return 0, false
}

// Inputs of a function are numbered: three for each parameter and then for each captured
// variable. The ids of their scalars are these numbers, negative and from -1 on.
const (
	PartSelf = iota
	PartAfter
	PartRequeue
	Parts
)
