package queuing

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// ignores reports whether a call does the work for an item, as its name says, and nobody looks at the error that it returns.
func (f *frame) ignores(s *state, c *ssa.CallCommon, as *ssa.Call) bool {
	last := c.Signature().Results().Len() - 1
	if as == nil || last < 0 || !syntax.IsError(c.Signature().Results().At(last).Type()) || !doesWork(c) {
		return false
	}
	err := ways.Result(as, last)
	if err != nil && slices.ContainsFunc(*err.Referrers(), func(use ssa.Instruction) bool { _, debug := use.(*ssa.DebugRef); return !debug }) {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool {
		i, mine := s.itemOf(arg)
		return mine && s.items[i]&taken != 0 || f.gives(s.source(arg))
	})
}

// gives reports whether a value is an item that the function is handed and gives back or forgets itself.
func (f *frame) gives(v ssa.Value) bool {
	param, ok := v.(*ssa.Parameter)
	if !ok || param.Parent() != f.fn {
		return false
	}
	for call := range ssacode.All[ssa.CallInstruction](f.fn) {
		if o, is := operationOf(call.Common()); is && o.op&(done|forgot) != 0 && source(o.item) == v {
			return true
		}
	}
	return false
}

// doesWork reports whether what is called is named for the work on an item.
func doesWork(c *ssa.CallCommon) bool {
	name := ""
	if fn := ways.Called(c); fn != nil {
		name = fn.Name()
	} else if load, ok := c.Value.(*ssa.UnOp); ok {
		if field, ok := load.X.(*ssa.FieldAddr); ok {
			name = ways.Field(field.X.Type(), field.Field).Name()
		}
	}
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"sync", "reconcile", "process", "handle"},
		func(work string) bool { return strings.Contains(name, work) })
}

// unseen adds the ways on which a call returned an error that nobody looks at.
func unseen(states []*state, ignores bool, at token.Pos) []*state {
	if !ignores {
		return states
	}
	for _, s := range slices.Clip(states) {
		t := s.clone()
		if t.fate&failed == 0 {
			t.left = at
		}
		t.fate |= failed | ignored
		states = append(states, t)
	}
	return states
}
