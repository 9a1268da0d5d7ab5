package queuing

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// deferred finds the calls of Done that are deferred in a loop which goes on until its function returns: the items of all rounds
// before are given back only then, whatever they come from. Nothing is said where the places at which items are taken have it said.
func (p *program) deferred(said []Finding) []Finding {
	var list []Finding
	for _, fn := range p.funcs {
		for d := range ssacode.All[*ssa.Defer](fn) {
			o, is := operationOf(&d.Call)
			if !is || o.op != done || p.asksLength(fn, p.of(o.queue)) || !anotherEachRound(d, o.item) || leavesLoop(d.Block()) {
				continue
			}
			told := slices.ContainsFunc(said, func(f Finding) bool {
				return f.Rule == NoDone && fn.Syntax().Pos() <= f.Pos && f.Pos < fn.Syntax().End()
			})
			if !told {
				list = append(list, Finding{Rule: NoDone, Pos: d.Pos(), What: Late})
			}
		}
	}
	return list
}

// asksLength reports whether a function asks how many items are in a queue: it takes those that are there, and then gives them all back.
func (p *program) asksLength(fn *ssa.Function, queue *class) bool {
	for call := range ssacode.All[*ssa.Call](fn) {
		c := &call.Call
		if c.IsInvoke() && c.Method.Name() == "Len" && isQueue(c.Value.Type()) && p.of(c.Value).whole() == queue.whole() {
			return true
		}
	}
	return false
}

// anotherEachRound reports whether the value that is deferred with is another in each round: what it is comes after the call again.
func anotherEachRound(d *ssa.Defer, item ssa.Value) bool {
	made, ok := source(item).(ssa.Instruction)
	return ok && slices.ContainsFunc(d.Block().Succs, func(b *ssa.BasicBlock) bool { return ways.Reaches(b, made.Block()) })
}

// leavesLoop reports whether the loop that a block is in may be left other than by a return: it has a condition or is broken off, and
// takes as many items as it was told (deferredloop, some).
func leavesLoop(in *ssa.BasicBlock) bool {
	return slices.ContainsFunc(in.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		of, end, _ := strings.Cut(b.Comment, ".")
		return end == "done" && (of == "for" || strings.HasPrefix(of, "range")) && ways.Reaches(in, b) && !ways.Reaches(b, in)
	})
}
