package conflicts

import (
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// wiped reports whether a literal writes an object just as it has read it: what the function around it set before is gone with that read.
// conflicts, wiped.
func wiped(fn *ssa.Function, write *ssa.Call, of *ssa.FreeVar) bool {
	read := false
	for instr := range ssacode.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if root(i.Addr) == of {
				return false
			}
		case *ssa.MakeClosure:
			if slices.Contains(i.Bindings, ssa.Value(of)) {
				return false
			}
		case ssa.CallInstruction:
			c := i.Common()
			switch called := ways.Called(c); {
			case i == ssa.CallInstruction(write) || !hands(c, of):
			case called != nil && called.Name() == "Get" && known.Requests(called):
				read = true
			case called == nil || !onlyReads.MatchString(called.Name()):
				return false
			}
		}
	}
	return read && setsBefore(fn, of)
}

// onlyReads matches names of functions that change no object that they are handed.
var onlyReads = regexp.MustCompile(`^(Get|Is|Has|ObjectKey|DeepCopy)`)

// hands reports whether a call is one of a method of an object, or handed it.
func hands(c *ssa.CallCommon, of ssa.Value) bool {
	return c.IsInvoke() && root(c.Value) == of || slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return root(arg) == of })
}

// setsBefore reports whether the function around a literal sets a part of an object before it makes the literal.
func setsBefore(lit *ssa.Function, of *ssa.FreeVar) bool {
	at := slices.Index(lit.FreeVars, of)
	for made := range ssacode.All[*ssa.MakeClosure](lit.Parent()) {
		if made.Fn != ssa.Value(lit) {
			continue
		}
		object := root(made.Bindings[at])
		for instr := range ssacode.Instructions(lit.Parent()) {
			if sets(instr, object) && ways.Reaches(instr.Block(), made.Block()) && instr.Pos() < lit.Pos() {
				return true
			}
		}
	}
	return false
}

// sets reports whether an instruction sets a part of an object: a field, an entry of a map in it, or what a function does by its name.
func sets(instr ssa.Instruction, object ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		_, part := i.Addr.(*ssa.FieldAddr)
		return part && root(i.Addr) == object
	case *ssa.MapUpdate:
		return root(i.Map) == object
	case *ssa.Call:
		called := ways.Called(&i.Call)
		return called != nil && setting.MatchString(called.Name()) && hands(&i.Call, object)
	}
	return false
}

// setting matches the names of functions that set something in an object: SetLabels, AddFinalizer, SetStatusCondition.
var setting = regexp.MustCompile(`^(Set|Add|Remove)[A-Z]`)

// emptied returns the variable of the function around a literal which is given the answer of an update, and by which the next try asks for
// the object: where an update by a clientset fails, its answer has no name. Nil stands for none. conflicts, emptied.
func emptied(fn *ssa.Function, write *ssa.Call) ssa.Value {
	if updated(&write.Call) == nil {
		return nil
	}
	answer := ways.Result(write, 0)
	for given := range ssacode.Only[*ssa.Store](*referrers(answer)) {
		to, captured := given.Addr.(*ssa.FreeVar)
		if !captured || given.Block() != write.Block() {
			continue
		}
		for _, instr := range fn.Blocks[0].Instrs {
			store, stores := instr.(*ssa.Store)
			call, calls := instr.(*ssa.Call)
			if stores && store.Addr == to {
				break
			}
			if calls && asks(&call.Call, to) && returns(&call.Call, answer.Type()) {
				return to
			}
		}
	}
	return nil
}
