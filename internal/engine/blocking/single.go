package blocking

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
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
		return ok && branch.Else == nil && g.otherName(branch.Cond, request) && returns(branch.Body)
	})
}

// onceFor reports whether a function calls what it is handed once for the whole process: whoever waits for that does so once.
func onceFor(sym symbol.Name) bool { return sym == known.OnceDo }

// makesOnce reports whether a branch makes what a variable of the package holds from then on, so that it runs once as well.
func (w *walker) makesOnce(branch *ast.IfStmt) bool {
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || !w.info.Types[cond.Y].IsNil() {
		return false
	}
	v := syntax.Var(w.info, cond.X)
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return false
	}
	return syntax.Any(branch.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		return ok && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool { return syntax.Var(w.info, to) == v })
	})
}

// awaitsSetUp reports whether what a branch or a loop does is for as long only as nobody has set up what belongs to all requests: while a
// variable of another package is nil, or, of a loop that does not set it itself, one of this package or a field of the receiver.
func (w *walker) awaitsSetUp(cond ast.Expr, loop *ast.ForStmt) bool {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || c.Op != token.EQL || !w.info.Types[c.Y].IsNil() {
		return false
	}
	v, ok := syntax.Object(w.info, c.X).(*types.Var)
	if !ok || v.Pkg() == nil {
		return false
	}
	if v.Parent() == v.Pkg().Scope() && v.Pkg() != w.g.pass.Pkg {
		return true
	}
	if loop == nil || v.IsField() && !w.ofReceiver(c.X) || !v.IsField() && v.Parent() != v.Pkg().Scope() {
		return false
	}
	return !syntax.Any(loop.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		return ok && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool { return syntax.Object(w.info, to) == v })
	})
}

// ofReceiver reports whether an expression is a field of the receiver.
func (w *walker) ofReceiver(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	decl := w.decl.Node().(*ast.FuncDecl)
	return decl.Recv != nil && len(decl.Recv.List[0].Names) == 1 && syntax.Is(sel.X, decl.Recv.List[0].Names[0].Name)
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
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Name" {
		return false
	}
	inner := ast.Unparen(sel.X)
	if s, ok := inner.(*ast.SelectorExpr); ok && s.Sel.Name == "NamespacedName" {
		inner = ast.Unparen(s.X)
	}
	return syntax.Var(g.pass.TypesInfo, inner) == request
}

// isGiven reports whether an expression is a text that the program has before any request comes: a constant, a package variable, or a
// field of the reconciler, such as the name of the node that a daemon runs on.
func (g *graph) isGiven(e ast.Expr) bool {
	if v := g.pass.TypesInfo.Types[e].Value; v != nil {
		return v.Kind() == constant.String && constant.StringVal(v) != ""
	}
	v, ok := syntax.Object(g.pass.TypesInfo, e).(*types.Var)
	switch {
	case !ok:
		return false
	case v.Pkg() != nil && v.Parent() == v.Pkg().Scope():
		return true
	}
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	of := syntax.Var(g.pass.TypesInfo, e)
	return v.IsField() && of != nil && of.Kind() == types.RecvVar
}

func returns(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}
