package lost

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// told returns the "true" or "false" that a return hands its caller beside the error, "" if it hands something else.
func (p *path) told() string {
	if len(p.ret.Results) != 2 {
		return ""
	}
	if v := p.info.Types[p.ret.Results[0]].Value; v != nil && v.Kind() == constant.Bool {
		return v.String()
	}
	return ""
}

// notYet reports whether a return says that something is not so yet, and whoever calls the function asks again: it is named for what is
// waited for, or is a condition that other code is handed.
func (p *path) notYet() bool {
	if p.told() != "false" {
		return false
	}
	return (awaited(p.sig.Results().At(0).Name()) || awaited(p.fn.Name())) && !p.givenUp() || p.conditions()[p.fn]
}

// givenUp reports whether a reconciler of the package says that all is done where the function answers no: nobody asks it again then.
// losterrors/unanswered, addressReady.
func (f *function) givenUp() bool {
	for at := range syntax.Preorder(f.pass, (*ast.IfStmt)(nil)) {
		branch := at.Node().(*ast.IfStmt)
		not, ok := ast.Unparen(branch.Cond).(*ast.UnaryExpr)
		if !ok {
			continue
		}
		asks, ok := ast.Unparen(not.X).(*ast.CallExpr)
		ret, ends := syntax.Last[*ast.ReturnStmt](branch.Body.List)
		if ok && ends && syntax.Called(f.info, asks) == f.fn && f.saysAllDone(ret) {
			return true
		}
	}
	return false
}

// awaited reports whether a name ends with what something is waited to be.
func awaited(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"ready", "done", "completed", "complete", "finished", "available", "healthy", "lock"},
		func(word string) bool { return strings.HasSuffix(name, word) })
}

// usedAsValues returns the functions that the package uses as values.
func (c *finder) usedAsValues() map[*types.Func]bool {
	called := make(map[*ast.Ident]bool)
	for _, file := range c.pass.Files {
		for call := range syntax.All[*ast.CallExpr](file) {
			switch fun := syntax.Callee(call).(type) {
			case *ast.Ident:
				called[fun] = true
			case *ast.SelectorExpr:
				called[fun.Sel] = true
			}
		}
	}
	values := make(map[*types.Func]bool)
	for id, obj := range c.info.Uses {
		if fn, ok := obj.(*types.Func); ok && !called[id] {
			values[fn.Origin()] = true
		}
	}
	return values
}

// choosesTries reports whether a function asks for another try of some of the errors that it is handed, and so leaves others on purpose.
// losterrors/told, sorted.
func (f *function) choosesTries() bool {
	return syntax.Any(f.decl.Body, func(branch *ast.IfStmt) bool {
		ret, ok := syntax.Last[*ast.ReturnStmt](branch.Body.List)
		return ok && len(ret.Results) == 2 && !f.isEmpty(ret.Results[0], ret.Pos()) && syntax.Any(branch.Cond, f.isHanded)
	})
}

// isHanded reports whether a name is that of an error that the function is handed, and has not set to another one by there.
func (f *function) isHanded(id *ast.Ident) bool {
	v := f.errorOf(id)
	return v != nil && v.Kind() == types.ParamVar && !f.setBefore(v, id.Pos())
}

// handsOver reports whether the function returns an error that it is handed, or one that is made of it.
func (f *function) handsOver() bool {
	return syntax.AnyNow(f.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
				t := f.info.TypeOf(to)
				return f.errorOf(to) != nil || t != nil && listsErrors(t)
			}) &&
				slices.ContainsFunc(n.Rhs, func(e ast.Expr) bool {
					return syntax.AnyNow(e, f.isHanded) || syntax.Any(e, func(ret *ast.ReturnStmt) bool { return syntax.Any(ret, f.isHanded) })
				})
		case *ast.ReturnStmt:
			return syntax.Any(n, f.isHanded) && !f.writesText(n)
		}
		return false
	})
}

// writesText reports whether a return hands back the error of the write of a status, by a function that gets the text of an error at most:
// losterrors/told, unlessConflict.
func (f *function) writesText(ret *ast.ReturnStmt) bool {
	call, ok := ast.Unparen(syntax.LastResult(ret)).(*ast.CallExpr)
	if !ok || !f.isStatusWrite(call) || slices.ContainsFunc(call.Args, f.isError) {
		return false
	}
	inner := f.ofPackage(call)
	return inner == nil || !syntax.AnyNow(inner.decl.Body, inner.returnsOwn)
}

// returnsOwn reports whether a return hands back an error of the package, or one that is made of no other: losterrors/told, finishOwn.
func (f *function) returnsOwn(ret *ast.ReturnStmt) bool {
	last := ast.Unparen(syntax.LastResult(ret))
	if call, ok := last.(*ast.CallExpr); ok {
		return known.MakesError(syntax.CalledName(f.info, call)) && !slices.ContainsFunc(call.Args, f.isError)
	}
	own := f.errorOf(last)
	return own != nil && own.Pkg() != nil && own.Parent() == own.Pkg().Scope()
}

// setBefore reports whether a variable is set on each way to a place, to what is not made of it: losterrors/told, stating.
func (f *function) setBefore(v *types.Var, at token.Pos) bool {
	sets := func(s ast.Stmt) bool {
		assign, ok := s.(*ast.AssignStmt)
		return ok && assign.End() < at && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool { return syntax.Var(f.info, to) == v }) &&
			!slices.ContainsFunc(assign.Rhs, func(e ast.Expr) bool { return f.mentions(e, v) })
	}
	return syntax.AnyNow(f.decl.Body, func(n ast.Node) bool {
		if n.Pos() > at || n.End() < at {
			return false
		}
		branch, ok := n.(*ast.IfStmt)
		list, _ := syntax.Statements(n)
		return ok && sets(branch.Init) || slices.ContainsFunc(list, sets)
	})
}
