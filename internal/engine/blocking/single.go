package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// single reports whether a Reconcile returns at once unless its request has one name, which the program has from elsewhere, or whether
// its requests say nothing: then there is no other object that waits for the worker.
func (g *graph) single(fn *types.Func, body *ast.BlockStmt) bool {
	request := fn.Signature().Params().At(fn.Signature().Params().Len() - 1)
	if st, ok := request.Type().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return true // all requests are equal
	}
	return slices.ContainsFunc(body.List, func(s ast.Stmt) bool {
		branch, ok := s.(*ast.IfStmt)
		return ok && branch.Else == nil && g.otherName(branch.Cond, request) && syntax.Returns(branch.Body.List)
	})
}

// isNil returns what a condition says is nil, nil for another condition.
func (w *walker) isNil(cond ast.Expr) ast.Expr {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || c.Op != token.EQL || !w.info.Types[c.Y].IsNil() {
		return nil
	}
	return c.X
}

// makesOnce reports whether a branch makes what a variable of the package holds from then on, so that it runs once as well.
func (w *walker) makesOnce(branch *ast.IfStmt) bool {
	v := syntax.Var(w.info, w.isNil(branch.Cond))
	return v != nil && v.Parent() == w.g.pass.Pkg.Scope() && syntax.Sets(w.info, branch.Body, v)
}

// awaitsSetUp reports whether what a branch or a loop does is for as long only as nobody has set up what belongs to all requests: while a
// variable of another package is nil, or, of a loop that does not set it itself, one of this package or a field of the receiver.
func (w *walker) awaitsSetUp(cond ast.Expr, loop *ast.ForStmt) bool {
	of := w.isNil(cond)
	v, ok := syntax.Object(w.info, of).(*types.Var)
	switch {
	case !ok || v.Pkg() == nil:
		return false
	case v.Parent() == v.Pkg().Scope() && v.Pkg() != w.g.pass.Pkg:
		return true
	case loop == nil || syntax.Sets(w.info, loop.Body, v):
		return false
	case v.IsField():
		root := w.g.root(of)
		return root != nil && root.Kind() == types.RecvVar
	}
	return v.Parent() == v.Pkg().Scope()
}

// otherName reports whether a condition holds for each request but those of one name.
func (g *graph) otherName(cond ast.Expr, request *types.Var) bool {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch c.Op {
	case token.LOR:
		return g.otherName(c.X, request) || g.otherName(c.Y, request)
	case token.NEQ:
		return g.isName(c.X, request) && g.isGiven(c.Y) || g.isName(c.Y, request) && g.isGiven(c.X)
	}
	return false
}

// isName reports whether an expression is the name in a request, as in req.Name and req.NamespacedName.Name.
func (g *graph) isName(e ast.Expr, request *types.Var) bool {
	_, name := syntax.Selected(e)
	return name == "Name" && g.root(e) == request
}

// isGiven reports whether an expression is a text that the program has before any request comes: a constant, a package variable, or a
// field of the reconciler, such as the name of the node that a daemon runs on.
func (g *graph) isGiven(e ast.Expr) bool {
	if name, ok := syntax.Text(g.pass.TypesInfo, e); ok {
		return name != ""
	}
	v, _ := syntax.Object(g.pass.TypesInfo, e).(*types.Var)
	if v == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v != nil
	}
	root := g.root(e)
	return v.IsField() && root != nil && root.Kind() == types.RecvVar
}
