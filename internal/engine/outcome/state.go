package outcome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A state is what is known on one way through a function: of registers, of variables that
// are in memory, and of what the inputs must be for the way to be taken.
type state struct {
	regs   map[ssa.Value]value
	cells  map[ssa.Value]value // by the instruction, parameter or captured variable that is their address
	given  map[int]scalar      // by the ID of an input
	defers []*ssa.Defer
	// paired is the deferred call that has put a Result and an error together, nil for none.
	paired *ssa.Defer
	// doubted is whether the call that was followed last has left open which errors it passes on.
	doubted bool
}

func newState() *state {
	return &state{regs: make(map[ssa.Value]value), cells: make(map[ssa.Value]value), given: make(map[int]scalar)}
}

func (s *state) clone() *state {
	return &state{maps.Clone(s.regs), maps.Clone(s.cells), maps.Clone(s.given), slices.Clip(s.defers), s.paired, false}
}

// key is the same for states that no later instruction can tell apart.
func (s *state) key(number map[ssa.Value]int) string {
	var text strings.Builder
	for _, part := range []map[ssa.Value]value{s.regs, s.cells} {
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
	for _, d := range s.defers {
		fmt.Fprintf(&text, "%d\n", d.Pos())
	}
	return text.String()
}

func (s scalar) key() string {
	return fmt.Sprintf("%d/%d/%t/%s/%s/%d/%d/%p", s.Is, s.ID, s.Unsure, s.Kinds, s.Lacks, s.Length, s.Beside, s.with)
}

func (v value) key() string {
	if v.Form == single {
		return v.Self.key()
	}
	return fmt.Sprintf("%d %s %s %s", v.Form, v.Self.key(), v.After.key(), v.Requeue.key())
}

// change applies f to every scalar of the state.
func (s *state) change(f func(*scalar)) {
	for _, part := range []map[ssa.Value]value{s.regs, s.cells} {
		for k, v := range part {
			f(&v.Self)
			f(&v.After)
			f(&v.Requeue)
			part[k] = v
		}
	}
}

// learn notes that a scalar has a nature, for all its copies. It reports false if it has another.
func (s *state) learn(v scalar, is nature) bool {
	switch v.Is {
	case no, yes:
		return v.Is == is
	case lost:
		return true
	}
	s.update(v, func(c *scalar) { c.Is = is })
	if is == no && v.ID != 0 {
		s.change(func(c *scalar) {
			if c.Beside == v.ID {
				c.Is, c.Beside = either, 0
			}
		})
	}
	return true
}

// learnKind notes that an error is of a kind. It reports false if it is not.
func (s *state) learnKind(v scalar, kind string) bool {
	if v.hasKind(kind) == no {
		return false
	}
	s.update(v, func(c *scalar) {
		c.Is = yes
		c.Kinds = withKind(c.Kinds, kind)
	})
	return true
}

// learnLack notes that an error is not of a kind. It reports false if it is.
func (s *state) learnLack(v scalar, kind string) bool {
	switch v.hasKind(kind) {
	case yes:
		return false
	case either:
		s.update(v, func(c *scalar) { c.Lacks = withKind(c.Lacks, kind) })
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
func (s *state) update(v scalar, f func(*scalar)) {
	if v.ID == 0 {
		return
	}
	if v.ID < 0 {
		given := s.given[v.ID]
		f(&given)
		s.given[v.ID] = given
	}
	s.change(func(c *scalar) {
		if c.ID == v.ID {
			f(c)
		}
	})
}

// forget makes the copies of a value, which is about to be made anew, values of their own.
func (s *state) forget(id int) {
	s.change(func(c *scalar) {
		if c.ID == id {
			c.ID = 0
		}
		if c.Beside == id {
			c.Beside = 0
		}
	})
}
