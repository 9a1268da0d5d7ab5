package conflicts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// inLoops returns the updates in loops of an object that a function is handed, where the loop gets the object of that name anew and keeps
// it in another variable, which it does not write: each round updates what the first did.
func inLoops(fn *ssa.Function) []Conflict {
	var list []Conflict
	for _, b := range fn.Blocks {
		for call := range ssacode.Only[*ssa.Call](b.Instrs) {
			object, handed := bare(written(&call.Call)).(*ssa.Parameter)
			if handed && reaches(b, b) && staleIn(b, call, object) {
				list = append(list, Conflict{Pos: call.Pos(), Object: object.Name()})
			}
		}
	}
	return list
}

// staleIn reports whether the loop around an update gets its object into another variable, and can do nothing to the one that it updates.
func staleIn(at *ssa.BasicBlock, write *ssa.Call, object *ssa.Parameter) bool {
	got := false
	for _, b := range at.Parent().Blocks {
		if !reaches(at, b) || !reaches(b, at) {
			continue
		}
		for _, instr := range b.Instrs {
			if store, ok := instr.(*ssa.Store); ok && store.Addr == ssa.Value(object) {
				return false
			}
			call, ok := instr.(*ssa.Call)
			if !ok || call == write {
				continue
			}
			if slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return bare(arg) == ssa.Value(object) }) {
				return false
			}
			results := call.Call.Signature().Results()
			if results.Len() != 2 || !types.Identical(results.At(0).Type(), object.Type()) {
				continue
			}
			named := slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return root(arg) == ssa.Value(object) })
			for use := range ssacode.Only[ssa.CallInstruction](*referrers(ways.Result(call, 0))) {
				if written(use.Common()) != nil {
					return false
				}
			}
			got = got || named && ways.Called(&call.Call) != nil && ways.Called(&call.Call).Name() == "Get"
		}
	}
	return got
}

// referrers returns what uses a value, nothing for none.
func referrers(v ssa.Value) *[]ssa.Instruction {
	if v == nil {
		return new([]ssa.Instruction)
	}
	return v.Referrers()
}

// bare returns a value without the interface that it is put into.
func bare(v ssa.Value) ssa.Value {
	if made, ok := v.(*ssa.MakeInterface); ok {
		return made.X
	}
	return v
}

// reaches reports whether a block leads to another one, or to itself.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
			if next == to {
				return true
			}
			if seen[next] {
				return false
			}
			seen[next] = true
			return visit(next)
		})
	}
	return visit(from)
}
