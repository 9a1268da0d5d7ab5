package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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
	for branch, call := range syntax.Failed(w.info, loop.Body.List) {
		again, goesOn := syntax.Last[*ast.BranchStmt](branch.Body.List)
		waits := syntax.AnyNow(loop.Body, func(n ast.Node) bool { return n.Pos() < branch.End() && w.mayWait(n) })
		if goesOn && again.Tok == token.CONTINUE && again.Label == nil && !waits && !w.changes(branch.Body) && w.handsContext(call) {
			wait := Wait{What: "a loop that tries " + types.ExprString(call.Fun) + " again at once", Repeat: Repeat{Endless: true}.within(around)}
			w.note(wait, loop.Pos())
			return
		}
	}
}

// mayWait reports whether a node may wait for something: by what it is, or by the name of what it calls.
func (w *walker) mayWait(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectStmt, *ast.SendStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.RangeStmt:
		_, channel := w.info.TypeOf(n.X).Underlying().(*types.Chan)
		return channel
	case *ast.CallExpr:
		sym := syntax.CalledName(w.info, n)
		name := strings.ToLower(sym.Last())
		return known.Wait(sym) != known.NoWait || known.Func(sym) == known.QueueGet || strings.Contains(name, "wait") ||
			strings.Contains(name, "sleep") || strings.Contains(name, "backoff")
	}
	return false
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
