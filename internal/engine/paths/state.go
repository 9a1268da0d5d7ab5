package paths

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Path is what is known on one path through a function: of registers, of variables that
// are in memory, and of what the inputs must be for the path to be taken.
type Path struct {
	regs   map[ssa.Value]Value
	Cells  map[ssa.Value]Value // by the instruction, parameter or captured variable that is their address
	given  map[int]Scalar      // by the ID of an input
	Defers []*ssa.Defer
	marks  map[Subject]Marks
	// State is what a [Guide] keeps, nil for nothing.
	State State
	// Paired is the deferred call that a client has noted, nil for none.
	Paired *ssa.Defer
	// Doubted is whether the call that was followed last has left open which errors it passes on.
	Doubted bool
}

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
	var text strings.Builder
	for _, part := range []map[ssa.Value]Value{s.regs, s.Cells} {
		lines := make([]string, 0, len(part))
		for v, val := range part {
			lines = append(lines, fmt.Sprintf("%d %s\n", number[v], val.key()))
		}
		slices.Sort(lines)
		for _, line := range lines {
			text.WriteString(line)
		}
		text.WriteByte('\n')
	}
	for _, id := range slices.Sorted(maps.Keys(s.given)) {
		fmt.Fprintf(&text, "%d %s\n", id, s.given[id].key())
	}
	for _, d := range s.Defers {
		fmt.Fprintf(&text, "%d\n", d.Pos())
	}
	s.writeMarks(&text, number)
	return text.String()
}

func (s Scalar) key() string {
	return fmt.Sprintf("%d/%d/%t/%s/%s/%d/%d/%p", s.Is, s.ID, s.Unsure, s.Kinds, s.Lacks, s.Length, s.Beside, s.with)
}

func (v Value) key() string {
	if v.Form == Single {
		return v.Self.key()
	}
	return fmt.Sprintf("%d %s %s %s", v.Form, v.Self.key(), v.After.key(), v.Requeue.key())
}

// change applies f to every scalar of the state.
func (s *Path) change(f func(*Scalar)) {
	for _, part := range []map[ssa.Value]Value{s.regs, s.Cells} {
		for k, v := range part {
			f(&v.Self)
			f(&v.After)
			f(&v.Requeue)
			part[k] = v
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
		if c.ID == id {
			c.ID = 0
		}
		if c.Beside == id {
			c.Beside = 0
		}
	})
}
