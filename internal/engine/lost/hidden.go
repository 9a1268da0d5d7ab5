package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findHidden finds errors that another variable of their name hides: one branch of a statement sets the
// variable that is looked at after, and another declares its own and leaves it at that.
func (f *function) findHidden(result *Result) {
	for at := range f.at.Preorder((*ast.BlockStmt)(nil)) {
		list := at.Node().(*ast.BlockStmt).List
		for i := 0; i+1 < len(list); i++ {
			next, ok := list[i+1].(*ast.IfStmt)
			if !ok || next.Init != nil {
				continue
			}
			outer := f.notNil(next.Cond)
			if outer == nil {
				continue
			}
			arms := armsOf(list[i])
			sets := false
			for _, arm := range arms {
				sets = sets || f.assigns(arm, outer)
			}
			if !sets {
				continue
			}
			for _, arm := range arms {
				if hidden, call := f.hides(arm, outer); hidden != token.NoPos {
					result.Errors = append(result.Errors, Error{Pos: hidden, Call: f.written(call), How: Hidden, Reconciles: f.reconciles})
				}
			}
		}
	}
}

// armsOf returns the branches of a statement.
func armsOf(s ast.Stmt) [][]ast.Stmt {
	var arms [][]ast.Stmt
	clauses := func(body *ast.BlockStmt) {
		for _, c := range body.List {
			arms = append(arms, c.(*ast.CaseClause).Body)
		}
	}
	switch s := s.(type) {
	case *ast.SwitchStmt:
		clauses(s.Body)
	case *ast.TypeSwitchStmt:
		clauses(s.Body)
	case *ast.IfStmt:
		arms = append(arms, s.Body.List)
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			arms = append(arms, e.List)
		case *ast.IfStmt:
			arms = append(arms, armsOf(e)...)
		}
	}
	return arms
}

// assigns reports whether a statement of a list sets a variable to what a call returns.
func (f *function) assigns(list []ast.Stmt, v *types.Var) bool {
	for _, s := range list {
		if assign, _ := syntax.OfCall(s); assign != nil && assign.Tok == token.ASSIGN &&
			slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return f.errorOf(lhs) == v }) {
			return true
		}
	}
	return false
}

// hides returns where a list declares another error of a variable's name, of which no statement of the list's own makes
// anything where it is not nil.
func (f *function) hides(list []ast.Stmt, outer *types.Var) (token.Pos, *ast.CallExpr) {
	for i, s := range list {
		assign, call := syntax.OfCall(s)
		if assign == nil || assign.Tok != token.DEFINE {
			continue
		}
		for _, lhs := range assign.Lhs {
			inner := f.errorOf(lhs)
			if inner == nil || inner == outer || inner.Name() != outer.Name() || f.info.Defs[lhs.(*ast.Ident)] == nil {
				continue
			}
			if !f.looked(list[i+1:], inner) {
				return assign.Pos(), call
			}
		}
	}
	return token.NoPos, nil
}

// looked reports whether something is done where an error is not nil: a branch is taken for it, or it is handed on,
// where nothing else decides about that.
func (f *function) looked(list []ast.Stmt, err *types.Var) bool {
	for _, s := range list {
		branch, ok := s.(*ast.IfStmt)
		switch {
		case !ok:
			if f.mentions(s, err) {
				return true
			}
		case branch.Init != nil && f.mentions(branch.Init, err), branch.Else != nil && f.mentions(branch, err):
			return true
		case f.mentions(branch.Cond, err):
			if c, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); !ok || c.Op != token.EQL {
				return true
			}
		}
	}
	return false
}
