package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findShadowed finds the errors for which a block makes a variable of its own, in place of one of that name around it: only the other one
// is asked for what has failed, after the block. See losterrors/unanswered, shadows.
func (f *function) findShadowed(result *Result) {
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		list, _ := syntax.Statements(at.Node())
		for i := 0; i < len(list) && !syntax.InLiteral(at); i++ {
			f.findShadowedAt(list, i, result)
			f.findShadowedBy(list, i, result)
			f.findLastOnly(list[i], result)
			f.findOverwrittenAt(list, i, result)
		}
	}
}

// findOverwrittenAt finds an error that the next statement of a list overwrites. Paths find it too, unless the function has too many.
func (f *function) findOverwrittenAt(list []ast.Stmt, at int, result *Result) {
	s := list[at]
	err, call := f.setByCall(s)
	if err == nil || at+1 == len(list) || !f.overwritten(list[at+1:at+2], err) || !f.mayFail(call) || f.explainedIn(s.Pos(), s.End()) {
		return
	}
	result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: Overwritten, Reconciles: true})
}

// findLastOnly finds the error of a call in a loop over items, if only that of the last item is asked for, after the loop. See
// losterrors/unanswered, lastOnly.
func (f *function) findLastOnly(s ast.Stmt, result *Result) {
	loop, ok := s.(*ast.RangeStmt)
	if !ok || syntax.AnyNow(loop.Body, func(*ast.ReturnStmt) bool { return true }) ||
		syntax.AnyNow(loop.Body, func(leaves *ast.BranchStmt) bool { return leaves.Tok != token.CONTINUE }) {
		return
	}
	for _, s := range loop.Body.List {
		assign, call := syntax.OfCall(s)
		if assign == nil || assign.Tok != token.ASSIGN || !f.goesFar(call) || !f.mayFail(call) {
			continue
		}
		err := f.errorOf(assign.Lhs[len(assign.Lhs)-1])
		if err == nil || err.IsField() || err.Pos() > loop.Pos() || f.explainedIn(s.Pos(), s.End()) || syntax.Any(loop, func(id *ast.Ident) bool {
			return f.info.Uses[id] == types.Object(err) && !syntax.Within(s, id)
		}) || f.mentions(call, err) {
			continue
		}
		use, _, set := f.next(err, loop)
		if set || use == nil && (err != f.named() || !syntax.AnyNow(f.decl.Body, func(ret *ast.ReturnStmt) bool {
			return ret.Pos() > loop.End() && len(ret.Results) == 0
		})) {
			continue
		}
		result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: Overwritten, Other: err.Name(), Noted: true})
	}
}

// findShadowedAt finds such an error where the statement at a place in a list makes the variable.
func (f *function) findShadowedAt(list []ast.Stmt, at int, result *Result) {
	assign, call := syntax.OfCall(list[at])
	if assign == nil || assign.Tok != token.DEFINE || !f.mayFail(call) {
		return
	}
	own := f.errorOf(assign.Lhs[len(assign.Lhs)-1])
	outer := f.around(own)
	if outer == nil || own.Pos() < assign.Pos() || !f.onlyAskedForNil(list[at+1:], own) {
		return
	}
	end := list[len(list)-1].End()
	if _, asked, _ := f.next(outer, list...); !asked || f.explainedIn(assign.Pos(), assign.End()) {
		return
	}
	lost := Error{Pos: assign.Pos(), Call: f.written(call), How: Shadowed, Other: own.Name(), Noted: true}
	same := func(e Error) bool { return e.Call == lost.Call && lost.Pos < e.Pos && e.Pos < end }
	if !slices.ContainsFunc(result.Errors, func(e Error) bool { return same(e) && !e.Noted && !e.How.Doubtful() }) {
		result.Errors = append(slices.DeleteFunc(result.Errors, same), lost) // this says why
	}
}

