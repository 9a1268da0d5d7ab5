package conflicts

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

const apiErrors = "k8s.io/apimachinery/pkg/api/errors"

// isNamed reports whether a value is a function of that name.
func isNamed(v ssa.Value, name symbol.Name) bool {
	fn, ok := v.(*ssa.Function)
	return ok && fn.Object() != nil && symbol.Of(fn.Object()) == name
}

func isConflict(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && ways.Called(&call.Call) != nil && symbol.Of(ways.Called(&call.Call)) == known.IsConflict
}

// refusesConflict reports whether a function that says after which errors something is tried again certainly says no to a conflict: it asks
// for other kinds alone, by functions of package errors, itself or by a function of the package. conflicts.txt, not after conflicts.
func refusesConflict(fn *ssa.Function) bool {
	if fn == nil || len(fn.Blocks) == 0 {
		return fn != nil && fn.Object() != nil && symbol.Of(fn.Object()).In(apiErrors) && !isNamed(fn, known.IsConflict)
	}
	var from *ssa.BasicBlock
	for at, steps := fn.Blocks[0], 0; steps < 2*len(fn.Blocks); steps++ {
		switch last := at.Instrs[len(at.Instrs)-1].(type) {
		case *ssa.Return:
			answer, told := ofConflict(last.Results[0], from)
			return told && !answer
		case *ssa.If:
			holds, told := ofConflict(last.Cond, from)
			if !told {
				return false
			}
			next := at.Succs[1]
			if holds {
				next = at.Succs[0]
			}
			from, at = at, next
		case *ssa.Jump:
			from, at = at, at.Succs[0]
		default:
			return false
		}
	}
	return false
}

// ofConflict returns what a condition is for a conflict, in a block that is come to from another one.
func ofConflict(v ssa.Value, from *ssa.BasicBlock) (holds, told bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && constant.BoolVal(v.Value), v.Value != nil
	case *ssa.UnOp:
		holds, told := ofConflict(v.X, from)
		return !holds, told && v.Op == token.NOT
	case *ssa.Phi:
		if i := slices.Index(v.Block().Preds, from); i >= 0 {
			return ofConflict(v.Edges[i], from)
		}
	case *ssa.Call:
		if v.Parent().Parent() != nil && refusesConflict(v.Call.StaticCallee()) { // a literal that asks a function of the package
			return false, true
		}
		fn := ways.Called(&v.Call)
		return isConflict(v), fn != nil && symbol.Of(fn).Package() == apiErrors
	}
	return false, false
}
