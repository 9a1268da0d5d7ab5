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
	var before ast.Stmt
	for _, s := range loop.Body.List {
		if syntax.AnyNow(s, w.mayWait) {
			return
		}
		branch, ok := s.(*ast.IfStmt)
		if ok && syntax.OfError(w.info, branch.Cond, token.NEQ) && !w.changes(branch.Body) && goesOn(branch.Body.List) {
			if branch.Init != nil {
				before = branch.Init
			}
			if assign, ok := before.(*ast.AssignStmt); ok {
				if call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr); ok && w.handsContext(call) {
					wait := Wait{What: "a loop that tries " + types.ExprString(call.Fun) + " again at once", Repeat: Repeat{Endless: true}.within(around)}
					w.note(wait, loop.Pos())
					return
				}
			}
		}
		before = s
	}
}

// goesOn reports whether a list of statements goes on with the loop that it stands in.
func goesOn(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	again, ok := list[len(list)-1].(*ast.BranchStmt)
	return ok && again.Tok == token.CONTINUE && again.Label == nil
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
