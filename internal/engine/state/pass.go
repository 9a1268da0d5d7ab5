package state

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ways"
)

// A pass is what a Reconcile and the functions that it hands its receiver to do with the receiver's fields.
type pass struct {
	pkg   *analysis.Pass
	built map[types.Object]*ssa.Function
	seen  map[part]bool // those that were followed, and whether without a lock
	sets  map[string]ssa.Instruction
	reads map[string][]token.Pos
	whole map[string]token.Pos       // structs that are read with all their fields
	lazy  map[string]bool            // set where they are not set yet
	first map[string]ssa.Instruction // and to what the request at hand says
	asked map[token.Pos]bool         // where they are read to see that
	ends  map[string]bool            // set to a constant, as to begin anew

	by    string            // the method that is followed, "" for one that takes items from a queue made by hand
	setBy map[string]string // that by which each field is set
	made  bool              // the Reconcile is called with an object and no request: its receiver may be made for that (state.txt)

	begins *ssa.Function                // the method that begins the pass
	step   ssa.Instruction              // the one of that method which is followed
	turns  map[string][]turn            // where each field is set to constants, see [pass.flagged]
	readIn map[string][]ssa.Instruction // the steps in which each is read

	setters map[string]*Setters // what the imports tell
	// handsBack is where a connecter returns itself, of which all is used then.
	handsBack token.Pos
}

// A part is a function with the field of the receiver that it is handed, "" for the receiver itself.
type part struct {
	fn *ssa.Function
	at string
}

// within reports whether a field is one of what another field is set to.
func (p *pass) within(name string) bool {
	for i := strings.LastIndexByte(name, '.'); i > 0; i = strings.LastIndexByte(name[:i], '.') {
		if p.sets[name[:i]] != nil {
			return true
		}
	}
	return false
}

// readAt returns where a field is read, a field of it, or the struct that it is in, no position if it is not.
func (p *pass) readAt(name string) token.Pos {
	for i, c := range name {
		if c == '.' && p.whole[name[:i]].IsValid() {
			return p.whole[name[:i]]
		}
	}
	for _, of := range slices.Sorted(maps.Keys(p.reads)) {
		i := slices.IndexFunc(p.reads[of], token.Pos.IsValid)
		if (of == name || strings.HasPrefix(of, name+".")) && i >= 0 {
			return p.reads[of][i]
		}
	}
	return token.NoPos
}

// set notes where a field is set.
func (p *pass) set(name string, at ssa.Instruction) {
	if p.sets[name] == nil || at.Pos() < p.sets[name].Pos() {
		p.sets[name], p.setBy[name] = at, p.by
	}
}

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
			early := func(step ssa.Instruction) bool { return !ways.Precedes(begin.step, step) }
			other := slices.IndexFunc(turns, func(t turn) bool { return t.store.Val.String() != begin.store.Val.String() })
			if other >= 0 && (begin.step == begin.store || begin.direct()) && len(p.readIn[name]) > 0 &&
				!slices.ContainsFunc(p.readIn[name], early) &&
				!slices.ContainsFunc(turns, func(t turn) bool { return t != begin && early(t.step) }) {
				p.set(name, turns[other].store)
			}
		}
	}
	clear(p.turns)
	clear(p.readIn)
}

// direct reports whether the step calls a function that first of all sets the field.
func (t turn) direct() bool {
	call, ok := t.step.(ssa.CallInstruction)
	return ok && call.Common().StaticCallee() == t.store.Parent() && t.store.Block().Index == 0
}
