package conflicts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// wiped reports whether a literal writes an object just as it has read it: what the function around it set before is gone with that read.
// conflicts, wiped.
func wiped(fn *ssa.Function, write *ssa.Call, of *ssa.FreeVar) bool {
	read := false
	for instr := range ssacode.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if root(i.Addr) == of {
				return false
			}
		case *ssa.MakeClosure:
			if slices.Contains(i.Bindings, ssa.Value(of)) {
				return false
			}
		case ssa.CallInstruction:
			c := i.Common()
			switch called := ways.Called(c); {
			case i == ssa.CallInstruction(write) || !isHanded(c, of):
			case called != nil && called.Name() == "Get" && known.Requests(called):
				read = true
			case called == nil || !reading.MatchString(called.Name()):
				return false
			}
		}
	}
	return read && setsBefore(fn, of)
}

// setsBefore reports whether the function around a literal sets a part of an object before it makes the literal.
func setsBefore(lit *ssa.Function, of *ssa.FreeVar) bool {
	at := slices.Index(lit.FreeVars, of)
	for made := range ssacode.All[*ssa.MakeClosure](lit.Parent()) {
		if made.Fn != ssa.Value(lit) {
			continue
		}
		object := root(made.Bindings[at])
		for instr := range ssacode.Instructions(lit.Parent()) {
			if setsPart(instr, object, "") && ways.Reaches(instr.Block(), made.Block()) && instr.Pos() < lit.Pos() {
				return true
			}
		}
	}
	return false
}

// emptied returns the variable of the function around a literal which is given the answer of an update, and by which the next try asks for
// the object: where an update by a clientset fails, its answer has no name. Nil stands for none. conflicts, emptied.
func emptied(fn *ssa.Function, write *ssa.Call) ssa.Value {
	if updated(&write.Call) == nil {
		return nil
	}
	answer := ways.Result(write, 0)
	for given := range ssacode.Only[*ssa.Store](*referrers(answer)) {
		to, captured := given.Addr.(*ssa.FreeVar)
		if !captured || given.Block() != write.Block() {
			continue
		}
		for _, instr := range fn.Blocks[0].Instrs {
			store, stores := instr.(*ssa.Store)
			call, calls := instr.(*ssa.Call)
			if stores && store.Addr == to {
				break
			}
			if calls && asks(&call.Call, to) && returns(&call.Call, answer.Type()) {
				return to
			}
		}
	}
	return nil
}
