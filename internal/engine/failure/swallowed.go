package failure

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findSwallowed finds the ways on which an error is known not to be nil, nothing is done about it, and nil is returned.
func (f *function) findSwallowed(result *Result) {
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		if inLiteral(at) {
			continue // who calls it and what it is for cannot be told from here
		}
		var list []ast.Stmt
		switch n := at.Node().(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for i, s := range list {
			branch, ok := s.(*ast.IfStmt)
			if !ok {
				continue
			}
			err, call := f.tested(branch, list[:i])
			if err == nil || f.deferredUses(err) {
				continue
			}
			if f.normal(branch, err, call) {
				continue
			}
			w := &ways{function: f, err: err, call: call}
			w.rest = list[i+1:]
			if w.follow(branch.Body.List) && w.rest != nil {
				w.after(branch.Else)
			}
			informed := f.informs(branch.Body, err)
			for _, pos := range w.lost {
				result.Lost = append(result.Lost, Lost{Pos: pos, Call: written(call), Reconciles: f.reconciles, Informed: informed})
			}
		}
	}
}

// normal reports whether a branch takes what an error says for a state like any other: an object that is gone, or what
// is told at the level of information, with no word of the error.
func (f *function) normal(branch *ast.IfStmt, err *types.Var, call *ast.CallExpr) bool {
	if !f.mentions(branch.Body, err) {
		if n := f.sig.Params().Len(); n > 0 && f.gets(call, f.sig.Params().At(n-1)) {
			return true
		}
		return len(branch.Body.List) > 1
	}
	if n := f.sig.Params().Len(); n == 0 || !f.gets(call, f.sig.Params().At(n-1)) {
		return false
	}
	asks := syntax.Any(branch, func(n ast.Node) bool {
		inner, ok := n.(*ast.IfStmt)
		return ok && inner != branch && f.mentions(inner.Cond, err)
	})
	c, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	return !asks && ok && c.Op == token.NEQ && f.errorOf(c.X) != nil
}

// informs reports whether statements tell of an error, and at the levels of information and debugging alone.
func (f *function) informs(body *ast.BlockStmt, err *types.Var) bool {
	told, louder := false, false
	for _, s := range body.List {
		stmt, ok := s.(*ast.ExprStmt)
		if !ok || !f.mentions(stmt, err) {
			continue
		}
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn := syntax.Called(f.info, call)
		if fn != nil && (strings.HasPrefix(fn.Name(), "Info") || strings.HasPrefix(fn.Name(), "Debug")) {
			told = true
		} else {
			louder = true
		}
	}
	return told && !louder
}

// inLiteral reports whether a node is in a function literal.
func inLiteral(at inspector.Cursor) bool {
	for range at.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

// deferredUses reports whether a deferred function looks at an error.
func (f *function) deferredUses(err *types.Var) bool {
	return syntax.Any(f.decl.Body, func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		return ok && f.mentions(d.Call, err)
	})
}

// tested returns the error that a branch is taken for if it is not nil, and the call that it comes from.
func (f *function) tested(branch *ast.IfStmt, before []ast.Stmt) (*types.Var, *ast.CallExpr) {
	err := f.notNil(branch.Cond)
	if err == nil {
		return nil, nil
	}
	from := branch.Init
	if from == nil && len(before) > 0 {
		from = before[len(before)-1]
	}
	assign, ok := from.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil, nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	for _, lhs := range assign.Lhs {
		if f.errorOf(lhs) == err {
			return err, call
		}
	}
	return nil, nil
}

// notNil returns the error of which a condition says that it is not nil, and of no kind that it names.
func (f *function) notNil(cond ast.Expr) *types.Var {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	switch c.Op {
	case token.NEQ:
		if isNil(c.Y) {
			if call, ok := ast.Unparen(c.X).(*ast.CallExpr); ok && len(call.Args) == 1 {
				if fn := syntax.Called(f.info, call); fn != nil && strings.HasPrefix(fn.Name(), "Ignore") {
					return f.errorOf(call.Args[0])
				}
			}
			return f.errorOf(c.X)
		}
	case token.LAND:
		if err := f.notNil(c.X); err != nil && f.negates(c.Y, err) {
			return err
		}
	}
	return nil
}

