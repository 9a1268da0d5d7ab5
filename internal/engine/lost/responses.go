package lost

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findUnaskedResponses finds requests over HTTP of whose responses nobody looks at more than the body, to close it: an answer of the server
// that says no, which is no error to net/http, counts as done: lost.txt, nobody looks at the answer.
func (f *function) findUnaskedResponses(result *Result) {
	for assign := range syntax.All[*ast.AssignStmt](f.decl.Body) {
		_, call := syntax.OfCall(assign)
		if call == nil || len(assign.Lhs) != 2 || !known.OverHTTP(syntax.CalledName(f.info, call)) || f.explainedIn(call.Pos(), call.End()) {
			continue
		}
		resp := syntax.Var(f.info, assign.Lhs[0])
		if !syntax.Is(assign.Lhs[0], "_") && (resp == nil || f.asksResponse(resp)) {
			continue
		}
		result.Errors = append(result.Errors, Error{Pos: call.Pos(), Call: f.written(call), How: Unasked, Noted: true})
	}
}

// asksResponse reports whether the function does more with a response than to compare it with nil and to close or throw away its body.
func (f *function) asksResponse(resp *types.Var) bool {
	for at := range syntax.Uses(f.pass, resp) {
		switch parent := at.Parent().Node().(type) {
		case *ast.BinaryExpr:
		case *ast.AssignStmt:
			if slices.Contains(parent.Rhs, at.Node().(ast.Expr)) { // who has it then may ask
				return true
			}
		case *ast.SelectorExpr:
			if parent.Sel.Name != "Body" || !f.dropsBody(at.Parent()) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// dropsBody reports whether a body is closed, or compared, or copied to where nobody sees it.
func (f *function) dropsBody(body inspector.Cursor) bool {
	switch parent := body.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return parent.Sel.Name == "Close"
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		return slices.ContainsFunc(parent.Args, func(arg ast.Expr) bool {
			_, name := syntax.Selected(arg)
			return name == "Discard"
		})
	}
	return false
}
