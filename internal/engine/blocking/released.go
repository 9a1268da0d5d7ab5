package blocking

import (
	"go/ast"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// readsReleased notes a map of what a method belongs to that a list of statements looks into behind the Unlock, though another method
// writes into it under that lock: passstate, released.
func (w *walker) readsReleased(list []ast.Stmt) {
	var of, root *types.Var // the lock that was taken last, and what it belongs to
	for i, s := range list {
		call := calledBy(s)
		if call == nil {
			continue
		}
		in, _ := syntax.Selected(call.Fun)
		if taken := w.lockOf(call); taken != nil {
			of, root = taken, w.g.root(in)
		}
		if of == nil || root == nil || root.Kind() != types.RecvVar || !isUnlock(call) || syntax.Object(w.info, in) != types.Object(of) {
			continue
		}
		for _, next := range list[i+1:] {
			if syntax.Any(next, isLock) {
				break
			}
			var read ast.Expr
			written := make(map[ast.Node]bool) // of which shares tells
			syntax.AnyNow(next, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, to := range n.Lhs {
						written[to] = true
					}
					return false
				case *ast.IndexExpr:
					if written[n] {
						return false
					}
					read = n.X
				case *ast.RangeStmt:
					read = n.X
				default:
					return false
				}
				if at, ok := ast.Unparen(read).(*ast.SelectorExpr); !ok || syntax.Var(w.info, at.X) != root || !w.writtenUnder(of, at) {
					read = nil
				}
				return read != nil
			})
			if read != nil {
				_, name := syntax.Selected(read)
				w.leave(read.Pos(), Wait{What: symbol.OfType(code.Deref(root.Type())).Last() + "." + name, Does: "after", Shared: true})
				return
			}
		}
	}
}

// calledBy returns the call that a statement is, nil for any other statement.
func calledBy(s ast.Stmt) *ast.CallExpr {
	stmt, ok := s.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, _ := ast.Unparen(stmt.X).(*ast.CallExpr)
	return call
}

// writtenUnder reports whether another function of the package writes into the map in a field under a lock.
func (w *walker) writtenUnder(lock *types.Var, at *ast.SelectorExpr) bool {
	field := w.info.Uses[at.Sel]
	if _, isMap := w.info.TypeOf(at).Underlying().(*types.Map); !isMap {
		return false
	}
	is := func(e ast.Expr) bool { return syntax.Object(w.info, e) == field }
	for decl := range syntax.FuncDecls(w.g.pass) {
		writes := syntax.Any(decl.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					if index, ok := ast.Unparen(to).(*ast.IndexExpr); ok && is(index.X) {
						return true
					}
				}
			case *ast.CallExpr:
				return syntax.Is(n.Fun, "delete") && is(n.Args[0])
			}
			return false
		})
		if writes && decl != w.decl.Node() && w.underItself(lock, decl) {
			return true
		}
	}
	return false
}

// underItself reports whether a function takes a lock for itself alone, or is called by one of the package that does.
func (w *walker) underItself(lock *types.Var, of *ast.FuncDecl) bool {
	takes := func(decl *ast.FuncDecl) bool {
		return syntax.Any(decl.Body, func(c *ast.CallExpr) bool { return w.lockOf(c) == lock && !calls(w.info, c, readLock) })
	}
	fn := w.info.Defs[of.Name]
	for decl := range syntax.FuncDecls(w.g.pass) {
		if takes(decl) && (decl == of || syntax.Any(decl.Body, func(id *ast.Ident) bool { return w.info.Uses[id] == fn })) {
			return true
		}
	}
	return false
}
