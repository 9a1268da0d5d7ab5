package requeue

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// failed reports whether a node runs only where there is an error.
func (f *function) failed(n, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.IfStmt:
		return parent.Body == n && f.tells(parent.Cond) || parent.Else == n && f.compares(parent.Cond, token.EQL, token.LOR)
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

// tells reports whether a condition holds only if there is an error, and what kind of error that is: a call that is handed one and
// says yes knows it.
func (f *function) tells(cond ast.Expr) bool {
	if call, ok := ast.Unparen(cond).(*ast.CallExpr); ok {
		return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return syntax.IsError(f.typeOf(arg)) })
	}
	if e, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && (e.Op == token.LAND || e.Op == token.LOR) {
		if e.Op == token.LOR {
			return f.tells(e.X) && f.tells(e.Y)
		}
		return f.tells(e.X) || f.tells(e.Y)
	}
	return f.compares(cond, token.NEQ, token.LAND)
}

// compares reports whether a condition holds only if an error is compared with nil by an operator, alone or with others.
func (f *function) compares(cond ast.Expr, op, with token.Token) bool {
	e, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	switch {
	case !ok:
		return false
	case e.Op == with:
		return f.compares(e.X, op, with) || f.compares(e.Y, op, with)
	}
	return e.Op == op && syntax.Is(e.Y, "nil") && syntax.IsError(f.typeOf(e.X))
}

// after reports whether a statement stands behind one of the same list that returns where an error is nil.
func (f *function) after(list []ast.Stmt, n ast.Node) bool {
	for _, s := range list {
		if s == n {
			return false
		}
		branch, ok := s.(*ast.IfStmt)
		if !ok || branch.Else != nil || len(branch.Body.List) == 0 {
			continue
		}
		_, returns := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
		if e, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && returns && e.Op == token.EQL && f.compares(e, token.EQL, token.LOR) {
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

// fails reports whether a statement returns an error that is made there, and so not nil.
func (f *function) fails(ret *ast.ReturnStmt) bool {
	if len(ret.Results) < 2 {
		return false
	}
	call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch syntax.CalledName(f.pass.TypesInfo, call) {
	case "errors.New", "fmt.Errorf", known.Reconcile + ".TerminalError":
		return true
	}
	return false
}
