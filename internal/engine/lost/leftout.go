package lost

import (
	"go/ast"
	"go/types"
	"iter"
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
	for ret := range f.whereGone(branch) {
		for c := at; ; c = c.Parent() {
			loop, loops := c.Node().(*ast.RangeStmt)
			loops = loops && slices.ContainsFunc([]ast.Expr{loop.Key, loop.Value}, func(e ast.Expr) bool {
				v := syntax.Var(f.info, e)
				return v != nil && (f.mentions(call, v) || f.derives(loop.Body, call, v)) // and no other try
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

// derives reports whether a call is handed a variable that a block makes of another one, as by a type assertion.
func (f *function) derives(in *ast.BlockStmt, call *ast.CallExpr, from *types.Var) bool {
	return syntax.Any(in, func(set *ast.AssignStmt) bool {
		v := syntax.Var(f.info, set.Lhs[0])
		return v != nil && f.mentions(call, v) && len(set.Rhs) == 1 && f.mentions(set.Rhs[0], from)
	})
}

// whereGone yields the returns of a branch which say that all is well where an object is not found: those behind that question, and one
// that ignores such an error.
func (f *function) whereGone(branch *ast.IfStmt) iter.Seq[*ast.ReturnStmt] {
	says := func(e ast.Expr) bool {
		return syntax.Any(e, func(id *ast.Ident) bool { return strings.HasSuffix(id.Name, "NotFound") })
	}
	return func(yield func(*ast.ReturnStmt) bool) {
		for asks := range syntax.All[*ast.IfStmt](branch.Body) {
			if ret, ok := syntax.Last[*ast.ReturnStmt](asks.Body.List); ok && f.ofKind(asks.Cond) != nil && says(asks.Cond) &&
				len(ret.Results) > 0 && f.allEmpty(ret.Results) && !yield(ret) {
				return
			}
		}
		if ret, ok := syntax.Last[*ast.ReturnStmt](branch.Body.List); ok && len(ret.Results) > 0 {
			if last := len(ret.Results) - 1; f.without(ret.Results[last]) != nil && says(ret.Results[last]) && f.allEmpty(ret.Results[:last]) {
				yield(ret)
			}
		}
	}
}

// allEmpty reports whether all that a return answers is empty.
func (f *function) allEmpty(results []ast.Expr) bool {
	return !slices.ContainsFunc(results, func(e ast.Expr) bool { return !f.isEmpty(e, e.Pos()) })
}

func isCase(s ast.Stmt) bool {
	_, is := s.(*ast.CaseClause)
	return is
}

// deletes reports whether a call asks for something far to be deleted.
func (f *function) deletes(call *ast.CallExpr) bool {
	return begins(lastName(call), "delete") && f.source(call) != local
}
