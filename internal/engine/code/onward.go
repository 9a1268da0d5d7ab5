package code

import (
	"go/constant"
	"slices"
)

// Onward returns the blocks that control can come to from a block by one of its successors without beginning another round
// of a loop: where it would, those behind the loop.
func (f *Body) Onward(b, successor int) []int {
	var out []int
	seen := make(map[int]bool)
	var add func(next int)
	add = func(next int) {
		if seen[next] {
			return
		}
		seen[next] = true
		if !f.Loops[next][b] {
			out = append(out, next)
			return
		}
		for _, inside := range f.LoopBlocks(next) {
			for _, s := range f.Blocks[inside].Succs {
				if !f.Loops[next][s] {
					add(s)
				}
			}
		}
	}
	add(f.Blocks[b].Succs[successor])
	return out
}

// Omits reports whether a loop that holds a block can go round without coming to it. A loop within that loop counts as come to.
func (f *Body) Omits(b int) bool {
	for header, blocks := range f.Loops {
		if blocks[b] && f.around(header, f.within(header, b)) {
			return true
		}
	}
	return false
}

// within returns the block by which control comes to the largest loop that holds a block inside another one: its header, or what
// tests before whether there is a round at all. It is the block itself if there is no such loop. Of what X does in
// `for range n { for j := range m { X } }` it is, within the outer loop, the test that m is above 0.
func (f *Body) within(outer, b int) int {
	largest := b
	for header, blocks := range f.Loops {
		if header != outer && blocks[b] && f.Loops[outer][header] && !blocks[outer] && len(blocks) > len(f.Loops[largest]) {
			largest = header
		}
	}
	if inner := f.Loops[largest]; inner != nil && !inner[outer] {
		for _, p := range f.Blocks[largest].Preds {
			if !f.Loops[largest][p] && f.Loops[outer][p] && f.anyRound(p) {
				return p
			}
		}
	}
	return largest
}

// anyRound reports whether a block ends with the test of a loop over the numbers up to another one: that this is above 0.
func (f *Body) anyRound(b int) bool {
	arg, ok := f.branchesOn(b)
	if !ok {
		return false
	}
	cond := f.Definition(arg)
	if cond == nil || cond.Op != OpBinary || cond.Str != "<" || cond.Args[0] >= 0 {
		return false
	}
	low := f.Basic(cond.Args[0])
	return low != nil && low.Kind() == constant.Int && constant.Sign(low) == 0
}

// around reports whether a loop's header leads back to itself without passing a block.
func (f *Body) around(header, avoid int) bool {
	if avoid == header {
		return false
	}
	s := newSearch(f, avoid, header)
	for s.step() {
	}
	return slices.ContainsFunc(f.Blocks[header].Preds, func(p int) bool { return f.Loops[header][p] && s.seen[p] })
}

// Excludes reports whether control that comes to one of two blocks never comes to the other in the same call.
func (f *Body) Excludes(a, b int) bool {
	return a != b && !f.leads(a, b) && !f.leads(b, a)
}

func (f *Body) leads(from, to int) bool {
	s := newSearch(f, -1, from)
	for s.step() {
	}
	return s.seen[to]
}
