package lost

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findLeftOut finds where a function that deletes several objects leaves with success since one of them is gone already, and so leaves out
// those after it. At is the list that the branch for the error of the deletion is in. losterrors/told, gone.
func (f *function) findLeftOut(branch *ast.IfStmt, call *ast.CallExpr, at inspector.Cursor, rest []ast.Stmt, result *Result) {
	if !f.deletes(call) || f.explainedIn(call.Pos(), branch.End()) {
		return
	}
	for asks := range syntax.All[*ast.IfStmt](branch.Body) {
		ret, ok := syntax.Last[*ast.ReturnStmt](asks.Body.List)
		gone := f.ofKind(asks.Cond) != nil && syntax.Any(asks.Cond, func(id *ast.Ident) bool { return strings.HasSuffix(id.Name, "NotFound") })
		if !ok || !gone || len(ret.Results) == 0 || slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !f.isEmpty(e, ret.Pos()) }) {
			continue
		}
		for c := at; ; c = c.Parent() {
			loop, loops := c.Node().(*ast.RangeStmt)
			loops = loops && slices.ContainsFunc([]ast.Expr{loop.Key, loop.Value}, func(e ast.Expr) bool {
				v := syntax.Var(f.info, e)
				return v != nil && f.mentions(call, v) // and no other try
			})
			if loops || slices.ContainsFunc(rest, func(s ast.Stmt) bool { return syntax.Any(s, f.deletes) }) {
				result.Errors = append(result.Errors, Error{Pos: ret.Pos(), Call: f.written(call), How: LeftOut})
				return
			}
			_, ends := syntax.Last[*ast.ReturnStmt](rest)
			if ends || c.Node() == ast.Node(f.decl) {
				break
			}
			if rest = after(c); slices.ContainsFunc(rest, isCase) {
				rest = nil // another way
			}
		}
	}
}

func isCase(s ast.Stmt) bool {
	_, is := s.(*ast.CaseClause)
	return is
}

// deletes reports whether a call asks for something far to be deleted.
func (f *function) deletes(call *ast.CallExpr) bool {
	return begins(lastName(call), "delete") && f.source(call) != local
}
