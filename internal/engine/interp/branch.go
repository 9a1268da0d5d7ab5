package interp

import (
	"fmt"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// branch follows an OpIf at the end of block b. Where the condition is not known
// it follows both ways: to the block where they meet, or, if they never do, the
// shorter one to its end. It returns the block to go on from, -1 if there is none.
func (f *frame) branch(b, stop int, in *code.Instr, reached *[]exit) int {
	block := &f.body.Blocks[b]
	f.last = b
	for _, header := range block.Exits {
		f.decided[header] = true
	}
	leaves := block.Leaves[0] || block.Leaves[1]
	if yes, known := value.Truth(f.value(in.Args[0])); known {
		if leaves {
			return f.decide(block, in, yes)
		}
		return block.Succs[side(yes)]
	}
	if leaves && f.counts(in.Args[0]) {
		f.bounded[block.Loop] = true
		if f.comesCloser(in.Args[0]) {
			f.counting[block.Loop], f.countsAt[block.Loop] = true, f.at // it ends by itself, whatever else may end it
		} else if f.countsAt[block.Loop] == f.at {
			f.counting[block.Loop] = false
		}
	}
	if block.Loop >= 0 && f.forked[b] && !f.bounded[block.Loop] {
		// Once round a loop whose bounds are not known shows what it can do.
		switch {
		case block.Leaves[0] && !block.Leaves[1]:
			return block.Succs[0]
		case block.Leaves[1] && !block.Leaves[0]:
			return block.Succs[1]
		}
		return -1
	}
	if block.Loop >= 0 {
		f.forked[b] = true
	}
	if leaves && !f.counts(in.Args[0]) {
		if f.nextOf(f.body.Definition(in.Args[0])) != nil || f.countsAt[block.Loop] == b {
			f.counting[block.Loop] = false // the elements that are known are done, and there may be others without end
		}
		f.open[block.Loop] = true
		f.bounded[block.Loop] = f.counting[block.Loop] // it may be left here, and else ends by itself
	}
	widens := leaves && block.Leaves[0] != block.Leaves[1] && f.isOpen(block.Loop) && !f.endsByCounting(block.Loop, b)
	if widens {
		f.ends[block.Loop] = []value.Value{f.value(in.Args[0])}
	}
	before := f.mem
	loops := f.saveLoops() // each way starts with the registers as they are here
	if block.Meet >= 0 {
		var past *[]exit // the ways that do not come to where the others meet
		if h := block.Past; h >= 0 && f.past[h] == nil && (stop == h || !f.body.Loops[h][stop]) {
			if f.past == nil {
				f.past = make(map[int]*[]exit)
			}
			past = new([]exit)
			f.past[h] = past
		}
		met := reached // ways that meet where those of an outer branch do are not copied at each branch
		if block.Meet != stop || past != nil {
			met = new([]exit)
		}
		start := len(*met)
		first := 0
		for s := range 2 {
			first = len(*met) - start
			f.mem = before.Copy()
			f.restoreLoops(loops)
			if widens && !block.Leaves[s] && b == block.Loop {
				f.widen(b)
			}
			f.runSide(b, s, block.Meet, in, met)
		}
		ways := (*met)[start:]
		if first > 0 && first < len(ways) && f.missingDecides(in.Args[0]) {
			f.noteChoices(ways)
			f.meets = block.Meet
		}
		if past != nil {
			delete(f.past, block.Past)
			if len(*past) > 0 {
				ways = append(f.apart(before.Copy(), block, ways), *past...)
				f.mem = before
				return f.meet(before, block.Past, stop, ways, reached)
			}
		}
		f.mem = before
		if met == reached {
			return -1
		}
		return f.meet(before, block.Meet, stop, ways, reached)
	}

	first := block.Early
	returned, met := len(f.returns), len(*reached)
	f.mem = before.Copy()
	if widens && !block.Leaves[first] && b == block.Loop {
		f.widen(b)
	}
	f.runSide(b, first, stop, in, reached)
	if len(*reached) > met || slices.ContainsFunc(f.returns[returned:], func(e exit) bool { return !e.failed }) {
		f.undecided++ // what follows may not be done, until the function returns
		f.chose = f.chose || f.missingDecides(in.Args[0])
	}
	f.restoreLoops(loops)
	f.mem = before
	if widens && !block.Leaves[1-first] && b == block.Loop {
		f.widen(b)
	}
	f.refine(in.Args[0], first != 0)
	f.taken(in, first != 0)
	f.last = b
	return block.Succs[1-first]
}

// apart follows the ways that meet after a branch to the next round of its loop, where others have gone without coming there.
func (f *frame) apart(mem *value.Memory, block *code.Block, ways []exit) []exit {
	var list []exit
	f.undecided++
	defer func() { f.undecided-- }()
	f.mem = mem
	if next := f.meet(mem, block.Meet, block.Past, ways, &list); next >= 0 {
		f.run(next, f.last, block.Past, &list)
	}
	return list
}

// runSide follows one side of a branch that is not known to be taken, with what its condition says there.
func (f *frame) runSide(b, s, stop int, in *code.Instr, reached *[]exit) {
	if f.sides >= maxSides {
		f.met(fmt.Sprintf("conditions that are not known lie more than %d deep in each other", maxSides),
			value.Place{Pos: f.conditionAt(in), Node: f.node})
		f.cut()
		return
	}
	undo := f.refine(in.Args[0], s == 0)
	outside := f.undecided
	f.undecided++
	f.sides++
	defer func() { f.undecided = outside; f.sides--; undo() }()
	f.taken(in, s == 0)
	f.run(f.body.Blocks[b].Succs[s], b, stop, reached)
}

// decide follows a branch whose condition is known at which a loop goes on or ends. One that goes round too often is left.
func (f *frame) decide(block *code.Block, in *code.Instr, yes bool) int {
	loop := block.Loop
	f.bounded[loop] = true
	f.rounds[loop]++
	oneLeaves := block.Leaves[0] != block.Leaves[1]
	if oneLeaves && !block.Leaves[side(yes)] && f.tooLong(loop) {
		f.leave(loop)
		return block.Succs[side(block.Leaves[0])]
	}
	limit := f.roundLimit(in.Args[0])
	if !f.comesCloser(in.Args[0]) {
		limit = maxWaits
		if f.countsAt[loop] == f.at {
			f.counting[loop] = false
		}
	}
	if limit == maxRounds {
		f.counting[loop], f.countsAt[loop] = true, f.at
	} else if f.counting[loop] {
		limit = maxRounds // it ends by itself, whatever else it waits for
	}
	if f.rounds[loop] <= limit {
		return block.Succs[side(yes)]
	}
	f.bounded[loop] = false
	if limit == maxRounds {
		f.met(fmt.Sprintf("a loop goes round more than %d times", maxRounds), value.Place{Pos: f.conditionAt(in), Node: f.node})
	}
	switch {
	case f.open[loop] && limit == maxWaits:
		return -1 // it was left where that is not excluded
	case oneLeaves:
		return block.Succs[side(block.Leaves[0])]
	}
	f.cut()
	return -1
}

// taken tells the host of a way that is taken although the condition is not known.
func (f *frame) taken(in *code.Instr, yes bool) {
	if b, ok := f.Host.(Brancher); ok {
		b.Branch(f.value(in.Args[0]), f.conditionAt(in), yes)
	}
}

// conditionAt returns where the condition of an OpIf is written.
func (f *frame) conditionAt(in *code.Instr) code.Pos {
	if def := f.body.Definition(in.Args[0]); def != nil && def.Pos.IsValid() {
		return def.Pos
	}
	return in.Pos
}

// counts reports whether a condition compares numbers that are all known, though not
// which of them it is: a loop over a slice of one of two lengths ends by itself.
func (f *frame) counts(cond int) bool {
	def := f.body.Definition(cond)
	if def == nil || def.Op != code.OpBinary || f.comparesNil(def) {
		return false
	}
	for _, arg := range def.Args {
		known := value.Every(f.value(arg), func(v value.Value) bool {
			_, ok := value.IntValue(v)
			return ok
		})
		if _, one := value.IntValue(f.value(def.Args[0])); !known || !one {
			return false
		}
	}
	return true
}

// comparesNil reports whether an operand of a comparison is written as nil, which has
// the same form as the zero of a number that was never set.
func (f *frame) comparesNil(def *code.Instr) bool {
	return slices.ContainsFunc(def.Args, func(arg int) bool { return arg < 0 && f.body.Consts[^arg].Kind == code.ConstZero })
}

// roundLimit returns how often a loop is followed that a condition ends: one over
// the elements of something known ends by itself, one until something happens,
// such as an error having no cause, may not.
func (f *frame) roundLimit(cond int) int {
	def := f.body.Definition(cond)
	if def == nil {
		return maxWaits
	}
	if f.nextOf(def) != nil {
		return maxRounds
	}
	if def.Op == code.OpBinary && !f.comparesNil(def) {
		_, x := value.IntValue(f.value(def.Args[0]))
		_, y := value.IntValue(f.value(def.Args[1]))
		if x && y {
			return maxRounds
		}
	}
	return maxWaits
}

// comesCloser reports whether the condition of the block that runs compares something else than in the round before, and numbers that
// are closer to each other. If not, it does not end the loop, however often that goes round.
func (f *frame) comesCloser(cond int) bool {
	def := f.body.Definition(cond)
	if def == nil || def.Op != code.OpBinary {
		return true
	}
	now := []value.Value{f.value(def.Args[0]), f.value(def.Args[1])}
	before := f.compared[f.at]
	f.compared[f.at] = now
	if before == nil {
		return true
	}
	was, known := distance(before)
	is, still := distance(now)
	if known && still {
		return is < was
	}
	return !slices.EqualFunc(before, now, value.Same)
}

// distance returns how far two numbers are from each other, if both are known.
func distance(of []value.Value) (n int, known bool) {
	x, xKnown := value.IntValue(of[0])
	y, yKnown := value.IntValue(of[1])
	return max(x-y, y-x), xKnown && yKnown
}

// meet goes on from block b, reached in the ways given. It enters the block, whose phis are set from several ways at once, and
// leaves it to its caller to run it.
func (f *frame) meet(before *value.Memory, b, stop int, ways []exit, reached *[]exit) int {
	if len(ways) == 0 {
		return -1
	}
	if b == stop {
		*reached = append(*reached, ways...)
		return -1
	}
	if f.past[b] != nil {
		*f.past[b] = append(*f.past[b], ways...)
		return -1
	}
	if f.endless(b, ways[0].from) {
		return -1
	}
	if f.chose && len(ways) > 1 {
		f.noteChoices(ways)
	}
	f.enter(b, before, ways)
	if f.chose || f.meets == b {
		f.noteChosen(b)
	}
	f.entered = true
	return b
}

func side(yes bool) int {
	if yes {
		return 0
	}
	return 1
}

// refine narrows what is known of the operands of a condition on the way where it
// has the truth given. Undo forgets that.
func (f *frame) refine(cond int, yes bool) (undo func()) {
	undo = func() {}
	def := f.body.Definition(cond)
	if def == nil {
		return
	}
	if def.Op == code.OpUnary && def.Str == "!" {
		return f.refine(def.Args[0], !yes)
	}
	if def.Op != code.OpBinary {
		return
	}
	op, ok := value.Comparisons[def.Str]
	if !ok {
		return
	}
	x, y := def.Args[0], def.Args[1]
	if x < 0 {
		x, y = y, x
		op = value.Mirrored[op]
	}
	if x < 0 {
		return
	}
	old := f.regs[x]
	narrow := value.Narrow(old, op, f.value(y), yes)
	if narrow == nil {
		return
	}
	f.set(x, narrow)
	if load := f.body.Definition(x); load != nil && load.Op == code.OpLoad {
		if p, ok := f.value(load.Args[0]).(value.Ptr); ok && value.Same(f.load(p), old) {
			f.store(p, narrow)
		}
	}
	return func() { f.set(x, old) }
}

// noteChoices notes what several ways differ in, in memory and in what they return.
func (f *frame) noteChoices(ways []exit) {
	ways = ways[:min(len(ways), maxChoiceWays)]
	mems := make([]*value.Memory, len(ways))
	for i, w := range ways {
		mems[i] = w.mem
		for n, v := range w.values {
			if n < len(ways[0].values) {
				f.noteDifference(ways[0].values[n], v)
			}
		}
	}
	value.Differences(mems, func(contents []value.Value) {
		for _, v := range contents[1:] {
			f.noteDifference(contents[0], v)
		}
	})
}
