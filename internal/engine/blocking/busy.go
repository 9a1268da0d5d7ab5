package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// busy notes a loop that only a break or a return ends, and in which a step that fails is tried again at once: nothing waits before it goes
// on. A loop that changes something before that tries something else. sleeping, busy.
func (w *walker) busy(loop *ast.ForStmt, around Repeat) {
	if loop.Cond != nil || loop.Post != nil {
		return
	}
	for i, s := range loop.Body.List {
		if syntax.AnyNow(s, w.mayWait) {
			return
		}
		branch, ok := s.(*ast.IfStmt)
		if !ok || len(branch.Body.List) == 0 {
			continue
		}
		cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
		if !ok || cond.Op != token.NEQ || !w.info.Types[cond.Y].IsNil() || !syntax.IsError(w.info.TypeOf(cond.X)) {
			continue
		}
		from := branch.Init
		if from == nil && i > 0 {
			from = loop.Body.List[i-1]
		}
		assign, ok := from.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 || w.changes(branch.Body) {
			continue
		}
		call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		again, goesOn := branch.Body.List[len(branch.Body.List)-1].(*ast.BranchStmt)
		if isCall && goesOn && again.Tok == token.CONTINUE && again.Label == nil && w.handsContext(call) {
			w.note(Wait{What: "a loop that tries " + types.ExprString(call.Fun) + " again at once", Repeat: Repeat{Endless: true}.within(around)},
				loop.Pos())
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
	for _, arg := range call.Args {
		if t := w.info.TypeOf(arg); t != nil && types.TypeString(t, nil) == "context.Context" {
			return true
		}
	}
	return false
}