// negates reports whether a condition says that an error is not of some kinds.
func (f *function) negates(cond ast.Expr, err *types.Var) bool {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		_, isCall := ast.Unparen(c.X).(*ast.CallExpr)
		return c.Op == token.NOT && isCall && f.mentions(c.X, err)
	case *ast.BinaryExpr:
		return c.Op == token.LAND && f.negates(c.X, err) && f.negates(c.Y, err) || c.Op == token.NEQ && f.mentions(c, err)
	}
	return false
}

// The ways from where an error is known not to be nil.
type ways struct {
	*function
	err  *types.Var
	call *ast.CallExpr
	rest []ast.Stmt // what comes after the branch
	lost []token.Pos
}

// follow follows statements. It reports whether their end is reached with nothing done about the error.
func (w *ways) follow(list []ast.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if w.loses(s) {
				w.lost = append(w.lost, s.Pos())
			}
			return false
		case *ast.IfStmt:
			if !w.branch(s) {
				return false
			}
		default:
			if !w.idle(s) {
				return false
			}
		}
	}
	return true
}

// branch follows both sides of a branch, less those on which the error is known to be of some kind.
func (w *ways) branch(s *ast.IfStmt) bool {
	if s.Init != nil {
		return false
	}
	then, otherwise := true, true
	if w.mentions(s.Cond, w.err) {
		then = w.negates(s.Cond, w.err)
		_, isCall := ast.Unparen(s.Cond).(*ast.CallExpr)
		otherwise = isCall
	}
	open := false
	if then {
		open = w.follow(s.Body.List)
	}
	if !otherwise {
		return open
	}
	switch e := s.Else.(type) {
	case nil:
		return true
	case *ast.BlockStmt:
		return w.follow(e.List) || open
	case *ast.IfStmt:
		return w.branch(e) || open
	}
	return open
}

// after looks at the statement after a branch that ends without doing anything about the error. One that returns the Result
// of the same call leaves its error out; one that returns anything else may be right to.
func (w *ways) after(otherwise ast.Stmt) {
	ret, ok := w.next()
	if !ok || otherwise != nil || !w.reconciles || len(ret.Results) != 2 {
		return
	}
	if _, variable := ast.Unparen(ret.Results[0]).(*ast.Ident); variable && w.loses(ret) {
		w.lost = append(w.lost, ret.Pos())
	}
}

// next returns the statement after the branch, if it returns.
func (w *ways) next() (*ast.ReturnStmt, bool) {
	if len(w.rest) == 0 {
		return nil, false
	}
	ret, ok := w.rest[0].(*ast.ReturnStmt)
	return ret, ok
}

// loses reports whether a return loses the error: it says that all went well, nobody has said why, and another
// try might go well.
func (w *ways) loses(ret *ast.ReturnStmt) bool {
	n := len(ret.Results)
	if n == 0 || n != w.sig.Results().Len() || !isNil(ret.Results[n-1]) || w.mentions(ret, w.err) || w.explained(ret) {
		return false
	}
	from := sourceOf(w.info, w.call)
	if w.reconciles {
		return from != local && w.empty(ret.Results[0])
	}
	return n == 2 && len(w.errBody(ret)) == 1 && (from == remote || from == action && acts(w.call))
}

// errBody returns the statements of the block that a return ends.
func (w *ways) errBody(ret *ast.ReturnStmt) []ast.Stmt {
	var list []ast.Stmt
	for b := range syntax.All[*ast.BlockStmt](w.decl.Body) {
		if len(b.List) > 0 && b.List[len(b.List)-1] == ast.Stmt(ret) {
			list = b.List
		}
	}
	return list
}

