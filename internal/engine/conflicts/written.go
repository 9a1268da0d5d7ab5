package conflicts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// writtenAgain finds the writes of a function that cannot do what they are meant to, because of what has become of the object before.
func writtenAgain(fn *ssa.Function) (list []Conflict) {
	all := writesOf(fn)
	for _, then := range all {
		if found, is := fromItself(fn, then); is && !(found.Form == Reversed && slices.ContainsFunc(all, then.takesBack)) {
			list = append(list, found)
		}
		for _, first := range all {
			if found, is := after(fn, first, then, all); is {
				list = append(list, found)
				break
			}
		}
	}
	return list
}

// after looks at a write after another one.
func after(fn *ssa.Function, first, then write, all []write) (Conflict, bool) {
	found := Conflict{Pos: then.call.Pos(), Object: nameOf(then.object), Since: first.call.Pos()}
	if first.call == then.call {
		return found, false
	}
	if then.version() == first.object && inConflict(first.call, then.call) && !between(first.call, then.call, anew(then.object, first, then)) {
		found.Since = 0
		return found, true
	}
	well := wentWell(first.call)
	if well == nil || well != then.call.Block() && !reaches(well, then.call.Block()) {
		return found, false
	}
	if version := then.version(); version != nil && related(version, first.object) &&
		!between(first.call, then.call, anew(version, first, then)) {
		found.Form = Outdated
		return found, true
	}
	if first.object != then.object || first.status == then.status {
		return found, false
	}
	part := status
	if !then.status {
		part = spec
	}
	for set := range ssacode.Instructions(fn) {
		if !setsPart(set, then.object, part) || !ways.Precedes(set, first.call) || set.Pos() > first.call.Pos() ||
			between(set, first.call, func(i ssa.Instruction) bool {
				return slices.ContainsFunc(all, func(w write) bool { return w.call == i && w.status == then.status })
			}) ||
			between(first.call, then.call, func(i ssa.Instruction) bool { return touches(i, then.object, part) }) {
			continue
		}
		found.Form, found.Part = Taken, part[1:]
		if call, ok := set.(*ssa.Call); ok && calledName(&call.Call) == "RemoveFinalizer" {
			found.Part = "Finalizers"
		}
		return found, true
	}
	return found, false
}

// fromItself looks at a patch that is made from the object as it is, or the other way round.
func fromItself(fn *ssa.Function, w write) (Conflict, bool) {
	found := Conflict{Pos: w.call.Pos(), Object: nameOf(w.object), Form: Unchanged}
	if w.base == nil {
		return found, false
	}
	if w.base == w.object {
		return found, true
	}
	of, made := copied(w.base)
	if of != w.object {
		if of, made = copied(w.object); of != w.base {
			return found, false
		}
	}
	if of == nil || between(made, w.call, func(i ssa.Instruction) bool { return touches(i, w.object, "") }) {
		return found, false
	}
	for set := range ssacode.Instructions(fn) {
		switch {
		case setsPart(set, w.base, "") && leads(made, set, nil) && ways.Precedes(set, w.call) && set.Pos() > made.Pos() &&
			!(clears(set) && parameter(w.object) != nil): // callers may have set that: conflicts, assumed
			found.Form = Reversed
			return found, true
		case of == w.object && setsAny(set, of) && ways.Precedes(set, made) && set.Pos() < made.Pos() &&
			!between(set, made, func(i ssa.Instruction) bool { return asksFor(i, of) }):
			return found, true
		}
	}
	return found, false
}

// clears reports whether an instruction sets something to nil, "" or 0.
func clears(set ssa.Instruction) bool {
	store, ok := set.(*ssa.Store)
	if !ok {
		return false
	}
	to, ok := store.Val.(*ssa.Const)
	return ok && (to.Value == nil || to.Value.ExactString() == `""` || to.Value.ExactString() == "0")
}

// takesBack reports whether a patch is made from what another write has sent, and so takes that back on purpose: conflicts, takenBack.
func (w write) takesBack(sent write) bool { return sent.object == w.base }

func setsAny(instr ssa.Instruction, object ssa.Value) bool {
	return setsPart(instr, object, "") || setsPart(instr, object, spec)
}

// asksFor reports whether an instruction is a call that may write or read an object.
func asksFor(instr ssa.Instruction, object ssa.Value) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && handsContext(call.Common()) && isHanded(call.Common(), object)
}

// anew returns what asks whether an instruction other than two writes may give an object another version.
func anew(object ssa.Value, first, then write) func(ssa.Instruction) bool {
	versioned := func(instr ssa.Instruction) bool {
		to, _ := versionSet(instr)
		if to == nil {
			return false
		}
		of, _ := own(to) // a copy, too: conflicts, versionPassed
		return of == object
	}
	_, made := copied(object)
	return func(instr ssa.Instruction) bool {
		if instr == first.call || instr == then.call || instr == made {
			return instr == made
		}
		switch i := instr.(type) {
		case *ssa.Store:
			of, path := own(i.Addr)
			return of == object && (path == "" || path == ".ObjectMeta") || versioned(instr)
		case *ssa.Call:
			if called := ways.Called(&i.Call); called != nil && !handsContext(&i.Call) && setting.MatchString(called.Name()) {
				return versioned(instr)
			}
			return touches(instr, object, ".ObjectMeta") || versioned(instr)
		case *ssa.MakeClosure:
			return touches(instr, object, "")
		}
		return false
	}
}

// related reports whether of two variables one is a copy of the other, or both are of a third.
func related(one, other ssa.Value) bool {
	if one == other {
		return false
	}
	oneOf, _ := copied(one)
	otherOf, _ := copied(other)
	return oneOf == other || otherOf == one || oneOf != nil && oneOf == otherOf
}

// inConflict reports whether a write comes only after a conflict of another one.
func inConflict(first, then *ssa.Call) bool {
	for asks := range ssacode.Only[*ssa.Call](*first.Referrers()) {
		if !isConflict(asks) {
			continue
		}
		for branch := range ssacode.Only[*ssa.If](*asks.Referrers()) {
			if yes := branch.Block().Succs[0]; len(yes.Preds) == 1 && yes.Dominates(then.Block()) {
				return true
			}
		}
	}
	return false
}
