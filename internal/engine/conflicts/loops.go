package conflicts

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// inLoops returns the updates in loops of an object from before the loop, where each round updates what the first did: the loop gets the
// object of that name anew and keeps it in another variable, which it does not write, or it goes on after a conflict, or until the update
// goes well, and gets nothing.
func inLoops(fn *ssa.Function) []Conflict {
	var list []Conflict
	for _, b := range fn.Blocks {
		for call := range ssacode.Only[*ssa.Call](b.Instrs) {
			object := root(updated(&call.Call))
			if object != nil && reaches(b, b) && !within(b, object) && staleIn(b, call, object) {
				list = append(list, Conflict{Pos: call.Pos(), Object: nameOf(object)})
			}
		}
	}
	return list
}

// within reports whether a value is made in the loop around a block.
func within(at *ssa.BasicBlock, v ssa.Value) bool {
	made, ok := v.(ssa.Instruction)
	return ok && reaches(at, made.Block()) && reaches(made.Block(), at)
}

// nameOf returns the name of the variable that has a value.
func nameOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		if v.Comment != "complit" && v.Comment != "new" {
			return v.Comment
		}
	}
	return "the object"
}

// staleIn reports whether the loop around an update gets its object into another variable, or goes on after a conflict, and can do nothing
// to the one that it updates.
func staleIn(at *ssa.BasicBlock, write *ssa.Call, object ssa.Value) bool {
	got := untilDone(write)
	for _, b := range at.Parent().Blocks {
		if !reaches(at, b) || !reaches(b, at) {
			continue
		}
		got = got || goesOn(b, at)
		for _, instr := range b.Instrs {
			if store, ok := instr.(*ssa.Store); ok && store.Addr == object || setsVersion(instr, object) {
				return false
			}
			call, ok := instr.(*ssa.Call)
			if !ok || call == write || root(call) == object { // a copy
				continue
			}
			if slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return bare(arg) == object }) {
				return false
			}
			results := call.Call.Signature().Results()
			if results.Len() != 2 || !types.Identical(results.At(0).Type(), object.Type()) {
				continue
			}
			named := slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return root(arg) == object })
			for use := range ssacode.Only[ssa.CallInstruction](*referrers(ways.Result(call, 0))) {
				if updated(use.Common()) != nil {
					return false
				}
			}
			got = got || named && ways.Called(&call.Call) != nil && ways.Called(&call.Call).Name() == "Get"
		}
	}
	return got
}

// goesOn reports whether a block asks for a conflict and, if there is one, leads to the next round of the loop around another block.
func goesOn(b, at *ssa.BasicBlock) bool {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cond, next := branch.Cond, b.Succs[0]
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, next = not.X, b.Succs[1]
	}
	return isConflict(cond) && (next == at || reaches(next, at))
}

// reaches reports whether a block leads to another one, or back to itself.
func reaches(from, to *ssa.BasicBlock) bool {
	return slices.ContainsFunc(from.Succs, func(next *ssa.BasicBlock) bool { return ways.Reaches(next, to) })
}
