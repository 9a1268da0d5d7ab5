package queuing

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// An item is what a worker has from a queue, or what a function is handed that may be one.
type item struct {
	class *class
	from  ssa.Value // nil for one of which it is not known where it comes from
}

// A state is what is known on one way through a function.
type state struct {
	known  map[ssa.Value]paths.Nature
	set    map[ssa.Value]ssa.Value // what a variable was set to last
	items  map[item]op
	at     map[item]map[op]token.Pos // where the latest of each operation is
	phis   map[*ssa.Phi]*ssa.Extract // that are a result of the latest call which hands out an item, at one of several places
	fate   op                        // failed and settled, since the latest item was taken
	bad    bool                      // the item itself is wrong: no other try can help
	over   bool                      // the program ends, as its context says: nothing more comes of the item
	left   token.Pos                 // where a function literal that had the item returned after an error, if one did
	latest token.Pos                 // of what ran
	defers []*ssa.Defer
}

func newState() *state {
	return &state{known: make(map[ssa.Value]paths.Nature), set: make(map[ssa.Value]ssa.Value), items: make(map[item]op),
		at: make(map[item]map[op]token.Pos), phis: make(map[*ssa.Phi]*ssa.Extract)}
}

func (s *state) clone() *state {
	at := make(map[item]map[op]token.Pos, len(s.at))
	for k, v := range s.at {
		at[k] = maps.Clone(v)
	}
	return &state{maps.Clone(s.known), maps.Clone(s.set), maps.Clone(s.items), at, maps.Clone(s.phis), s.fate, s.bad, s.over, s.left, s.latest,
		slices.Clip(s.defers)}
}

// key is the same for states that no later instruction can tell apart.
func (s *state) key(number map[ssa.Value]int, live map[ssa.Value]bool) string {
	var lines []string
	for v, n := range s.known {
		if live[v] {
			lines = append(lines, fmt.Sprintf("%d=%d", number[v], n))
		}
	}
	for i, ops := range s.items {
		lines = append(lines, fmt.Sprintf("%p/%d:%d", i.class, number[i.from], ops))
	}
	for phi, x := range s.phis {
		lines = append(lines, fmt.Sprintf("p%d=%d", number[phi], number[x]))
	}
	for _, d := range s.defers {
		lines = append(lines, fmt.Sprintf("d%d", d.Pos()))
	}
	slices.Sort(lines)
	return fmt.Sprintf("%d%t%t%d%s", s.fate, s.bad, s.over, s.left, strings.Join(lines, ";"))
}

// source returns where a value comes from on this way: for one of two items, the one that was taken.
func (s *state) source(v ssa.Value) ssa.Value { return s.chosen(source(v)) }

// chosen returns what a phi is on this way, if that is known.
func (s *state) chosen(v ssa.Value) ssa.Value {
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
	if what&limited != 0 && have&forgot != 0 && s.at[i][forgot].IsValid() { // without a place, it is only meant not to be forgotten
		what |= anew
	}
	if what&added != 0 && s.fate&failed != 0 {
		what |= hot
	}
	s.items[i] = have | what
	if s.at[i] == nil {
		s.at[i] = make(map[op]token.Pos)
	}
	for bit := op(1); bit <= settled; bit <<= 1 {
		if what&bit != 0 {
			s.at[i][bit] = at
		}
	}
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
func (s *state) drop(from ssa.Value) {
	for i := range s.items {
		if i.from == from {
			delete(s.items, i)
			delete(s.at, i)
		}
	}
}

// dropAll forgets the items of a queue that is shut down: it hands out no more, and nothing comes of what is done with these.
func (s *state) dropAll(c *class) {
	for i := range s.items {
		if i.class == c {
			delete(s.items, i)
			delete(s.at, i)
		}
	}
}

// mayBeNil reports whether values of a type other than errors may be nil.
func mayBeNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return !syntax.IsError(t)
	}
	return false
}

// tellsNil reports whether the code compares a value with nil, or hands it to its callers, who may: of other values nobody needs to
// know whether they are nil.
func tellsNil(v ssa.Value) bool {
	return mayBeNil(v.Type()) && slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.BinOp:
			return ways.IsNil(i.X) || ways.IsNil(i.Y)
		case *ssa.Return:
			return true
		}
		return false
	})
}

// isTracked reports whether values of a type are errors or conditions.
func isTracked(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsBoolean != 0
	}
	return syntax.IsError(t)
}
