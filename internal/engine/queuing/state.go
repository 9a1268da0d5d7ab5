package queuing

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/syntax"
)

func (p places) of(what op) token.Pos { return p[bits.TrailingZeros(uint(what))] }

// Clone and what follows it make a state a [paths.State].
func (s *state) Clone() paths.State {
	return &state{maps.Clone(s.items), maps.Clone(s.at), maps.Clone(s.phis), s.fate, s.bad, s.over, s.left, s.latest}
}

// Key is the same for states that neither a later instruction nor a caller can tell apart.
func (s *state) Key(number map[ssa.Value]int) string {
	var lines []string
	for i, ops := range s.items {
		lines = append(lines, fmt.Sprintf("%p/%d:%d", i.class, number[i.from], ops))
	}
	for phi, x := range s.phis {
		lines = append(lines, fmt.Sprintf("p%d=%d", number[phi], number[x]))
	}
	slices.Sort(lines)
	return fmt.Sprintf("%d%t%t%d%s", s.fate, s.bad, s.over, s.left, strings.Join(lines, ";"))
}

// Acts reports whether something is done with an item.
func (s *state) Acts() bool { return len(s.items) > 0 }

// source returns where a value comes from on this path: for one of two items, the one that was taken.
func (s *state) source(v ssa.Value) ssa.Value {
	v = source(v)
	if phi, ok := v.(*ssa.Phi); ok && s.phis[phi] != nil {
		return s.phis[phi]
	}
	return v
}

// note adds an operation on an item.
func (s *state) note(i item, what op, at token.Pos) {
	have := s.items[i]
	if what&forgot != 0 && have&limited != 0 {
		what |= reset
	}
	if what&limited != 0 && have&forgot != 0 && s.at[i].of(forgot).IsValid() { // without a place, it is only meant not to be forgotten
		what |= anew
	}
	if what&added != 0 && s.fate&failed != 0 {
		what |= hot
	}
	var all places
	for n := range all {
		all[n] = at
	}
	s.add(i, what, all)
}

// add adds operations on an item with their places.
func (s *state) add(i item, what op, at places) {
	have := s.at[i]
	for n, pos := range at {
		if what>>n&1 != 0 {
			have[n] = pos
		}
	}
	s.items[i], s.at[i] = s.items[i]|what, have
}

// take begins with another item.
func (s *state) take(i item, at token.Pos) {
	delete(s.at, i)
	s.items[i] = 0
	s.clear()
	s.note(i, taken, at)
}

// clear forgets what came of the work on the item before.
func (s *state) clear() { s.fate, s.bad, s.over, s.left = 0, false, false, token.NoPos }

// drop forgets an item: there was none.
func (s *state) drop(from ssa.Value) { s.forget(func(i item) bool { return i.from == from }) }

// dropAll forgets the items of a queue that is shut down: it hands out no more, and nothing comes of what is done with these.
func (s *state) dropAll(c *class) { s.forget(func(i item) bool { return i.class == c }) }

func (s *state) forget(is func(item) bool) {
	maps.DeleteFunc(s.items, func(i item, _ op) bool { return is(i) })
	maps.DeleteFunc(s.at, func(i item, _ places) bool { return is(i) })
}

// isTracked reports whether values of a type are errors or conditions.
func isTracked(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsBoolean != 0
	}
	return syntax.IsError(t)
}

// judgesError reports whether a call says of an error whether it is of some kind.
func judgesError(c *ssa.CallCommon) bool {
	results := c.Signature().Results()
	if results.Len() != 1 || syntax.IsError(results.At(0).Type()) || !isTracked(results.At(0).Type()) {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return syntax.IsError(arg.Type()) })
}

// itemOf returns the item that a value is.
func (s *state) itemOf(v ssa.Value) (item, bool) {
	from := s.source(v)
	for i := range s.items {
		if i.from != nil && i.from == from {
			return i, true
		}
	}
	return item{}, false
}
