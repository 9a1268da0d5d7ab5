package queuing

import (
	"go/constant"
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
	return fn != nil && fn.Name() == method && fn.Pkg() != nil && fn.Pkg().Path() == "context" && call.Call.IsInvoke() &&
		given(call.Call.Value)
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
			if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() == "context" && fn.Name() != "WithValue" || len(x.Call.Args) == 0 ||
				!types.Identical(x.Type(), x.Call.Args[0].Type()) {
				return false
			}
			v = x.Call.Args[0]
		default:
			return false
		}
	}
	return false
}

// noCase reports whether a comparison is the last of several of one value, after which there is nothing for others: whoever wrote
// it knows of no other values.
func noCase(c *ssa.BinOp) bool {
	if _, isConst := c.Y.(*ssa.Const); !isConst || c.Op != token.EQL {
		return false
	}
	b := c.Block()
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || branch.Cond != c || len(b.Succs[1].Preds) < 2 || len(b.Preds) != 1 {
		return false
	}
	before, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	other, ok := before.Cond.(*ssa.BinOp)
	return ok && other.Op == token.EQL && other.X == c.X
}

// caseOf returns the select and the case that a comparison is about, nil for any other comparison.
func caseOf(c *ssa.BinOp) (*ssa.Select, int) {
	index, ok := c.X.(*ssa.Extract)
	if !ok || index.Index != 0 {
		return nil, 0
	}
	choice, ok := index.Tuple.(*ssa.Select)
	if !ok {
		return nil, 0
	}
	k, ok := c.Y.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return nil, 0
	}
	if n := int(k.Int64()); n >= 0 && n < len(choice.States) {
		return choice, n
	}
	return nil, 0
}
