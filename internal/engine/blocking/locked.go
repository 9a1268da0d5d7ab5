package blocking

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// leftLocked notes the locks of a list of statements that a return between them leaves locked: whoever wants one next waits for ever.
// sleeping, locked.
func (w *walker) leftLocked(list []ast.Stmt) {
	for i, s := range list {
		stmt, _ := s.(*ast.ExprStmt)
		if stmt == nil {
			continue
		}
		lock, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		if !ok || !calls(w.info, lock, "sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock") {
			continue
		}
		name := types.ExprString(lock.Fun)
		unlock := strings.TrimSuffix(name, "Lock") + "Unlock" // of RLock, too
		unlocks := func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			return ok && types.ExprString(call.Fun) == unlock
		}
		end := slices.IndexFunc(list[i:], func(s ast.Stmt) bool { return mayFree(s, unlocks) })
		if syntax.Any(w.decl.Node(), func(d *ast.DeferStmt) bool { return syntax.Any(d, unlocks) }) {
			w.held(lock, list[i+1:], unlocks)
		} else if end < 0 {
			continue
		} else if ret := returnsBefore(list[i+1:i+end], unlocks); ret != nil {
			line := strconv.Itoa(w.g.pass.Fset.Position(ret.Pos()).Line)
			w.note(Wait{What: name + ", which the return in line " + line + " leaves locked", Repeat: Repeat{Endless: true}, Explained: true},
				lock.Pos()) // a note at first
		} else {
			w.held(lock, list[i+1:i+end], unlocks)
		}
	}
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
