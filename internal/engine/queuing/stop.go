package queuing

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ways"
)

// stops reports whether a comparison that holds says that the program ends: a select has seen the end of a context or of a
// channel that the function was given to stop with.
func stops(c *ssa.BinOp) bool {
	choice, n := caseOf(c)
	if choice == nil || choice.States[n].Dir != types.RecvOnly {
		return false
	}
	on := choice.States[n].Chan
	if call, ok := on.(*ssa.Call); ok {
		return ofContext(call, "Done")
	}
	ch, ok := on.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0 && given(on)
}

// ofContext reports whether a call is of a method of a context that the function was given, for longer than one item then.
func ofContext(call *ssa.Call, method string) bool {
	fn := ways.Called(&call.Call)
	return fn != nil && fn.Name() == method && fn.Pkg() != nil && fn.Pkg().Path() == "context" && call.Call.IsInvoke() && given(call.Call.Value)
}

// given reports whether a value comes from outside the function: a parameter, a captured variable or a field. A context with other
// values, such as a logger, is the same for this.
func given(v ssa.Value) bool {
	for range 10 {
		switch x := source(v).(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		case *ssa.UnOp:
			_, field := x.X.(*ssa.FieldAddr)
			_, free := x.X.(*ssa.FreeVar)
			return x.Op == token.MUL && (field || free)
		case *ssa.Call:
			fn := ways.Called(&x.Call)
			if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() == "context" && fn.Name() != "WithValue" || len(x.Call.Args) == 0 || !types.Identical(x.Type(), x.Call.Args[0].Type()) {
				return false
			}
			v = x.Call.Args[0]
		default:
			return false
		}
	}
	return false
}
