package outcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ways"
)

// liveness returns, for each block, the tracked registers that it or a later block reads. What
// is not read any more keeps no ways apart.
// The first load of a field is read where it is loaded again.
func liveness(fn *ssa.Function, again map[*ssa.UnOp]*ssa.UnOp) map[*ssa.BasicBlock]map[ssa.Value]bool {
	live := make(map[*ssa.BasicBlock]map[ssa.Value]bool)
	for _, b := range fn.Blocks {
		live[b] = make(map[ssa.Value]bool)
	}
	var buf [16]*ssa.Value
	for changed := true; changed; {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			now := make(map[ssa.Value]bool)
			for _, succ := range b.Succs {
				for v := range live[succ] {
					if phi, ok := v.(*ssa.Phi); !ok || phi.Block() != succ {
						now[v] = true
					}
				}
				for _, phi := range ways.Phis(succ) {
					for edge, pred := range succ.Preds {
						if pred == b {
							now[phi.Edges[edge]] = true
						}
					}
				}
			}
			for j := len(b.Instrs) - 1; j >= 0; j-- {
				instr := b.Instrs[j]
				if _, ok := instr.(*ssa.Phi); ok {
					continue // made where the block is entered, and so live there
				}
				if v, ok := instr.(ssa.Value); ok {
					delete(now, v)
				}
				if load, ok := instr.(*ssa.UnOp); ok && again[load] != nil {
					now[again[load]] = true
				}
				for _, op := range instr.Operands(buf[:0]) {
					if *op != nil && formOf((*op).Type()) != untracked {
						now[*op] = true
					}
				}
			}
			if len(now) != len(live[b]) {
				live[b], changed = now, true
			}
		}
	}
	return live
}
