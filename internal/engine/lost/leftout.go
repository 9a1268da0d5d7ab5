package lost

import (
	"go/ast"
	"go/token"
	"go/types"
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
	another := func(other *ast.CallExpr) bool { // of the same object, as by force
		return f.deletes(other) && !(len(call.Args) > 1 && len(other.Args) > 1 &&
			types.ExprString(call.Fun) == types.ExprString(other.Fun) && types.ExprString(call.Args[1]) == types.ExprString(other.Args[1]))
	}
	for _, ret := range f.whereGone(branch) {
		for c := at; ; c = c.Parent() {
			loop, loops := c.Node().(*ast.RangeStmt)
			if loops && f.deletesEach(loop, call) || slices.ContainsFunc(rest, func(s ast.Stmt) bool { return syntax.Any(s, another) }) {
				result.Errors = append(result.Errors, Error{Pos: ret.Pos(), Call: f.written(call), How: LeftOut})
				return
			}
			_, ends := syntax.Last[*ast.ReturnStmt](rest)
			leaves, breaks := syntax.Last[*ast.BranchStmt](rest)
			if ends || breaks && leaves.Tok == token.BREAK || c.Node() == ast.Node(f.decl) {
				break
			}
			if rest = after(c); slices.ContainsFunc(rest, isCase) {
				rest = nil // another way
			}
		}
	}
}

// deletesEach reports whether a loop deletes each of several objects by a call, rather than one that it looks for or one with several
// settings. losterrors/told, force.
func (f *function) deletesEach(loop *ast.RangeStmt, call *ast.CallExpr) bool {
	return slices.ContainsFunc([]ast.Expr{loop.Key, loop.Value}, func(e ast.Expr) bool {
		v := syntax.Var(f.info, e)
		if v == nil || !f.mentions(call, v) && !f.derives(loop.Body, call, v) {
			return false // another try
		}
		basic, _ := v.Type().Underlying().(*types.Basic)
		counts := syntax.Any(loop.Body, func(at *ast.IndexExpr) bool { return f.mentions(at.Index, v) })
		if basic != nil && basic.Info()&types.IsNumeric != 0 && !counts {
			return false
		}
		return !syntax.Any(loop.Body, func(asks *ast.BinaryExpr) bool {
			return (asks.Op == token.EQL || asks.Op == token.NEQ) && (f.tells(asks.X, v) && f.info.Types[asks.Y].Value == nil ||
				f.tells(asks.Y, v) && f.info.Types[asks.X].Value == nil)
		})
	})
}

// tells reports whether an expression is what a variable is told from others by: itself, its name or its UID.
func (f *function) tells(e ast.Expr, v *types.Var) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 0 {
		e = call.Fun
	}
	of, name := syntax.Selected(e)
	if of == nil {
		return syntax.Var(f.info, e) == v
	}
	return slices.Contains([]string{"Name", "GetName", "UID", "GetUID"}, name) && f.mentions(of, v)
}

// derives reports whether a call is handed a variable that a block makes of another one, as by a type assertion.
func (f *function) derives(in *ast.BlockStmt, call *ast.CallExpr, from *types.Var) bool {
	return syntax.Any(in, func(set *ast.AssignStmt) bool {
		v := syntax.Var(f.info, set.Lhs[0])
		return v != nil && f.mentions(call, v) && len(set.Rhs) == 1 && f.mentions(set.Rhs[0], from)
	})
}

// whereGone returns the returns of a branch which say that all is well where an object is not found: those behind that question, and one
// that ignores such an error.
func (f *function) whereGone(branch *ast.IfStmt) (list []*ast.ReturnStmt) {
	says := func(e ast.Expr) bool {
		return syntax.Any(e, func(id *ast.Ident) bool { return strings.HasSuffix(id.Name, "NotFound") })
	}
	for asks := range syntax.All[*ast.IfStmt](branch.Body) {
		if ret, ok := syntax.Last[*ast.ReturnStmt](asks.Body.List); ok && f.ofKind(asks.Cond) != nil && says(asks.Cond) &&
			len(ret.Results) > 0 && f.allEmpty(ret.Results) {
			list = append(list, ret)
		}
	}
	if ret, ok := syntax.Last[*ast.ReturnStmt](branch.Body.List); ok && f.without(syntax.LastResult(ret)) != nil &&
		says(syntax.LastResult(ret)) && f.allEmpty(ret.Results[:len(ret.Results)-1]) {
		list = append(list, ret)
	}
	return list
}

// allEmpty reports whether all that a return answers is empty.
func (f *function) allEmpty(results []ast.Expr) bool {
	return every(results, func(e ast.Expr) bool { return f.isEmpty(e, e.Pos()) })
}

func isCase(s ast.Stmt) bool {
	_, is := s.(*ast.CaseClause)
	return is
}

// deletes reports whether a call asks for something far to be deleted.
func (f *function) deletes(call *ast.CallExpr) bool {
	return begins(lastName(call), "delete") && f.source(call) != local
}
