package lost

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// asksNothing reports whether an expression is a Result that is written down, and as good as empty.
func (f *function) asksNothing(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(syntax.FieldValues(lit)) < len(lit.Elts) {
		return false
	}
	return every(syntax.FieldValues(lit), func(e ast.Expr) bool {
		value := f.info.Types[e].Value
		return value != nil && (value.Kind() != constant.Bool || !constant.BoolVal(value)) &&
			(value.Kind() != constant.Int || constant.Sign(value) == 0)
	})
}

// saysAllDone reports whether a return hands back an empty Result that is written down, and nil.
func (f *function) saysAllDone(ret *ast.ReturnStmt) bool {
	return len(ret.Results) == 2 && known.IsResult(f.info.TypeOf(ret.Results[0])) && f.asksNothing(ret.Results[0]) && isNil(ret.Results[1])
}

// answersEmpty reports whether a call is of a function of the package that does nothing but return an empty Result and nil.
func (f *function) answersEmpty(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || !known.ReturnsResult(fn.Signature()) {
		return false
	}
	if f.decls[fn.Origin()] == nil {
		return f.comesBackEmpty(fn)
	}
	body := f.decls[fn.Origin()].Body.List
	ret, ok := syntax.Last[*ast.ReturnStmt](body)
	return ok && len(body) == 1 && f.saysAllDone(ret)
}

// comesBackEmpty reports whether a function of another package can come back with nothing but an empty Result and nil.
func (f *function) comesBackEmpty(fn *types.Func) bool {
	if f.Program == nil || fn.Pkg() == nil {
		return false
	}
	sum := f.Program.SummariesOf(fn.Pkg().Path())[symbol.Of(fn)]
	return sum != nil && !sum.Lost && len(sum.Outcomes) > 0 && every(sum.Outcomes, func(o *paths.Outcome) bool {
		asks, failed := paths.PairOf(o.Results, fn.Signature().Results())
		return asks.IsZero() && failed.Is == paths.No
	})
}

// cameWith reports whether a variable is set by the call that the error comes from, and by nothing else.
func (p *path) cameWith(e ast.Expr) bool {
	v := syntax.Var(p.info, e)
	sets, ours := 0, false
	for assign := range syntax.All[*ast.AssignStmt](p.decl.Body) {
		for _, lhs := range assign.Lhs {
			if syntax.Root(p.info, lhs) == v {
				sets++
				ours = ours || ast.Unparen(assign.Rhs[0]) == ast.Expr(p.call)
			}
		}
	}
	return sets == 1 && ours
}
