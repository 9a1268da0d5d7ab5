package lost

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findGathered finds errors that a function puts into a parameter of its own, one or a list, and does no more with: the variable of its
// callers stays as it is. See losterrors/unanswered, gathers.
func (f *function) findGathered(result *Result) {
	for param := range f.sig.Params().Variables() {
		if !syntax.IsError(param.Type()) && !listsErrors(param.Type()) {
			continue
		}
		sets := slices.Collect(syntax.All[*ast.AssignStmt](f.decl.Body))
		sets = slices.DeleteFunc(sets, func(set *ast.AssignStmt) bool { return len(set.Lhs) > 1 || syntax.Var(f.info, set.Lhs[0]) != param })
		more := syntax.Any(f.decl.Body, func(id *ast.Ident) bool {
			return f.info.Uses[id] == param && !slices.ContainsFunc(sets, func(set *ast.AssignStmt) bool { return syntax.Within(set, id) })
		})
		if len(sets) > 0 && !more {
			result.Errors = append(result.Errors, Error{Pos: sets[0].Pos(), Call: f.fn.Name(), How: Gathered, Other: param.Name(),
				Noted: true, Calls: f.callsOf()})
		}
	}
}

// callsOf returns the calls of the function in its package.
func (f *function) callsOf() []token.Pos {
	var all []token.Pos
	for at := range syntax.Preorder(f.pass, (*ast.CallExpr)(nil)) {
		if call := at.Node().(*ast.CallExpr); syntax.Called(f.info, call) == f.fn {
			all = append(all, call.Pos())
		}
	}
	return all
}