// acts reports whether a call is of a function that its name says to change something.
func acts(call *ast.CallExpr) bool {
	name := written(call)
	name = strings.ToLower(name[strings.LastIndex(name, ".")+1:])
	return begins(name, "reconcile", "create", "update", "delete", "patch", "apply", "ensure", "sync", "remove", "set")
}

// empty reports whether a Result asks for nothing: it is written down so, or comes with the error from a function of the
// package whose errors come with empty Results alone.
func (w *ways) empty(e ast.Expr) bool {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return len(lit.Elts) == 0 && known.IsResult(w.info.TypeOf(lit))
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	fn := syntax.Called(w.info, w.call)
	if fn == nil || fn.Pkg() != w.pass.Pkg || !known.ReturnsResult(fn.Signature()) {
		return false
	}
	return w.cameWith(id) && w.failsEmpty(fn)
}

// cameWith reports whether a variable is set by the call that the error comes from, and by nothing else.
func (w *ways) cameWith(id *ast.Ident) bool {
	v := syntax.Var(w.info, id)
	sets, ours := 0, false
	for assign := range syntax.All[*ast.AssignStmt](w.decl.Body) {
		for _, lhs := range assign.Lhs {
			root := lhs
			if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok {
				root = sel.X
			}
			if syntax.Var(w.info, root) == v {
				sets++
				ours = ours || len(assign.Rhs) == 1 && ast.Unparen(assign.Rhs[0]) == ast.Expr(w.call)
			}
		}
	}
	return sets == 1 && ours
}

// failsEmpty reports whether a function of the package returns errors with empty Results that are written down.
func (w *ways) failsEmpty(fn *types.Func) bool {
	fails, empty := false, true
	for _, file := range w.pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil || w.info.Defs[decl.Name] != fn {
				continue
			}
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					return false
				case *ast.ReturnStmt:
					if len(n.Results) == 2 && !isNil(n.Results[1]) {
						lit, ok := ast.Unparen(n.Results[0]).(*ast.CompositeLit)
						fails, empty = true, empty && ok && len(lit.Elts) == 0
					}
					empty = empty && len(n.Results) == 2
				}
				return true
			})
		}
	}
	return fails && empty
}

// explained reports whether a comment beside a return, or in the branch before it, says that the error is left on purpose.
func (w *ways) explained(ret *ast.ReturnStmt) bool {
	if w.file == nil {
		return false
	}
	fset := w.pass.Fset
	last := fset.Position(ret.End()).Line
	first := fset.Position(w.call.Pos()).Line - 1
	for _, group := range w.file.Comments {
		if at := fset.Position(group.Pos()).Line; at < first || at > last {
			continue
		}
		if !w.reconciles && fset.Position(group.Pos()).Line < fset.Position(ret.Pos()).Line {
			return true // a helper that says anything before means it
		}
		text := strings.ToLower(raw(group))
		if strings.Contains(text, "todo") || strings.Contains(text, "fixme") {
			continue
		}
		if slices.ContainsFunc(purposes, func(word string) bool { return strings.Contains(text, word) }) {
			return true
		}
	}
	return false
}

// raw returns the text of comments with the directives among them.
func raw(group *ast.CommentGroup) string {
	var text strings.Builder
	for _, c := range group.List {
		text.WriteString(c.Text + "\n")
	}
	return text.String()
}

// purposes are what comments say that stand beside errors which are left on purpose.
var purposes = []string{"requeue", "retry", "retri", "ignor", "swallow", "purpose", "intention", "best effort", "best-effort", "fatal", "don't fail",
	"do not fail", "not an error", "reconcile again", "not return", "don't return", "skip", "already", "next reconcil", "not found", "doesn't exist", "not exist", "nolint", "noinspection", "continue", "not ready"}
