package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findGathered finds errors that a function puts into a parameter of its own and does no more with: the variable of its callers stays as it
// is. See losterrors/unanswered, gathers.
func (f *function) findGathered(result *Result) {
	for param := range f.sig.Params().Variables() {
		if !syntax.IsError(param.Type()) {
			continue
		}
		var first ast.Stmt
		within := make(map[*ast.Ident]bool)
		for set := range syntax.All[ast.Stmt](f.decl.Body) {
			if !f.adds(set, param) {
				continue
			}
			if first == nil {
				first = set
			}
			for id := range syntax.All[*ast.Ident](set) {
				within[id] = true
			}
		}
		more := syntax.Any(f.decl.Body, func(id *ast.Ident) bool { return f.info.Uses[id] == param && !within[id] })
		if first != nil && !more {
			result.Errors = append(result.Errors, Error{Pos: first.Pos(), Call: f.decl.Name.Name, How: Gathered, Other: param.Name(),
				Noted: true, Calls: f.callsOf()})
		}
	}
}

// adds reports whether a statement does no more than to put something into a variable, by its address too.
func (f *function) adds(s ast.Stmt, to *types.Var) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return len(s.Lhs) == 1 && syntax.Var(f.info, s.Lhs[0]) == to
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && slices.ContainsFunc(call.Args, f.isError) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			return syntax.Address(arg) != ast.Unparen(arg) && syntax.Var(f.info, syntax.Address(arg)) == to
		})
	}
	return false
}

// callsOf returns the calls of the function in its package.
func (f *function) callsOf() []token.Pos {
	var all []token.Pos
	for at := range syntax.Preorder(f.pass, (*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		if syntax.Called(f.info, call) == f.fn {
			all = append(all, call.Pos())
		}
	}
	return all
}
