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
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
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
		for store := range ssacode.All[*ssa.Store](lit.Parent()) {
			_, part := store.Addr.(*ssa.FieldAddr)
			if part && root(store.Addr) == object && ways.Reaches(store.Block(), made.Block()) && store.Pos() < lit.Pos() {
				return true
			}
		}
	}
	return false
}
