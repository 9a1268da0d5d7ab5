package interp

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// Limits on how often a loop is followed: one over elements that are known, and
// one that waits for something.
const (
	maxRounds = 200_000
	maxWaits  = 32
)

// call runs fn and returns its results.
func (in *Interp) call(fn *code.Func, args, bound []value.Value, types map[string]string, from value.Place) value.Value {
	in.called[fn.Sym] = true
	if in.Exhausted() {
		return in.giveUp(fn, "the program is larger than what is followed")
	}
	if in.depth >= maxDepth {
		in.met(fmt.Sprintf("calls are nested more than %d deep", maxDepth), from)
		return in.giveUp(fn, "calls are nested deeper than what is followed")
	}
	if !in.mayRecur(fn, args, from) {
		return in.giveUp(fn, "recursion")
	}
	body := fn.Body()
	if len(body.Blocks) == 0 {
		return in.giveUp(fn, "a function without a body")
	}
	before, undecided := in.enterCall(fn, args)
	defer in.leaveCall(fn, before, undecided)

	f := &frame{Interp: in, fn: fn, body: body, node: &value.Node{Caller: from.Node, Fn: fn, At: from.Pos, Mention: in.mention,
		Start: in.startOf(from), Either: in.either}, types: types, meets: -1}
	outer := in.current
	in.current = f
	defer func() { in.current = outer }()
	if len(body.Loops) > 0 {
		f.forked, f.bounded, f.open, f.decided = make(map[int]bool), make(map[int]bool), make(map[int]bool), make(map[int]bool)
		f.ends = make(map[int][]value.Value)
		f.rounds, f.began, f.counting = make(map[int]int), make(map[int]int), make(map[int]bool)
		f.countsAt, f.compared = make(map[int]int), make(map[int][]value.Value)
	}
	in.mention, in.either = value.Place{}, false
	f.repeats, in.repeats = in.repeats, false
	f.regs = make([]value.Value, body.Regs)
	f.node.Registers = f.regs
	defer func() { f.node.Registers = nil }() // nodes are kept for longer
	copy(f.regs, args[:min(len(args), fn.Params)])
	for i := len(args); i < fn.Params; i++ {
		f.regs[i] = &value.Unknown{Why: "an argument that is not known"}
	}
	copy(f.regs[fn.Params:], bound[:min(len(bound), fn.Free)])
	entry := in.mem
	if body.Defers {
		f.waiting = f.New("deferred calls", value.Zero{}, from).Obj
	}
	f.run(0, -1, -1, new([]exit))
	return f.finish(entry)
}

func (in *Interp) giveUp(fn *code.Func, why string) value.Value {
	return unknownResults(fn.Results, &value.Unknown{Why: why})
}

// finish joins the ways f returned into the memory at its entry.
func (f *frame) finish(entry *value.Memory) value.Value {
	f.mem = entry
	ways := f.returns
	if f.fn.ErrResult {
		var ok []exit
		for _, r := range ways {
			if !r.failed {
				ok = append(ok, r)
			}
		}
		if len(ok) > 0 {
			ways = ok
		}
	}
	if len(ways) == 0 {
		f.End(Exits) // no way returns
		if f.panics {
			f.End(Panics)
		}
		return unknownResults(f.fn.Results, &value.Unknown{Why: "a function that does not return"})
	}
	if f.chose && len(ways) > 1 {
		f.noteChoices(ways)
	}
	mems := make([]*value.Memory, len(ways))
	var result value.Value
	results := make([]value.Value, len(ways))
	for i, w := range ways {
		mems[i] = w.mem
		switch len(w.values) {
		case 0:
		case 1:
			results[i] = w.values[0]
		default:
			results[i] = value.Tuple(w.values)
		}
	}
	f.work.Add(len(ways))
	result = value.JoinAll(results, f.work)
	entry.Join(mems)
	if f.more {
		result = f.work.Join(result, unknownResults(f.fn.Results, &value.Unknown{Why: "a function that returns in more ways than are followed"}))
	}
	return result
}

// run follows the code from block b, entered from block from, until control
// reaches stop (-1: until it returns). It adds the ways in which stop was reached to reached.
func (f *frame) run(b, from, stop int, reached *[]exit) {
	for b != stop {
		if !f.entered {
			if f.past[b] != nil {
				*f.past[b] = append(*f.past[b], exit{from: from, mem: f.mem, loops: f.saveLoops()})
				return
			}
			if f.endless(b, from) {
				return
			}
			f.enter(b, nil, []exit{{from: from}})
		}
		f.entered = false
		next := f.block(b, stop, reached)
		if next < 0 {
			return
		}
		b, from = next, f.last
	}
	*reached = append(*reached, exit{from: from, mem: f.mem, loops: f.saveLoops()})
}

