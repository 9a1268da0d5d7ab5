package lost

import (
	"go/ast"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// statedAtOnce returns the call of a request whose error a statement of a list hands to a function of the package that only writes it to a
// status, and the name of that, if the list says then that all is done, or returns what that function does; nil for any other statement.
// losterrors/told, finish.
func (f *function) statedAtOnce(list []ast.Stmt, at int) (call *ast.CallExpr, by string) {
	outer, end := f.lastWrite(list, at)
	if outer == nil {
		return nil, ""
	}
	inner := f.ofPackage(outer)
	if !inner.onlySays() {
		return nil, ""
	}
	for _, arg := range outer.Args {
		made, ok := ast.Unparen(arg).(*ast.CallExpr)
		if ok && syntax.CalledName(f.info, made) == known.IgnoreNotFound {
			made, ok = ast.Unparen(made.Args[0]).(*ast.CallExpr)
		}
		if !ok {
			made = f.keptFor(arg, list[:at], end)
		}
		if made != nil && f.isError(made) && f.source(made) != local {
			return made, inner.decl.Name.Name
		}
	}
	return nil, ""
}

// lastWrite returns the call whose error a statement of a list returns, or that it only asks whether it failed before the list says that
// all is done, and the return; nil for any other statement.
func (f *function) lastWrite(list []ast.Stmt, at int) (*ast.CallExpr, *ast.ReturnStmt) {
	if ret, ok := list[at].(*ast.ReturnStmt); ok && len(ret.Results) > 0 && f.isError(syntax.LastResult(ret)) {
		call, _ := ast.Unparen(syntax.LastResult(ret)).(*ast.CallExpr)
		return call, ret
	}
	ret, ok := syntax.Last[*ast.ReturnStmt](list)
	branch, asks := list[at].(*ast.IfStmt)
	if !ok || !asks || branch.Init == nil || branch.Else != nil || !f.reconciles || !f.saysAllDone(ret) {
		return nil, nil
	}
	err, call := f.setByCall(branch.Init)
	if err == nil || f.notNil(branch.Cond) != err {
		return nil, nil
	}
	return call, ret
}

// keptFor returns the call of a list whose error a variable keeps, if nothing else is done with that until a return than to tell of it; nil
// for any other expression. losterrors/told, keepsIt.
func (f *function) keptFor(e ast.Expr, before []ast.Stmt, end *ast.ReturnStmt) *ast.CallExpr {
	err := f.errorOf(e)
	if err == nil || err == f.named() {
		return nil
	}
	for i := len(before) - 1; i >= 0; i-- {
		to, call := f.setByCall(before[i])
		if to != err {
			if f.mentions(before[i], err) && !f.idle(before[i]) {
				return nil
			}
			continue
		}
		uses := 0
		for id := range syntax.All[*ast.Ident](f.decl.Body) {
			if f.info.Uses[id] == err && id.Pos() > before[i].End() && id.Pos() < end.End() {
				uses++
			}
		}
		for _, s := range before[i+1:] {
			if f.mentions(s, err) {
				uses--
			}
		}
		if uses == 1 && !f.deferredUses(err, end.Pos()) {
			return call
		}
		return nil
	}
	return nil
}
