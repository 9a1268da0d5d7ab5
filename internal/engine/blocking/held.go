package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// held notes a lock during which a request is sent or something waits, though others want it who do neither. It is a lock that other
// passes have, too: the package's, or one in what the method belongs to. sleeping, held.
func (w *walker) held(lock *ast.CallExpr, during []ast.Stmt, unlocks func(ast.Node) bool) {
	of, _ := syntax.Selected(lock.Fun)
	root := w.g.root(of)
	if root == nil || root.Kind() != types.RecvVar && root.Parent() != w.g.pass.Pkg.Scope() {
		return
	}
	for _, s := range during {
		if _, last := s.(*ast.DeferStmt); last {
			continue
		}
		if syntax.Any(s, unlocks) {
			return
		}
		if at := w.g.request(s); at != nil {
			if other := w.wants(syntax.Object(w.info, of)); other != "" {
				w.note(Wait{What: written(at), Repeat: once, Explained: true, // a note at first
					Does: "holds " + types.ExprString(of) + ", for which " + other + " waits too, during a request or a pause",
					Own:  root.Kind() == types.RecvVar}, lock.Pos())
			}
			return
		}
	}
}

// wants returns the name of a function that takes a lock and hands no context on, nor sends a request, "" if there is none: all that take
// it may mean to have one request at a time.
func (w *walker) wants(lock types.Object) string {
	v, ok := lock.(*types.Var)
	if !ok {
		return ""
	}
	for at := range syntax.Uses(w.g.pass, v) {
		sel, ok := at.Parent().Node().(*ast.SelectorExpr)
		for in := range at.Enclosing((*ast.FuncDecl)(nil)) {
			decl := in.Node().(*ast.FuncDecl)
			if ok && strings.HasSuffix(sel.Sel.Name, "Lock") && !syntax.Any(decl.Body, w.handsContext) && w.g.request(decl.Body) == nil {
				return decl.Name.Name
			}
		}
	}
	return ""
}

// leaks notes a goroutine of a pass, about something that the pass has, that never ends: sleeping, endless. A function that keeps
// something may keep that it has begun one.
func (w *walker) leaks(s *ast.GoStmt) {
	var body *ast.BlockStmt
	if lit, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit); ok {
		body = lit.Body
	} else if decl := w.g.decls[syntax.Called(w.info, s.Call)]; decl != nil {
		body = decl.Body
	}
	if body == nil || !syntax.AnyNow(body, isEndless) || syntax.AnyNow(w.decl.Node(), func(a *ast.AssignStmt) bool {
		return slices.ContainsFunc(a.Lhs, func(to ast.Expr) bool { return syntax.Var(w.info, to) == nil && !syntax.Is(to, "_") })
	}) {
		return
	}
	if syntax.Any(s.Call, func(id *ast.Ident) bool {
		v, ok := w.info.Uses[id].(*types.Var)
		return ok && !v.IsField() && v.Parent() != w.g.pass.Pkg.Scope() && v.Kind() != types.RecvVar && v.Pos() < s.Pos() &&
			symbol.OfType(v.Type()) != "context.Context"
	}) {
		w.note(Wait{What: "a loop without an end", Repeat: once, Explained: true, // a note at first
			Does: "starts one more goroutine here, which never ends"}, s.Pos())
	}
}

// isEndless reports whether a node is a loop that nothing in it ends.
func isEndless(n ast.Node) bool {
	loop, ok := n.(*ast.ForStmt)
	return ok && loop.Cond == nil && !syntax.AnyNow(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.BranchStmt:
			return n.Tok != token.CONTINUE
		case *ast.CallExpr:
			return syntax.Is(n.Fun, "panic")
		}
		return false
	})
}
