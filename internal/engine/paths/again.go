package paths

import (
	"go/token"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/ssa"
)

// A fieldOf is a field of what a register points to.
type fieldOf struct {
	base  ssa.Value
	index int
}

// readAgain returns the loads of an error from a field that the function has loaded on every way there, each
// with the first such load: what was learnt of that holds for both. Fields that the function
// itself sets are left out.
func readAgain(fn *ssa.Function) map[*ssa.UnOp]*ssa.UnOp {
	loads := make(map[fieldOf][]*ssa.UnOp)
	set := make(map[fieldOf]bool)
	for _, b := range fn.DomPreorder() {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if field, ok := fieldAt(i.Addr); ok {
					set[field] = true
				}
			case *ssa.UnOp:
				if field, ok := fieldAt(i.X); ok && i.Op == token.MUL && syntax.IsError(i.Type()) {
					loads[field] = append(loads[field], i)
				}
			}
		}
	}
	first := make(map[*ssa.UnOp]*ssa.UnOp)
	for field, list := range loads {
		if set[field] {
			continue
		}
		for at, load := range list {
			for _, before := range list[:at] {
				if first[before] == nil && before.Block().Dominates(load.Block()) {
					first[load] = before
					break
				}
			}
		}
	}
	return first
}

func fieldAt(addr ssa.Value) (fieldOf, bool) {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return fieldOf{}, false
	}
	return fieldOf{field.X, field.Field}, true
}
