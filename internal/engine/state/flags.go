package state

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A turn is where a pass sets a field to a constant, or counts it.
type turn struct {
	store *ssa.Store
	step  ssa.Instruction // of the method that begins the pass
}

// stores notes what a store does to a field, of which full is the name with all that it is in.
func (p *pass) stores(i *ssa.Store, recv ssa.Value, name, full string) {
	if constant(i.Val) {
		p.ends[full] = true
		p.turns[full] = append(p.turns[full], turn{i, p.step})
		return
	}
	branch := unset(i, recv, name)
	if branch == nil {
		p.set(full, i)
		return
	}
	p.lazy[full] = true
	if asked := zeroed(branch.Cond, recv, name); asked != nil && ofRequest(i.Val, recv, make(map[ssa.Value]bool)) {
		p.first[full], p.asked[asked.Pos()] = i, true
	}
}

// flagged counts fields as set that the pass sets to one constant at first, and then to another one or counts, before it reads them: those
// say something of this pass, as no other step comes before (state.txt, flag).
func (p *pass) flagged() {
	for name, turns := range p.turns {
		for _, begin := range turns {
			after := func(step ssa.Instruction) bool { return comesBefore(begin.step, step) }
			other := slices.IndexFunc(turns, func(t turn) bool { return t.store.Val.String() != begin.store.Val.String() })
			if other < 0 || begin.step.Parent() != begin.store.Parent() && !begin.direct() || !slices.ContainsFunc(p.readAfter[name], after) {
				continue
			}
			if !slices.ContainsFunc(p.readAfter[name], func(step ssa.Instruction) bool { return !after(step) }) &&
				!slices.ContainsFunc(turns, func(t turn) bool { return t != begin && !after(t.step) }) {
				p.set(name, turns[other].store)
			}
		}
	}
	clear(p.turns)
	clear(p.readAfter)
}

// direct reports whether the step calls a function that first of all sets the field.
func (t turn) direct() bool {
	call, ok := t.step.(ssa.CallInstruction)
	return ok && call.Common().StaticCallee() == t.store.Parent() && t.store.Block().Index == 0
}

// comesBefore reports whether one instruction of a function is always run before another one.
func comesBefore(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(a.Block().Instrs, b)
	}
	return a.Block().Dominates(b.Block())
}
