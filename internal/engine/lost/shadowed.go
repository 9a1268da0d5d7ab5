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
		for i, list := 0, statements(at.Node()); i < len(list) && !inLiteral(at); i++ {
			f.findShadowedAt(list, i, result)
		}
	}
}

func (f *function) findShadowedAt(list []ast.Stmt, at int, result *Result) {
	assign, call := syntax.OfCall(list[at])
	if assign == nil || assign.Tok != token.DEFINE || !f.mayFail(call) {
		return
	}
	id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok {
		return
	}
	own, ok := f.info.Defs[id].(*types.Var)
	if !ok || !syntax.IsError(own.Type()) || own.Parent() == nil || own.Parent().Parent() == nil {
		return
	}
	_, obj := own.Parent().Parent().LookupParent(own.Name(), id.Pos())
	outer, ok := obj.(*types.Var)
	if !ok || !syntax.IsError(outer.Type()) || outer.Parent() == f.pass.Pkg.Scope() || !f.onlyAskedForNil(list[at+1:], own) {
		return
	}
	end := list[len(list)-1].End()
	if !f.asksAfter(outer, end) || f.explainedIn(assign.Pos(), assign.End()) {
		return
	}
	lost := Error{Pos: assign.Pos(), Call: f.written(call), How: Shadowed, Other: own.Name(), Noted: true}
	same := func(e Error) bool { return e.Call == lost.Call && lost.Pos < e.Pos && e.Pos < end }
	if !slices.ContainsFunc(result.Errors, func(e Error) bool { return same(e) && !e.Noted && !e.How.Doubtful() }) {
		result.Errors = append(slices.DeleteFunc(result.Errors, same), lost) // this says why
	}
}

// onlyAskedForNil reports whether some statements ask whether an error is nil, and do nothing where it is not: what else they do with it
// is in branches that ask for something else.
func (f *function) onlyAskedForNil(list []ast.Stmt, err *types.Var) bool {
	asks := false
	for _, s := range list {
		branch, ok := s.(*ast.IfStmt)
		switch {
		case !f.mentions(s, err):
		case !ok || branch.Else != nil && f.mentions(branch.Else, err):
			return false
		case f.saysNil(branch.Cond) == err:
			asks = true
			if branch.Else != nil {
				return false
			}
		case branch.Init != nil && f.mentions(branch.Init, err) || f.mentions(branch.Cond, err):
			return false
		}
	}
	return asks
}

// asksAfter reports whether the first that the function does with an error after a place is to ask for it, or to return it.
func (f *function) asksAfter(err *types.Var, after token.Pos) bool {
	var first *ast.Ident
	set := make(map[ast.Expr]bool)
	for n := range ast.Preorder(f.decl.Body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				set[to] = true
			}
		case *ast.Ident:
			if n.Pos() > after && first == nil && f.info.Uses[n] == types.Object(err) {
				first = n
			}
		}
	}
	return first != nil && !set[first]
}
