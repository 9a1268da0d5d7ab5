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
		if d := at.Node().(*ast.DeferStmt); !syntax.InLiteral(at) {
			if f.runs() {
				f.findOverwritingDefer(d, result)
				f.findLate(d, result)
			}
			f.findDeferredStatus(d, result)
		}
	}
}

// findOverwritingDefer finds where a deferred function sets the error that is returned to that of a call, whatever it was.
func (f *function) findOverwritingDefer(d *ast.DeferStmt, result *Result) {
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	named := f.named()
	if named == nil || !f.failsAfter(d, named) {
		return
	}
	if !ok {
		if f.replacesByAddress(d.Call, named) {
			result.Errors = append(result.Errors, Error{Pos: d.Pos(), Call: f.written(d.Call), How: Deferred, Reconciles: true})
		}
		return
	}
	for i, s := range lit.Body.List {
		if !f.mentions(s, named) {
			continue
		}
		if branch, ok := s.(*ast.IfStmt); ok {
			if !f.mentions(branch.Cond, named) && !f.mentions(branch.Init, named) {
				f.findOverwritingBranch(branch, lit.Body.List[:i], named, result)
				return
			}
			s = branch.Init
		}
		if assign, ok := s.(*ast.AssignStmt); ok && assign.Tok == token.ASSIGN {
			if err, call := f.setByCall(s); err == named && (!f.mentions(call, named) || f.drops(call, named)) {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: Deferred, Reconciles: true})
			}
		}
		return
	}
}

// replacesByAddress reports whether a call is handed the address of an error, and is of a function of the package that puts that of a call
// there in a statement of its own, whatever it was: losterrors/unanswered, ends.
func (f *function) replacesByAddress(call *ast.CallExpr, err *types.Var) bool {
	at := slices.IndexFunc(call.Args, func(arg ast.Expr) bool {
		return syntax.Address(arg) != ast.Unparen(arg) && f.errorOf(syntax.Address(arg)) == err
	})
	inner := f.ofPackage(call)
	if inner == nil || at < 0 || at >= inner.sig.Params().Len() {
		return false
	}
	param := inner.sig.Params().At(at)
	return slices.ContainsFunc(inner.decl.Body.List, func(s ast.Stmt) bool {
		to, value := syntax.Assigned(s)
		star, ok := to.(*ast.StarExpr)
		_, calls := ast.Unparen(value).(*ast.CallExpr)
		return ok && calls && syntax.Var(f.info, star.X) == param && !f.mentions(value, param)
	})
}

// drops reports whether a function of the package that is handed an error never makes what it returns of that: losterrors/unanswered,
// reports.
func (f *function) drops(call *ast.CallExpr, err *types.Var) bool {
	inner := f.ofPackage(call)
	at := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return f.errorOf(arg) == err })
	if inner == nil || at < 0 || inner.sig.Variadic() ||
		slices.ContainsFunc(slices.Delete(slices.Clone(call.Args), at, at+1), func(arg ast.Expr) bool { return f.mentions(arg, err) }) {
		return false
	}
	handed := inner.sig.Params().At(at)
	return !syntax.Any(inner.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return len(n.Results) == 0 || f.mentions(n, handed)
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool { return f.errorOf(to) != nil }) && f.mentions(n, handed)
		}
		return false
	})
}

// findLate finds where a deferred function sets an error of the function around it that is no named result: what is returned was taken from
// it before. losterrors/unanswered, late.
func (f *function) findLate(d *ast.DeferStmt, result *Result) {
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	if !ok || !syntax.Any(lit.Body, f.goesFar) {
		return
	}
	for set := range syntax.All[*ast.AssignStmt](lit.Body) {
		if set.Tok != token.ASSIGN {
			continue
		}
		for _, to := range set.Lhs {
			err := f.errorOf(to)
			if err == nil || err.Kind() != types.LocalVar || !(f.decl.Body.Pos() < err.Pos() && err.Pos() < lit.Pos()) {
				continue
			}
			seen := syntax.Any(f.decl.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncLit:
					return n != lit && f.mentions(n, err) // which may run later
				case *ast.UnaryExpr:
					return n.Op == token.AND && f.errorOf(n.X) == err
				}
				return n != nil && lit.Pos() < n.Pos() && n.End() < lit.End() && n.Pos() > set.End() && f.mentions(n, err)
			})
			if !seen && syntax.AnyNow(f.decl.Body, func(ret *ast.ReturnStmt) bool { return f.mentions(ret, err) }) {
				result.Errors = append(result.Errors, Error{Pos: set.Pos(), Call: err.Name(), How: AfterReturn, Reconciles: f.reconciles, Noted: true})
			}
		}
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
	return syntax.AnyNow(f.decl.Body, func(n ast.Stmt) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return n.Pos() > s.End() && len(n.Results) > 0 && !isNil(syntax.LastResult(n))
		case *ast.AssignStmt:
			return n.Pos() > s.End() && slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return f.errorOf(lhs) == named })
		}
		return false
	})
}