// findShadowedBy finds the error of a branch's own variable of which the branch takes some kinds alone, if what follows hands on the one of
// that name around it, which is nil there. See losterrors/unanswered, handsOn.
func (f *function) findShadowedBy(list []ast.Stmt, at int, result *Result) {
	branch, ok := list[at].(*ast.IfStmt)
	if !ok || branch.Init == nil || branch.Else != nil || !leaves(branch.Body) {
		return
	}
	if both, ok := branch.Cond.(*ast.BinaryExpr); !ok || both.Op != token.LAND {
		return
	}
	assign, call := syntax.OfCall(branch.Init)
	if assign == nil || assign.Tok != token.DEFINE || !f.mayFail(call) {
		return
	}
	own := f.errorOf(assign.Lhs[len(assign.Lhs)-1])
	outer := f.around(own)
	if outer == nil || !f.mentions(branch.Cond, own) {
		return
	}
	before := list[:at]
	for len(before) > 0 && !f.mentions(before[len(before)-1], outer) {
		before = before[:len(before)-1]
	}
	id, asked, set := f.next(outer, branch)
	if len(before) == 0 || id == nil || asked || set || f.explainedIn(branch.Pos(), branch.End()) {
		return
	}
	left, ok := before[len(before)-1].(*ast.IfStmt)
	handed := syntax.Any(f.decl.Body, func(call *ast.CallExpr) bool { return slices.Contains(call.Args, ast.Expr(id)) })
	if ok && f.notNil(left.Cond) == outer && left.Init == nil && leaves(left.Body) && handed {
		result.Errors = append(result.Errors, Error{Pos: branch.Pos(), Call: f.written(call), How: Shadowed, Other: own.Name(), Noted: true})
	}
}

// around returns the error of the function that has the name of another one in a block, around that block: nil for none.
func (f *function) around(own *types.Var) *types.Var {
	if own == nil || own.Parent() == nil || own.Parent().Parent() == nil {
		return nil
	}
	_, obj := own.Parent().Parent().LookupParent(own.Name(), own.Pos())
	outer, ok := obj.(*types.Var)
	if !ok || !syntax.IsError(outer.Type()) || outer.Parent() == f.pass.Pkg.Scope() {
		return nil
	}
	return outer
}

// onlyAskedForNil reports whether some statements ask whether an error is nil, and do nothing where it is not: what else they do with it
// is in branches that ask for something else.
func (f *function) onlyAskedForNil(list []ast.Stmt, err *types.Var) bool {
	asks := false
	for _, s := range list {
		branch, ok := s.(*ast.IfStmt)
		switch {
		case !f.mentions(s, err):
		case !ok || f.mentions(branch.Else, err):
			return false
		case f.saysNil(branch.Cond) == err:
			asks = true
			if branch.Else != nil {
				return false
			}
		case f.mentions(branch.Init, err) || f.mentions(branch.Cond, err):
			return false
		}
	}
	return asks
}

// next returns the first use of an error that a function comes to after some statements, nil for none, and whether a branch asks for it or
// it is set there.
func (f *function) next(err *types.Var, list ...ast.Stmt) (id *ast.Ident, asked, set bool) {
	var others []ast.Node // the branches that are not taken where the statements are run
	for branch := range syntax.All[*ast.IfStmt](f.decl.Body) {
		if branch.Else != nil && syntax.Within(branch.Body, list[0]) {
			others = append(others, branch.Else)
		}
	}
	for n := range syntax.All[*ast.Ident](f.decl.Body) {
		if n.Pos() > list[len(list)-1].End() && f.info.Uses[n] == types.Object(err) &&
			!slices.ContainsFunc(others, func(other ast.Node) bool { return syntax.Within(other, n) }) {
			id = n
			break
		}
	}
	if id == nil {
		return nil, false, false
	}
	asked = syntax.Any(f.decl.Body, func(branch *ast.IfStmt) bool { return syntax.Within(branch.Cond, id) })
	set = syntax.Any(f.decl.Body, func(a *ast.AssignStmt) bool { return slices.Contains(a.Lhs, ast.Expr(id)) })
	return id, asked, set
}