// block runs the instructions of block b and returns the block that follows, -1 if
// control does not go on from here. The block control left from is f.last.
func (f *frame) block(b, stop int, reached *[]exit) int {
	block := &f.body.Blocks[b]
	f.at = b
	for i := range block.Instrs {
		in := &block.Instrs[i]
		if in.Op == code.OpPhi {
			continue
		}
		f.steps++
		f.work.Add(value.Instruction)
		if f.Exhausted() {
			if !f.overShare() {
				f.met("to follow all of it takes more work than is done for one program", f.place(in))
			}
			f.cut()
			return -1
		}
		switch in.Op {
		case code.OpJump:
			f.last = b
			return block.Succs[0]
		case code.OpReturn:
			f.ret(in)
			return -1
		case code.OpPanic:
			return f.panicked(b)
		case code.OpIf:
			return f.branch(b, stop, in, reached)
		}
		f.exec(in)
		switch f.goOn() {
		case Exits:
			return -1
		case Panics:
			return f.panicked(b)
		}
	}
	return -1
}

// cut ends a run that became too long: the function returns, with what is known so far.
func (f *frame) cut() {
	if len(f.returns) >= maxReturns {
		f.more = true
		return
	}
	values := make([]value.Value, f.fn.Results)
	for i := range values {
		values[i] = &value.Unknown{Why: "the program is larger than what is followed"}
	}
	f.returns = append(f.returns, exit{mem: f.mem, values: values})
}

func (f *frame) ret(in *code.Instr) {
	values := make([]value.Value, len(in.Args))
	for i, a := range in.Args {
		values[i] = f.stored(a, in.Pos)
	}
	e := exit{mem: f.mem, values: values}
	if f.fn.ErrResult && len(values) > 0 {
		err := values[len(values)-1]
		e.failed = value.NonNil(err)
		if !e.failed && value.IsUnresolved(err) {
			// Whether this way fails nobody knows, and so whether its other results count.
			for i, v := range values[:len(values)-1] {
				values[i] = f.work.Join(v, &value.Unknown{Why: maybeLeft, Unresolved: true})
			}
		}
	}
	if len(f.returns) >= maxReturns {
		f.more = true
		return
	}
	f.returns = append(f.returns, e)
}

// enter makes the ways in which block b is reached one: it sets the block's phis,
// and what the ways left in the registers of loops and, since before, in memory.
func (f *frame) enter(b int, before *value.Memory, ways []exit) {
	block := &f.body.Blocks[b]
	n := 0
	for n < len(block.Instrs) && block.Instrs[n].Op == code.OpPhi {
		n++
	}
	if body, isLoop := f.body.Loops[b]; isLoop {
		f.decided[b] = false
		if !body[ways[0].from] { // it begins
			f.bounded[b], f.open[b], f.counting[b], f.rounds[b] = false, false, false, 0
			for inner := range body {
				delete(f.forked, inner)
				delete(f.compared, inner)
			}
		}
	}
	values := make([][]value.Value, n) // of the phis, on each way
	for _, w := range ways {
		if w.loops != nil {
			f.restoreLoops(w.loops)
		}
		for i := range n {
			in := &block.Instrs[i]
			for p, pred := range block.Preds {
				if pred == w.from {
					values[i] = append(values[i], f.value(in.Args[p]))
				}
			}
		}
	}
	if len(ways) > 1 {
		for i, r := range f.body.LoopRegs {
			list := make([]value.Value, len(ways))
			for j, w := range ways {
				list[j] = w.loops[i]
			}
			f.set(r, value.JoinAll(list, f.work))
		}
	}
	if before != nil { // else control just went on
		mems := make([]*value.Memory, len(ways))
		for i, w := range ways {
			mems[i] = w.mem
		}
		f.mem.Join(mems) // what is made of lists from here on reads what the ways have put into them
	}
	again := f.body.Loops[b][ways[0].from] && f.isOpen(b)
	joined := make([]value.Value, n)
	for i := range n {
		joined[i] = value.JoinAll(values[i], f.work)
		if again && f.grows(&block.Instrs[i]) {
			joined[i] = f.anyRound(b, f.regs[block.Instrs[i].Dst], joined[i])
		}
	}
	for i := range n {
		f.set(block.Instrs[i].Dst, joined[i])
	}
}

// endless reports whether control comes back to the header of a loop that it had no
// chance to leave: it never ends, and one round has shown what it does.
func (f *frame) endless(b, from int) bool {
	return f.body.Loops[b][from] && !f.decided[b]
}

func (f *frame) saveLoops() []value.Value {
	if len(f.body.LoopRegs) == 0 {
		return nil
	}
	out := make([]value.Value, len(f.body.LoopRegs))
	for i, r := range f.body.LoopRegs {
		out[i] = f.regs[r]
	}
	return out
}

func (f *frame) restoreLoops(saved []value.Value) {
	if saved == nil {
		return
	}
	for i, r := range f.body.LoopRegs {
		f.set(r, saved[i])
	}
}
