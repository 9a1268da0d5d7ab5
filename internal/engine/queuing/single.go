package queuing

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxDepth bounds how deep it is followed what becomes of an item.
const maxDepth = 4

// anyConstant stands for every item that is written down as a constant.
var anyConstant ssa.Value = new(ssa.Const)

// same returns what stands for an item of a queue. A constant is the one that the worker has, if the worker does the same whichever
// item it gets, since it only hands the item to its queue again: adding the constant brings back that work.
func (f *frame) same(s *state, class *class, from ssa.Value) ssa.Value {
	if _, is := from.(*ssa.Const); !is {
		return from
	}
	for _, have := range sortedItems(s, f.number) {
		if have.class == class && have.from != nil && s.items[have]&taken != 0 && f.unused(have.from, maxDepth) {
			return have.from
		}
	}
	return anyConstant
}

// unused reports whether a value goes nowhere but to the methods of queues.
func (p *program) unused(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth == 0 {
		return false
	}
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeInterface:
			if !p.unused(use, depth) {
				return false
			}
		case ssa.CallInstruction:
			c := use.Common()
			if _, is := p.operationOf(c); is {
				continue
			}
			fn := c.StaticCallee()
			if fn == nil || !p.relevant[fn] || slices.ContainsFunc(c.Args,
				func(arg ssa.Value) bool { return arg == v && !p.unused(fn.Params[slices.Index(c.Args, v)], depth-1) }) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// thin reports whether a function does no more than add an item, and knows nothing of an error: whether there was one is for its
// callers to say.
func (p *program) thin(fn *ssa.Function, sum *summary) bool {
	if !p.handsOn(fn) || slices.ContainsFunc(fn.Params, func(param *ssa.Parameter) bool { return isTracked(param.Type()) }) {
		return false
	}
	if slices.ContainsFunc(sum.outcomes, func(o *outcome) bool { return o.fate&failed != 0 }) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if o, is := p.operationOf(call.Common()); is && o.op == added {
					return true
				}
			}
		}
	}
	return false
}
