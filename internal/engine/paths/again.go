package paths

import (
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/ssa"
)

// computeAgain returns the instructions whose value the function has computed on every path there, or that is the same on every path, each
// with the first such one: what was learnt of that holds for both. Fields that the function itself sets are left out.
func computeAgain(fn *ssa.Function) map[ssa.Value]ssa.Value {
	same := make(map[computed][]ssa.Value)
	set := make(map[computed]bool)
	for _, b := range fn.DomPreorder() {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if field, ok := fieldAt(i.Addr); ok {
					set[field] = true
				}
			case *ssa.UnOp:
				if field, ok := fieldAt(i.X); ok && i.Op == token.MUL && syntax.IsError(i.Type()) {
					same[field] = append(same[field], i)
				}
			case *ssa.BinOp:
				if isEquality(i) {
					pair := computed{x: operand(i.X), y: operand(i.Y)}
					same[pair] = append(same[pair], i)
				}
			}
		}
	}
	first := make(map[ssa.Value]ssa.Value)
	for what, list := range same {
		if set[what] {
			continue
		}
		for at, v := range list {
			for _, before := range list[:at] {
				if first[before] == nil && (isFixed(v) || before.(ssa.Instruction).Block().Dominates(v.(ssa.Instruction).Block())) {
					first[v] = before
					break
				}
			}
		}
	}
	return first
}

func fieldAt(addr ssa.Value) (computed, bool) {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return computed{}, false
	}
	return computed{x: field.X, field: field.Field}, true
}

func operand(v ssa.Value) any {
	if c, ok := v.(*ssa.Const); ok {
		return c.String()
	}
	return v
}

// isFixed reports whether an instruction compares what is the same all through the function: inputs and constants.
func isFixed(v ssa.Value) bool {
	c, ok := v.(*ssa.BinOp)
	return ok && !slices.ContainsFunc([]ssa.Value{c.X, c.Y}, func(v ssa.Value) bool { _, made := v.(ssa.Instruction); return made })
}

// isEquality reports whether a condition is about what nothing else is known of: whether two registers are equal.
func isEquality(c *ssa.BinOp) bool {
	return (c.Op == token.EQL || c.Op == token.NEQ) && FormOf(c.X.Type()) == Untracked && FormOf(c.Y.Type()) == Untracked
}
