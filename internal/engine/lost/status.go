package lost

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// quiet reports whether a statement does no more about an error than to tell of it, and to leave or to go on with the next item.
func (f *function) quiet(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return len(s.Results) == 0
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE
	}
	call := syntax.CallOf(s)
	return call != nil && announces(call) || f.idle(s)
}

// findDeferredStatus finds the deferred functions that write the status and only tell of its error, where the function can say that all
// went well.
func (f *function) findDeferredStatus(d *ast.DeferStmt, result *Result) {
	if fn := syntax.Called(f.info, d.Call); fn != nil && syntax.ReturnsError(fn.Signature()) && f.isStatusWrite(d.Call) &&
		!f.explainedIn(d.Pos(), d.End()) {
		how := Unseen
		if f.saysDone(d.End()) {
			how = DeferredStatus
		}
		result.Errors = append(result.Errors, Error{Pos: d.Pos(), Call: written(d.Call), How: how, Reconciles: true})
	}
}

// saysDone reports whether a return after a place says that all is done: with an empty Result that is written down, or a variable of the
// package that keeps one, and nil. The last one of the function may return what another step came to.
func (f *function) saysDone(after token.Pos) bool {
	return syntax.AnyNow(f.decl.Body, func(ret *ast.ReturnStmt) bool {
		if ret.Pos() < after || len(ret.Results) == 0 {
			return false
		}
		end, _ := syntax.Last[*ast.ReturnStmt](f.decl.Body.List)
		if !isNil(syntax.LastResult(ret)) && (end != ret || syntax.Fails(f.info, ret)) {
			return false
		}
		return !f.reconciles || f.asksNothing(ret.Results[0]) || f.Program.Variable(syntax.Object(f.info, ret.Results[0])).IsZero()
	})
}

// onlyStates reports whether the branch does no more about the error than to tell of it, in the object's status too, which the queue does
// not read.
func (p *path) onlyStates() bool {
	return every(p.branch.Body.List, func(s ast.Stmt) bool { return s == ast.Stmt(p.ret) || p.idle(s) || p.states(s) })
}

// states reports whether a statement sets a part of a status or a condition, or writes the status.
func (f *function) states(s ast.Stmt) bool {
	if branch, ok := s.(*ast.IfStmt); ok { // taken where the status was not written
		s = branch.Init
	}
	call := callOf(s)
	return setsStatus(s) || call != nil &&
		(f.isStatusWrite(call) || strings.Contains(lastName(call), "condition") || begins(lastName(call), "mark", "setstatus"))
}

// setsStatus reports whether a node sets a part of a status.
func setsStatus(n ast.Node) bool {
	set, ok := n.(*ast.AssignStmt)
	return ok && slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool {
		return syntax.Any(to, func(sel *ast.SelectorExpr) bool { return sel.Sel.Name == "Status" })
	})
}
