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
	round := roundOf(loop)
	tries := func(does string, call *ast.CallExpr, plain bool) {
		what := "a loop that " + does + " " + types.ExprString(call.Fun) + " again at once"
		w.note(Wait{What: what, Repeat: Repeat{Endless: !syntax.AnyNow(loop, w.timed)}.within(around),
			Explained: !plain || !slices.Equal(round, loop.Body.List)}, loop.Pos()) // the other forms are notes at first
	}
	if call := w.polled(round); call != nil {
		tries("calls", call, w.gets(call))
		return
	}
	for branch, call := range syntax.Failed(w.info, round) {
		again, goesOn := syntax.Last[*ast.BranchStmt](branch.Body.List)
		waits := slices.ContainsFunc(round, func(s ast.Stmt) bool {
			return syntax.AnyNow(s, func(n ast.Node) bool { return n.Pos() < branch.End() && syntax.MayWait(w.info, n) })
		})
		if goesOn && again.Tok == token.CONTINUE && again.Label == nil && !waits && !w.changes(branch.Body) && w.handsContext(call) &&
			!w.another(loop, call) {
			tries("tries", call, true)
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

// roundOf returns what a loop does each time round. A select with a default does not wait: it is what stands there, if all its other cases
// end the loop. sleeping, asksOn.
func roundOf(loop *ast.ForStmt) (round []ast.Stmt) {
	for _, s := range loop.Body.List {
		choice, ok := s.(*ast.SelectStmt)
		at := -1
		for i := 0; ok && i < len(choice.Body.List); i++ {
			clause := choice.Body.List[i].(*ast.CommClause)
			if clause.Comm == nil {
				at = i
			} else {
				ok = syntax.Returns(clause.Body)
			}
		}
		if ok && at >= 0 {
			round = append(round, choice.Body.List[at].(*ast.CommClause).Body...)
		} else {
			round = append(round, s)
		}
	}
	return round
}

// polled returns the call by which a loop reads an object again at once, until that is as it should be: nothing else is done on the way
// round. nil for any other loop.
func (w *walker) polled(round []ast.Stmt) (read *ast.CallExpr) {
	other := func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return syntax.MayWait(w.info, n)
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || !w.handsContext(call) {
			return true
		}
		read = call
		return !w.getsOnly(call)
	}
	for _, s := range round {
		root := ast.Node(s)
		switch s := s.(type) {
		case *ast.DeclStmt, *ast.AssignStmt:
		case *ast.IfStmt:
			branch, ends := syntax.Last[*ast.BranchStmt](s.Body.List)
			ends = ends && branch.Tok == token.BREAK || syntax.Returns(s.Body.List)
			if s.Else != nil || !ends || s.Init != nil && syntax.AnyNow(s.Init, other) {
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

// gets reports whether a call reads an object.
func (w *walker) gets(call *ast.CallExpr) bool {
	name := syntax.CalledName(w.info, call)
	return name.Last() == "Get" && known.Foundation(name.Package()) && w.handsContext(call)
}

// getsOnly is gets for a function of the package, too, that sends no other request, does not wait and keeps nothing. sleeping, asksOn.
func (w *walker) getsOnly(call *ast.CallExpr) bool {
	decl := w.g.decls[syntax.Called(w.info, call)]
	if decl == nil {
		return w.gets(call)
	}
	return syntax.AnyNow(decl.Body, w.gets) && !w.changes(decl.Body) && !syntax.AnyNow(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return syntax.MayWait(w.info, n) || ok && !w.gets(call) && w.g.waitsAt(call)
	})
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
