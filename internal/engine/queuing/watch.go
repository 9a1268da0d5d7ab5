package queuing

import (
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// watches returns the blocks of functions that run for each event which they receive from a watch.
func (p *program) watches() map[*ssa.Function]map[*ssa.BasicBlock]bool {
	all := make(map[*ssa.Function]map[*ssa.BasicBlock]bool)
	for _, fn := range p.funcs {
		blocks := make(map[*ssa.BasicBlock]bool)
		for instr := range ssacode.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW && bringsEvents(i.X) {
					afterEvent(blocks, i)
				}
			case *ssa.Select:
				for n, s := range i.States {
					if s.Dir == types.RecvOnly && bringsEvents(s.Chan) {
						inCase(blocks, i, n)
					}
				}
			}
		}
		if len(blocks) > 0 {
			all[fn] = blocks
		}
	}
	return all
}

// bringsEvents reports whether a channel is that of a watch.
func bringsEvents(ch ssa.Value) bool {
	t, ok := ch.Type().Underlying().(*types.Chan)
	return ok && known.WatchEvent(symbol.OfType(t.Elem()))
}

// afterEvent adds the blocks that run after an event is received.
func afterEvent(blocks map[*ssa.BasicBlock]bool, receive *ssa.UnOp) {
	b := receive.Block()
	if !receive.CommaOk {
		addBeyondBlock(blocks, b)
		return
	}
	receivedOr(receive, 0, blocks)
}

// receivedOr adds the blocks that run only where something was received (side 0), or where the channel is closed (side 1).
func receivedOr(from ssa.Value, side int, blocks map[*ssa.BasicBlock]bool) {
	for use := range ssacode.Only[*ssa.Extract](*from.Referrers()) {
		if use.Index != 1 {
			continue
		}
		for branch := range ssacode.Only[*ssa.If](*use.Referrers()) {
			addBeyond(blocks, branch.Block(), side)
		}
		for not := range ssacode.Only[*ssa.UnOp](*use.Referrers()) {
			for branch := range ssacode.Only[*ssa.If](*not.Referrers()) {
				addBeyond(blocks, branch.Block(), 1-side)
			}
		}
	}
}

// inCase adds the blocks of one case of a select.
func inCase(blocks map[*ssa.BasicBlock]bool, sel *ssa.Select, n int) {
	for which := range ssacode.Only[*ssa.Extract](*sel.Referrers()) {
		if which.Index != 0 {
			continue
		}
		for is := range ssacode.Only[*ssa.BinOp](*which.Referrers()) {
			if k, ok := is.Y.(*ssa.Const); !ok || is.Op != token.EQL || k.Int64() != int64(n) {
				continue
			}
			for branch := range ssacode.Only[*ssa.If](*is.Referrers()) {
				addBeyond(blocks, branch.Block(), 0)
			}
		}
	}
	closed := make(map[*ssa.BasicBlock]bool)
	receivedOr(sel, 1, closed)
	maps.DeleteFunc(blocks, func(b *ssa.BasicBlock, _ bool) bool { return closed[b] })
}

// addBeyondBlock adds a block and those that it dominates.
func addBeyondBlock(blocks map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	for _, other := range b.Parent().Blocks {
		if b.Dominates(other) {
			blocks[other] = true
		}
	}
}
