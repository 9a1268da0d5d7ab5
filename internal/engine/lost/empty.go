package lost

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// asksNothing reports whether a Result that is written down is as good as empty.
func (f *function) asksNothing(lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		value := f.info.Types[field.Value].Value
		if value == nil || value.Kind() == constant.Bool && constant.BoolVal(value) || value.Kind() == constant.Int && constant.Sign(value) != 0 {
			return false
		}
	}
	return true
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
	if len(body) != 1 {
		return false
	}
	ret, ok := body[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || !isNil(ret.Results[1]) {
		return false
	}
	lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	return ok && f.asksNothing(lit)
}

// comesBackEmpty reports whether a function of another package can come back with nothing but an empty Result and nil.
func (f *function) comesBackEmpty(fn *types.Func) bool {
	if f.Program == nil || fn.Pkg() == nil {
		return false
	}
	sum := f.Program.SummariesOf(fn.Pkg().Path())[symbol.Of(fn)]
	return sum != nil && !sum.Lost && len(sum.Outcomes) > 0 && !slices.ContainsFunc(sum.Outcomes, func(o *paths.Outcome) bool {
		asks, failed := paths.PairOf(o.Results, fn.Signature().Results())
		return !asks.IsZero() || failed.Is != paths.No
	})
}

// cameWith reports whether a variable is set by the call that the error comes from, and by nothing else.
func (p *path) cameWith(e ast.Expr) bool {
	v := syntax.Var(p.info, e)
	sets, ours := 0, false
	for assign := range syntax.All[*ast.AssignStmt](p.decl.Body) {
		for _, lhs := range assign.Lhs {
			root := lhs
			if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok {
				root = sel.X
			}
			if syntax.Var(p.info, root) == v {
				sets++
				ours = ours || len(assign.Rhs) == 1 && ast.Unparen(assign.Rhs[0]) == ast.Expr(p.call)
			}
		}
	}
	return sets == 1 && ours
}
