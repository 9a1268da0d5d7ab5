package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// leftLocked notes the locks of a list of statements that a return between them leaves locked: whoever wants one next waits for ever.
// sleeping, locked.
func (w *walker) leftLocked(list []ast.Stmt) {
	for i, s := range list {
		lock := calledBy(s)
		if lock == nil || !calls(w.info, lock, "sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock", "sync.Locker.Lock") {
			continue
		}
		name := types.ExprString(lock.Fun)
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
			if w.neverFrees(in) && !syntax.Any(w.decl.Node(), unlocks) {
				w.stuck(lock, ", at each return", "leaves this locked, and whoever wants it next waits for ever")
			}
			continue
		}
		if !deferred {
			rest = list[i+1 : i+end]
			if ret := returnsBefore(rest, unlocks); ret != nil && !w.handsOn(name, unlock, w.g.root(in), ret) {
				line := strconv.Itoa(w.g.pass.Fset.Position(ret.Pos()).Line)
				w.stuck(lock, ", at the return in line "+line, "leaves this locked, and whoever wants it next waits for ever")
				continue
			}
		}
		during := whileLocked(rest, unlocks)
		w.held(lock, during)
		w.ordered(lock, during)
		w.forEver(lock, during, deferred)
	}
}

// neverFrees reports whether nobody gives a lock back that the function takes: only functions do that take it themselves. sleeping,
// forgetful.
func (w *walker) neverFrees(lock ast.Expr) bool {
	v, ok := syntax.Object(w.info, lock).(*types.Var)
	fn := w.node.fn
	if !ok || fn == nil || v.Exported() || v.Kind() == types.LocalVar || v.Kind() == types.ParamVar || v.Kind() == types.RecvVar ||
		v.Pkg() != w.g.pass.Pkg || holds(fn.Name(), "lock") || holds(fn.Name(), "acquire") {
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
		if fn == nil || w.g.decls[fn.Origin()] == nil || w.g.decls[fn.Origin()].Body == nil {
			return false
		}
		_, field, _ := strings.Cut(unlock, ".")
		back, taken := token.NoPos, token.NoPos
		for sel := range syntax.All[*ast.SelectorExpr](w.g.decls[fn.Origin()].Body) {
			name := types.ExprString(sel)
			if !back.IsValid() && strings.HasSuffix(name, "."+field) {
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

// handsOn reports whether whoever calls the function has a lock too: it gives that back before it takes it, or returns with it as its name
// says or with what has it. sleeping, stepsOut.
func (w *walker) handsOn(lock, unlock string, of *types.Var, ret *ast.ReturnStmt) bool {
	if fn := w.node.fn; fn != nil && (holds(fn.Name(), "lock") || holds(fn.Name(), "acquire")) {
		return true
	}
	if of != nil && of.Kind() != types.RecvVar && syntax.Mentions(w.info, ret, of) {
		return true
	}
	if of != nil && of.Kind() == types.LocalVar && symbol.OfType(of.Type()).In("sync") {
		return true // nobody else has it
	}
	for call := range syntax.All[*ast.CallExpr](w.decl.Node()) {
		switch types.ExprString(call.Fun) {
		case lock:
			return false
		case unlock:
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
	return syntax.Any(s, func(b *ast.BlockStmt) bool {
		if len(b.List) == 0 {
			return false
		}
		switch b.List[len(b.List)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return false
		}
		return slices.ContainsFunc(b.List, func(s ast.Stmt) bool { stmt, ok := s.(*ast.ExprStmt); return ok && unlocks(stmt.X) })
	})
}

// returnsBefore returns a return in statements that comes before anything that unlocks, nil if there is none.
func returnsBefore(list []ast.Stmt, unlocks func(ast.Node) bool) (found *ast.ReturnStmt) {
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				if found == nil && !syntax.Any(n, unlocks) {
					found = n
				}
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
				return !syntax.Any(n, unlocks)
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
		return decl != nil && decl.Body != nil && syntax.Any(decl.Body, tells)
	}
	for i, stmt := range lit.Body.List {
		last, ok := stmt.(*ast.ExprStmt)
		if !ok || !tells(last.X) {
			continue
		}
		deferred := syntax.Any(lit, func(d *ast.DeferStmt) bool { return syntax.Any(d, done) })
		if ret := returnsBefore(lit.Body.List[:i], done); ret != nil && !deferred {
			line := strconv.Itoa(w.g.pass.Fset.Position(ret.Pos()).Line)
			w.stuck(last.X.(*ast.CallExpr), ", not on the way that returns in line "+line, "ends a goroutine without this, so that whoever "+
				"waits for it waits for ever: defer it")
		}
	}
}
