package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// neverLeft notes a loop without an end in the statements before what a defer gives back, which keeps the lock for ever. sleeping, forever.
func (w *walker) neverLeft(lock *ast.CallExpr, during []ast.Stmt) {
	for _, s := range during {
		if isEndless(s) && !callsNow(s, w.mayLetGo) {
			w.stuck(lock, "", "keeps this locked for ever: the loop in line "+w.line(s)+" never ends")
		}
	}
}

// takenAgain notes a call of a function that takes the lock which its caller has, and so waits for ever for it. sleeping, forever.
func (w *walker) takenAgain(lock *ast.CallExpr, of *types.Var, during []ast.Stmt) {
	in, _ := syntax.Selected(lock.Fun)
	if w.setsAnew(w.g.root(in)) {
		return
	}
	reads := calls(w.info, lock, readLock)
	for _, s := range during {
		if again := w.callsTaking(s, of, in, func(c *ast.CallExpr) bool { return !reads || !calls(w.info, c, readLock) }); again != "" {
			w.stuck(lock, "", "has this locked and calls "+again+", which waits for the same lock: neither ever goes on")
			return
		}
		if again := w.callsTaking(s, of, in, func(*ast.CallExpr) bool { return true }); again != "" && w.isWritten(of) {
			w.stuck(lock, "", "has this locked for reading and calls "+again+", which does so again: if somebody calls Lock in between, "+
				"none of them ever goes on")
			return
		}
	}
}

// callsTaking returns the name of the function that a statement calls if that takes a lock in one of some ways which its caller has, "" if
// it calls none.
func (w *walker) callsTaking(s ast.Stmt, of *types.Var, in ast.Expr, ways func(*ast.CallExpr) bool) (again string) {
	callsNow(s, func(call *ast.CallExpr) bool {
		again = w.takesAgain(call, of, w.g.root(in), w.pathOf(in), ways, make(map[*types.Func]bool))
		return again != ""
	})
	return again
}

// isWritten reports whether a function of the package takes a lock for itself alone.
func (w *walker) isWritten(of *types.Var) bool {
	return slices.ContainsFunc(slices.Collect(syntax.FuncDecls(w.g.pass)), func(decl *ast.FuncDecl) bool {
		return syntax.Any(decl.Body, func(c *ast.CallExpr) bool { return w.lockOf(c) == of && !calls(w.info, c, readLock) })
	})
}

// stuck notes what becomes of a lock that a function takes, whoever calls that.
func (w *walker) stuck(lock *ast.CallExpr, where, does string) {
	w.noteStuck(lock.Pos(), types.ExprString(lock.Fun)+where, does)
}

// noteStuck notes what never comes to its end, whoever calls the function.
func (w *walker) noteStuck(pos token.Pos, what, does string) {
	w.leave(pos, Wait{What: what, Does: does, Explained: true}) // a note at first
}

// takesAgain returns the name of the function that a call calls if that takes a lock which its caller has, "" if it does not. The lock is
// the package's own, or in what both are methods of: path is how it is written after the variable that has that. It is taken in one of some
// ways.
func (w *walker) takesAgain(call *ast.CallExpr, of, root *types.Var, path string, ways func(*ast.CallExpr) bool,
	seen map[*types.Func]bool) string {
	fn := syntax.Called(w.info, call)
	decl := w.g.decls[fn]
	if decl == nil || seen[fn] {
		return ""
	}
	seen[fn] = true
	self := root
	if root.Parent() != w.g.pass.Pkg.Scope() {
		on, _ := syntax.Selected(call.Fun)
		if on == nil || syntax.Var(w.info, on) != root {
			return ""
		}
		self = fn.Signature().Recv()
	}
	for _, s := range decl.Body.List {
		lock := syntax.CallOf(s)
		takes := lock != nil && w.lockOf(lock) == of && ways(lock)
		if takes {
			in, _ := syntax.Selected(lock.Fun)
			takes = w.g.root(in) == self && w.pathOf(in) == path
		}
		switch {
		case takes || callsNow(s, func(call *ast.CallExpr) bool { return w.takesAgain(call, of, self, path, ways, seen) != "" }):
			return fn.Name()
		case callsNow(s, w.mayLetGo) || syntax.Any(s, func(*ast.ReturnStmt) bool { return true }):
			return "" // it may give the lock back before, or not come so far
		}
	}
	return ""
}

// mayLetGo reports whether a call may give a lock back for a while, by a function of the package too, or end the program.
func (w *walker) mayLetGo(call *ast.CallExpr) bool {
	if letsGo(call) {
		return true
	}
	decl := w.g.decls[syntax.Called(w.info, call)]
	return decl != nil && syntax.Any(decl.Body, letsGo)
}

// letsGo reports whether a call gives a lock back itself, by its name, or ends the function, the goroutine or the program.
func letsGo(call *ast.CallExpr) bool {
	_, name := syntax.Selected(call.Fun)
	return isUnlock(call) || slices.Contains([]string{"Wait", "Exit", "Goexit"}, name) || strings.HasPrefix(name, "Fatal") ||
		syntax.Is(call.Fun, "panic")
}

// setsAnew reports whether the function sets a variable.
func (w *walker) setsAnew(v *types.Var) bool { return syntax.Sets(w.info, w.decl.Node(), v) }

// pathOf returns how an expression is written after the variable that it begins with.
func (w *walker) pathOf(e ast.Expr) string {
	return strings.TrimPrefix(types.ExprString(e), w.g.root(e).Name())
}

// callsNow reports whether something holds of a call that a statement makes itself, in the goroutine that it runs in.
func callsNow(s ast.Stmt, holds func(*ast.CallExpr) bool) (does bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			does = does || holds(n)
		}
		return !does
	})
	return does
}

// pilesUp notes a call that is deferred each time round a loop that waits for the next event, and so runs only when the function ends.
// sleeping, forever.
func (w *walker) pilesUp(loop *ast.ForStmt) {
	if loop.Cond != nil || !waitsForNext(loop.Body) {
		return
	}
	switch loop.Body.List[len(loop.Body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return // it goes round only to try again
	}
	for _, s := range loop.Body.List {
		if d, ok := s.(*ast.DeferStmt); ok {
			w.noteStuck(d.Pos(), types.ExprString(d.Call.Fun), "defers one more call each time round this loop, and none of them runs before "+
				"the function ends")
		}
	}
}

// waitsForNext reports whether the body of a loop receives something that it goes on with.
func waitsForNext(body *ast.BlockStmt) bool {
	return slices.ContainsFunc(body.List, func(s ast.Stmt) bool {
		switch s := s.(type) {
		case *ast.AssignStmt:
			from, ok := ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
			return ok && from.Op == token.ARROW
		case *ast.SelectStmt:
			return true
		}
		return false
	})
}
