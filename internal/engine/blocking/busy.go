package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// busy notes a loop that only a break or a return ends, and in which a step that fails is tried again at once: nothing waits before it goes
// on. A loop that changes something before that tries something else. sleeping, busy.
func (w *walker) busy(loop *ast.ForStmt, around Repeat) {
	if loop.Cond != nil || loop.Post != nil {
		return
	}
	tries := func(does string, call *ast.CallExpr) {
		what := "a loop that " + does + " " + types.ExprString(call.Fun) + " again at once"
		w.note(Wait{What: what, Repeat: Repeat{Endless: true}.within(around)},
			loop.Pos())
	}
	if call := w.polled(loop); call != nil {
		tries("calls", call)
		return
	}
	for branch, call := range syntax.Failed(w.info, loop.Body.List) {
		again, goesOn := syntax.Last[*ast.BranchStmt](branch.Body.List)
		waits := syntax.AnyNow(loop.Body, func(n ast.Node) bool { return n.Pos() < branch.End() && syntax.MayWait(w.info, n) })
		if goesOn && again.Tok == token.CONTINUE && again.Label == nil && !waits && !w.changes(branch.Body) && w.handsContext(call) &&
			!w.another(loop, call) {
			tries("tries", call)
			return
		}
	}
}

// another reports whether a call is about what another call in the loop has returned anew, such as the next key: it is no second try.
// sleeping, drains.
func (w *walker) another(loop *ast.ForStmt, call *ast.CallExpr) bool {
	return syntax.Any(call, func(id *ast.Ident) bool {
		v := syntax.Var(w.info, id)
		if v == nil || v.Pos() < loop.Body.Pos() || v.Pos() > call.Pos() {
			return false
		}
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface:
			return false // a copy, or a context
		}
		return syntax.Any(loop.Body, func(set *ast.AssignStmt) bool {
			_, made := ast.Unparen(set.Rhs[0]).(*ast.CallExpr)
			return made && slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool { return syntax.Var(w.info, to) == v })
		})
	})
}

// polled returns the call by which a loop reads an object again at once, until that is as it should be: nothing else is done on the way
// round. nil for any other loop.
func (w *walker) polled(loop *ast.ForStmt) (read *ast.CallExpr) {
	other := func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return syntax.MayWait(w.info, n)
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || !w.handsContext(call) {
			return true
		}
		name := syntax.CalledName(w.info, call)
		read = call
		return name.Last() != "Get" || !known.Foundation(name.Package())
	}
	for _, s := range loop.Body.List {
		root := ast.Node(s)
		switch s := s.(type) {
		case *ast.DeclStmt, *ast.AssignStmt:
		case *ast.IfStmt:
			_, returns := syntax.Last[*ast.ReturnStmt](s.Body.List)
			branch, ends := syntax.Last[*ast.BranchStmt](s.Body.List)
			if s.Else != nil || !returns && (!ends || branch.Tok != token.BREAK) || s.Init != nil && syntax.AnyNow(s.Init, other) {
				return nil
			}
			root = s.Cond
		default:
			return nil
		}
		if syntax.AnyNow(root, other) {
			return nil
		}
	}
	return read
}

// changes reports whether statements set a variable.
func (w *walker) changes(body *ast.BlockStmt) bool {
	return syntax.AnyNow(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return n.Tok != token.DEFINE
		case *ast.IncDecStmt:
			return true
		}
		return false
	})
}

// handsContext reports whether a call is handed a context: what it does may fail for a while.
func (w *walker) handsContext(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return symbol.OfType(w.info.TypeOf(arg)) == "context.Context" })
}
