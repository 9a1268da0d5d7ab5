package interp

import (
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// maxIdleSteps bounds the instructions of a loop that calls nothing that matters: one that
// counts, or fills a table. What it would compute further is not known then, and
// the code after it goes on.
const maxIdleSteps = 20_000

// maxIdleCalls bounds the instructions of a function that calls nothing that matters, such
// as one that copies a large object, in a run aside: from then on it is not followed.
const maxIdleCalls = 1_000

// tooLong reports whether a loop that is still going on may be left.
func (f *frame) tooLong(loop int) bool {
	if f.rounds[loop] == 1 {
		f.began[loop] = f.steps
	}
	return f.steps-f.began[loop] > maxIdleSteps && f.idle(loop)
}

// idle reports whether a loop can only compute: whether it calls no function value, no
// method of an interface, and no function that the host knows or that does.
func (f *frame) idle(loop int) bool {
	key := loopKey{f.fn, loop}
	idle, known := f.idleLoops[key]
	if !known {
		idle = true
		reached := make(map[*code.Func]bool)
		for _, b := range f.body.LoopBlocks(loop) {
			idle = idle && f.computes(&f.body.Blocks[b], reached)
		}
		f.idleLoops[key] = idle
	}
	return idle
}

// idleFunc reports whether a function can only compute.
func (in *Interp) idleFunc(fn *code.Func) bool {
	reached := make(map[*code.Func]bool)
	idle := in.onlyComputes(fn, reached)
	if idle {
		for fn := range reached { // what they call is among them
			in.idleFuncs[fn] = true
		}
	}
	return idle
}

// onlyComputes is idleFunc for a function that is called by those reached already; it adds to them.
func (in *Interp) onlyComputes(fn *code.Func, reached map[*code.Func]bool) bool {
	if idle, known := in.idleFuncs[fn]; known {
		return idle
	}
	if reached[fn] {
		return true // if the others do
	}
	reached[fn] = true
	blocks := fn.Body().Blocks
	for i := range blocks {
		if !in.computes(&blocks[i], reached) {
			in.idleFuncs[fn] = false
			return false
		}
	}
	return true
}

func (in *Interp) computes(b *code.Block, reached map[*code.Func]bool) bool {
	for i := range b.Instrs {
		switch instr := &b.Instrs[i]; instr.Op {
		case code.OpGo, code.OpDefer, code.OpCallValue:
			return false
		case code.OpInvoke:
			if !in.Host.Harmless(instr.Symbol()) {
				return false
			}
		case code.OpCall:
			if in.Host.Knows(instr.Symbol()) {
				return false
			}
			if fn := in.Root.Find(instr.Symbol()); fn != nil && !in.onlyComputes(fn, reached) {
				return false
			}
		}
	}
	return true
}

// leave makes what a loop computes unknown.
func (f *frame) leave(loop int) {
	computed := &value.Unknown{Why: "what a loop of many rounds computes"}
	for _, b := range f.body.LoopBlocks(loop) {
		for i := range f.body.Blocks[b].Instrs {
			in := &f.body.Blocks[b].Instrs[i]
			switch in.Op {
			case code.OpStore:
				value.Each(f.value(in.Args[0]), func(v value.Value) {
					if p, ok := v.(value.Ptr); ok {
						p.Path = anyIndex(p.Path)
						f.store(p, f.work.Join(f.load(p), computed))
					}
				})
			case code.OpMapUpdate:
				value.Each(f.value(in.Args[0]), func(v value.Value) {
					if e, ok := f.entries(v); ok {
						next := *e
						next.Rest = f.work.Join(e.Rest, f.work.Join(f.value(in.Args[2]), computed))
						f.mem.Set(v.(value.Map).Obj, &next)
					}
				})
			}
		}
	}
	for _, b := range f.body.LoopBlocks(loop) {
		for i := range f.body.Blocks[b].Instrs {
			if dst := f.body.Blocks[b].Instrs[i].Dst; dst >= 0 {
				switch v := f.regs[dst].(type) {
				case *value.Basic, *value.Arith, *value.Union:
					f.set(dst, computed)
				case value.Slice:
					f.set(dst, value.Slice{Obj: v.Obj, Lo: v.Lo, Hi: -1})
				}
			}
		}
	}
}

// anyIndex returns a path with the last index in it left open.
func anyIndex(path string) string {
	parts := strings.Split(path, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if _, err := strconv.Atoi(parts[i]); err == nil {
			parts[i] = value.AnyElem
			break
		}
	}
	return strings.Join(parts, "/")
}
