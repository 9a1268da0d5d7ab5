package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// leftLocked notes the locks of a list of statements that a return between them, or the next round of the loop around them, leaves locked:
// whoever wants one next waits for ever. sleeping, locked.
func (w *walker) leftLocked(list []ast.Stmt) {
	for i, s := range list {
		lock := syntax.CallOf(s)
		name := w.takes(lock)
		if name == "" {
			continue
		}
		unlock := strings.TrimSuffix(name, "Lock") + "Unlock" // of RLock, too
		unlocks := func(n ast.Node) bool { return w.unlocks(n, unlock) }
		in, _ := syntax.Selected(lock.Fun)
		if again := slices.IndexFunc(list[i+1:], func(s ast.Stmt) bool { // else it gives its caller's lock back for a while: sleeping, lends
			d, ok := s.(*ast.DeferStmt)
			return ok && types.ExprString(d.Call.Fun) == name
		}); again >= 0 && !slices.ContainsFunc(list[i+1:], func(s ast.Stmt) bool { return syntax.Any(s, unlocks) }) {
			w.stuck(lock, ", which is deferred too", "takes this lock once more at its end, where it has it still, and waits for ever")
			continue
		}
		end := slices.IndexFunc(list[i:], func(s ast.Stmt) bool { return mayFree(s, unlocks) })
		rest := list[i+1:]
		deferred := syntax.Any(w.decl.Node(), func(d *ast.DeferStmt) bool { return syntax.Any(d, unlocks) })
		if !deferred && end < 0 {
			if takesLock(w.info, lock) && w.neverFrees(in) && !syntax.Any(w.decl.Node(), unlocks) {
				w.stuck(lock, ", at each return", "leaves this locked, and whoever wants it next waits for ever")
			}
			continue
		}
		if !deferred {
			rest = list[i+1 : i+end]
			if ret := returnsBefore(rest, unlocks); ret != nil && !w.handsOn(types.ExprString(lock.Fun), unlock, w.g.root(in), ret) {
				where := "return"
				if _, again := ret.(*ast.BranchStmt); again {
					where = "continue"
				}
				w.stuck(lock, ", at the "+where+" in line "+w.line(ret), "leaves this locked, and whoever wants it next waits for ever")
				continue
			}
		}
		during := whileLocked(rest, unlocks)
		if of := w.lockOf(lock); of != nil && w.stays(in) {
			w.held(lock, of, during)
			w.ordered(lock, of, during)
			w.takenAgain(lock, of, during)
		}
		if deferred {
			w.neverLeft(lock, during)
		}
	}
}

// takesLock reports whether a call takes a lock.
func takesLock(info *types.Info, call *ast.CallExpr) bool {
	return calls(info, call, "sync.Mutex.Lock", "sync.RWMutex.Lock", readLock, "sync.Locker.Lock")
}

// takes returns the function by which a call takes a lock, as it is written where the call is, "" if it takes none. It may be that of a
// method of the package which always takes the lock and gives none back. sleeping, rounds.
func (w *walker) takes(call *ast.CallExpr) string {
	if call == nil {
		return ""
	}
	if takesLock(w.info, call) {
		return types.ExprString(call.Fun)
	}
	fn := syntax.Called(w.info, call)
	decl := w.g.decls[fn]
	on, _ := syntax.Selected(call.Fun)
	if decl == nil || syntax.Var(w.info, on) == nil || syntax.Any(decl.Body, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		_, returns := n.(*ast.ReturnStmt)
		return returns || ok && isUnlock(inner)
	}) {
		return ""
	}
	for _, s := range decl.Body.List {
		if lock := syntax.CallOf(s); lock != nil && takesLock(w.info, lock) && w.g.root(lock.Fun) == fn.Signature().Recv() {
			return types.ExprString(on) + w.pathOf(lock.Fun)
		}
	}
	return ""
}

// neverFrees reports whether nobody gives a lock back that the function takes: only functions do that take it themselves. sleeping,
// forgetful.
func (w *walker) neverFrees(lock ast.Expr) bool {
	v, ok := syntax.Object(w.info, lock).(*types.Var)
	fn := w.node.fn
	if !ok || fn == nil || v.Exported() || v.Pkg() != w.g.pass.Pkg || !v.IsField() && v.Kind() != types.PackageVar || named(fn) {
		return false
	}
	frees := false
	for use := range syntax.Uses(w.g.pass, v) {
		frees = frees || use.ParentEdgeKind() == edge.UnaryExpr_X // whoever has its address may
	}
	for decl := range syntax.FuncDecls(w.g.pass) {
		takes, gives := false, false
		for use := range syntax.All[*ast.SelectorExpr](decl.Body) {
			if of := syntax.Object(w.info, use.X); of == types.Object(v) {
				takes = takes || use.Sel.Name == "Lock" || use.Sel.Name == "RLock"
				gives = gives || use.Sel.Name == "Unlock" || use.Sel.Name == "RUnlock"
			}
		}
		frees = frees || gives && !takes
	}
	return !frees && len(slices.Collect(syntax.Uses(w.g.pass, v))) > 1
}

// named reports whether a function is named for a lock, so that its caller has that.
func named(fn *types.Func) bool { return holds(fn.Name(), "lock") || holds(fn.Name(), "acquire") }

// whileLocked returns the statements of a list that are run before one that unlocks, without what is deferred.
func whileLocked(list []ast.Stmt, unlocks func(ast.Node) bool) (during []ast.Stmt) {
	for _, s := range list {
		if _, later := s.(*ast.DeferStmt); later {
			continue
		}
		if syntax.Any(s, unlocks) {
			break
		}
		during = append(during, s)
	}
	return during
}

