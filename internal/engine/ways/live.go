package ways

import "golang.org/x/tools/go/ssa"

// Live returns, for each block, the registers that it or a later block reads, as far as they are tracked. What is not read any more
// keeps no ways apart. Also is what an instruction reads beside its operands, nil for nothing; it may be nil itself.
func Live(fn *ssa.Function, tracked func(ssa.Value) bool, also func(ssa.Instruction) ssa.Value) map[*ssa.BasicBlock]map[ssa.Value]bool {
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
				for _, phi := range phis(succ) {
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
				if also != nil {
					if v := also(instr); v != nil {
						now[v] = true
					}
				}
				for _, op := range instr.Operands(buf[:0]) {
					if *op != nil && tracked(*op) {
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
