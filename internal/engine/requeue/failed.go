package requeue

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// failed reports whether a node runs only where there is an error.
func (f *function) failed(n, parent ast.Node) bool {
	info := f.pass.TypesInfo
	switch parent := parent.(type) {
	case *ast.IfStmt:
		return parent.Body == n && syntax.TellsError(info, parent.Cond) || parent.Else == n && syntax.DeniesError(info, parent.Cond)
	case *ast.CaseClause:
		return slices.ContainsFunc(parent.List, func(e ast.Expr) bool { return syntax.TellsError(info, e) }) &&
			!slices.ContainsFunc(parent.List, func(e ast.Expr) bool { return e == n }) || f.after(parent.Body, n)
	case *ast.TypeSwitchStmt:
		return parent.Body == n && f.ofError(parent.Assign)
	case *ast.RangeStmt:
		return parent.Body == n && parent.Value != nil && syntax.IsError(f.typeOf(parent.Value))
	case *ast.BlockStmt:
		return f.after(parent.List, n)
	}
	return false
}

// after reports whether a statement stands behind one of the same list that returns where an error is nil.
func (f *function) after(list []ast.Stmt, n ast.Node) bool {
	for _, s := range list {
		if s == n {
			return false
		}
		branch, ok := s.(*ast.IfStmt)
		if !ok || branch.Else != nil || !syntax.OfError(f.pass.TypesInfo, branch.Cond, token.EQL) {
			continue
		}
		if _, returns := syntax.Last[*ast.ReturnStmt](branch.Body.List); returns {
			return true
		}
	}
	return false
}

// ofError reports whether a switch over types asks what an error is.
func (f *function) ofError(assign ast.Stmt) bool {
	return syntax.Any(assign, func(assert *ast.TypeAssertExpr) bool { return syntax.IsError(f.typeOf(assert.X)) })
}