// unlocks reports whether a node gives a lock back, as it is written, hands out what does, or calls a function of the package that does.
// sleeping, done.
func (w *walker) unlocks(n ast.Node, unlock string) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		return types.ExprString(n) == unlock
	case *ast.CallExpr:
		if types.ExprString(n.Fun) == unlock {
			return true
		}
		fn := syntax.Called(w.info, n)
		of, _, _ := strings.Cut(unlock, ".Unlock")
		if slices.ContainsFunc(n.Args, func(e ast.Expr) bool { p, ok := e.(*ast.UnaryExpr); return ok && types.ExprString(p.X) == of }) {
			return true
		}
		decl := w.g.decls[fn]
		if decl == nil {
			return false
		}
		_, field, _ := strings.Cut(unlock, ".")
		back, taken := token.NoPos, token.NoPos
		for sel := range syntax.All[*ast.SelectorExpr](decl.Body) {
			name := types.ExprString(sel)
			same := strings.Count(name, ".") == strings.Count(unlock, ".") // fill
			if !back.IsValid() && same && strings.HasSuffix(name, "."+field) {
				back = sel.Pos()
			}
			if _, of, _ := strings.Cut(name, "."); !taken.IsValid() && of == strings.TrimSuffix(field, "Unlock")+"Lock" {
				taken = sel.Pos()
			}
		}
		return back.IsValid() && !(taken.IsValid() && taken < back) // and does not take it itself
	}
	return false
}

// handsOn reports whether whoever calls the function has a lock too, or who begins a round of the loop that a continue goes on with: it is
// given back before it is taken, or returned as the function's name says or with what has it. sleeping, stepsOut and rounds.
func (w *walker) handsOn(lock, unlock string, of *types.Var, ret ast.Node) bool {
	if w.node.fn != nil && named(w.node.fn) {
		return true
	}
	if of != nil && of.Kind() != types.RecvVar && syntax.Mentions(w.info, ret, of) {
		return true
	}
	if of != nil && of.Kind() == types.LocalVar && symbol.OfType(of.Type()).In("sync") {
		return true // nobody else has it
	}
	within := w.decl.Node()
	if _, again := ret.(*ast.BranchStmt); again {
		for at := range w.decl.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			if at.Node().Pos() < ret.Pos() && ret.End() <= at.Node().End() {
				within = at.Node()
			}
		}
		if syntax.AnyNow(within, func(s *ast.SendStmt) bool { return s.Pos() < ret.Pos() }) {
			return true // whoever is told may end the program
		}
	}
	for call := range syntax.All[*ast.CallExpr](within) {
		switch {
		case types.ExprString(call.Fun) == lock:
			return false
		case w.unlocks(call, unlock):
			return true
		}
	}
	return false
}

// mayFree reports whether what follows a statement may be without the lock: it unlocks, or a branch in it does and goes on.
func mayFree(s ast.Stmt, unlocks func(ast.Node) bool) bool {
	if stmt, ok := s.(*ast.ExprStmt); ok {
		return unlocks(stmt.X)
	}
	return syntax.Any(s, func(n ast.Node) bool {
		list, _ := syntax.Statements(n)
		if len(list) == 0 {
			return false
		}
		switch list[len(list)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return false
		}
		return slices.ContainsFunc(list, func(s ast.Stmt) bool { stmt, ok := s.(*ast.ExprStmt); return ok && unlocks(stmt.X) })
	})
}

// returnsBefore returns a return in statements, or a continue of the loop around them, that comes before anything that unlocks; nil if none
// does.
func returnsBefore(list []ast.Stmt, unlocks func(ast.Node) bool) (found ast.Node) {
	var inner token.Pos // where the loops in them end, so far
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				if found == nil && !syntax.Any(n, unlocks) {
					found = n
				}
			case *ast.ForStmt, *ast.RangeStmt:
				inner = max(inner, n.End())
			case *ast.BranchStmt:
				if found == nil && n.Tok == token.CONTINUE && n.Label == nil && n.Pos() > inner {
					found = n
				}
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
				list, _ := syntax.Statements(n)
				_, cases := syntax.Last[*ast.CaseClause](list)
				end := slices.IndexFunc(list, func(s ast.Stmt) bool { return syntax.Any(s, unlocks) })
				if found == nil && !cases && end >= 0 {
					found = returnsBefore(list[:end], unlocks)
				}
				return cases || end < 0
			}
			return true
		})
	}
	return found
}

// undone notes a goroutine that ends without telling its sync.WaitGroup on a way that returns early: sleeping, gathers.
func (w *walker) undone(s *ast.GoStmt) {
	lit, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit)
	if !ok {
		return
	}
	tells := func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && calls(w.info, call, "sync.WaitGroup.Done")
	}
	done := func(n ast.Node) bool { // itself, or by a function of the package
		call, ok := n.(*ast.CallExpr)
		if !ok || tells(n) {
			return ok
		}
		decl := w.g.decls[syntax.Called(w.info, call)]
		return decl != nil && syntax.Any(decl.Body, tells)
	}
	for i, stmt := range lit.Body.List {
		last, ok := stmt.(*ast.ExprStmt)
		if !ok || !tells(last.X) {
			continue
		}
		deferred := syntax.Any(lit, func(d *ast.DeferStmt) bool { return syntax.Any(d, done) })
		if ret := returnsBefore(lit.Body.List[:i], done); ret != nil && !deferred {
			w.stuck(last.X.(*ast.CallExpr), ", not on the way that returns in line "+w.line(ret), "ends a goroutine without this, so that "+
				"whoever waits for it waits for ever: defer it")
		}
	}
}
