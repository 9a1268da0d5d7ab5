package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findDeferred finds the errors that deferred calls lose.
func (f *function) findDeferred(result *Result) {
	for at := range f.at.Preorder((*ast.DeferStmt)(nil)) {
		if !inLiteral(at) {
			if f.runs() {
				f.findOverwritingDefer(at.Node().(*ast.DeferStmt), result)
			}
			f.findDeferredStatus(at.Node().(*ast.DeferStmt), result)
		}
	}
}

// findOverwritingDefer finds where a deferred function sets the error that is returned to that of a call, whatever it was.
func (f *function) findOverwritingDefer(d *ast.DeferStmt, result *Result) {
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	named := f.sig.Results().At(f.sig.Results().Len() - 1)
	if !ok || named.Name() == "" || !f.failsAfter(d, named) {
		return
	}
	for i, s := range lit.Body.List {
		if !f.mentions(s, named) {
			continue
		}
		if branch, ok := s.(*ast.IfStmt); ok && !f.mentions(branch.Cond, named) && (branch.Init == nil || !f.mentions(branch.Init, named)) {
			f.findOverwritingBranch(branch, lit.Body.List[:i], named, result)
			return
		}
		if branch, ok := s.(*ast.IfStmt); ok && branch.Init != nil {
			s = branch.Init
		}
		if assign, ok := s.(*ast.AssignStmt); ok && assign.Tok == token.ASSIGN {
			if err, call := f.setByCall(s); err == named && !f.mentions(call, named) {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: Deferred, Reconciles: true})
			}
		}
		return
	}
}

// findOverwritingBranch finds where a branch of a deferred function sets the error that is returned to another one without a look at it:
// the one that the branch is taken for, or that of a call (losterrors: saves).
func (f *function) findOverwritingBranch(branch *ast.IfStmt, before []ast.Stmt, named *types.Var, result *Result) {
	err, call := f.tested(branch, before)
	for _, s := range branch.Body.List {
		if !f.mentions(s, named) {
			continue
		}
		set, by := f.setByCall(s)
		to, value := syntax.Assigned(s)
		switch {
		case err == nil && set == named && !f.mentions(by, named) && f.goesFar(by) && !f.asksOutcome(branch):
			result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(by), How: Deferred, Reconciles: true, Noted: true})
		case err != nil && to != nil && f.errorOf(to) == named && !f.mentions(value, named):
			result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: DeferredOver, Reconciles: true})
		}
		return
	}
}

// asksOutcome reports whether a branch of a deferred function asks what became of the function: whether it panics, or for a variable that
// is set after the function literal (losterrors: savesChanges).
func (f *function) asksOutcome(branch *ast.IfStmt) bool {
	return syntax.Any(branch, func(call *ast.CallExpr) bool { return syntax.Is(call.Fun, "recover") }) ||
		syntax.Any(branch.Cond, func(id *ast.Ident) bool {
			v := syntax.Var(f.info, id)
			if v == nil || v.IsField() {
				return false
			}
			return syntax.IsError(v.Type()) || syntax.Any(f.decl.Body, func(set *ast.AssignStmt) bool {
				return set.Pos() > branch.End() && slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool { return syntax.Var(f.info, to) == v })
			})
		})
}

// failsAfter reports whether the function may return an error after a statement.
func (f *function) failsAfter(s ast.Stmt, named *types.Var) bool {
	fails := false
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			fails = fails || n.Pos() > s.End() && len(n.Results) > 0 && !isNil(n.Results[len(n.Results)-1])
		case *ast.AssignStmt:
			fails = fails || n.Pos() > s.End() && slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return f.errorOf(lhs) == named })
		}
		return !fails
	})
	return fails
}
