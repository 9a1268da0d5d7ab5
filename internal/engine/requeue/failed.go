package requeue

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// tells reports whether a condition holds only if there is an error, and what kind of error that is: a call that is handed one and
// says yes knows it.
func (f *function) tells(cond ast.Expr) bool {
	if call, ok := ast.Unparen(cond).(*ast.CallExpr); ok {
		return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return syntax.IsError(f.typeOf(arg)) })
	}
	if e, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && e.Op == token.LOR {
		return f.tells(e.X) && f.tells(e.Y)
	} else if ok && e.Op == token.LAND {
		return f.tells(e.X) || f.tells(e.Y)
	}
	return syntax.OfError(f.pass.TypesInfo, cond, token.NEQ)
}

// denies reports whether a condition does not hold only if there is an error.
func (f *function) denies(cond ast.Expr) bool {
	if e, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && e.Op == token.LOR {
		return f.denies(e.X) || f.denies(e.Y)
	}
	return syntax.OfError(f.pass.TypesInfo, cond, token.EQL)
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
	return syntax.Any(assign, func(n ast.Node) bool {
		assert, ok := n.(*ast.TypeAssertExpr)
		return ok && syntax.IsError(f.typeOf(assert.X))
	})
}

// failed reports whether a node runs only where there is an error.
func (f *function) failed(n, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.IfStmt:
		return parent.Body == n && f.tells(parent.Cond) || parent.Else == n && f.denies(parent.Cond)
	case *ast.CaseClause:
		return slices.ContainsFunc(parent.List, f.tells) && !slices.ContainsFunc(parent.List, func(e ast.Expr) bool { return e == n }) ||
			f.after(parent.Body, n)
	case *ast.TypeSwitchStmt:
		return parent.Body == n && f.ofError(parent.Assign)
	case *ast.RangeStmt:
		return parent.Body == n && parent.Value != nil && syntax.IsError(f.typeOf(parent.Value))
	case *ast.BlockStmt:
		return f.after(parent.List, n)
	}
	return false
}
