package blocking

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// readsReleased notes a map of what a method belongs to that a list of statements looks into behind the Unlock, though another method
// writes into it under that lock: passstate, released.
func (w *walker) readsReleased(list []ast.Stmt) {
	var of, root *types.Var // the lock that was taken last, and what it belongs to
	for i, s := range list {
		call := syntax.CallOf(s)
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
			var at *ast.SelectorExpr
			written := make(map[ast.Node]bool) // of which shares tells
			if syntax.AnyNow(next, func(n ast.Node) bool {
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
				at = w.keptIn(root, read, list[:i])
				return at != nil && w.writtenUnder(of, at, false)
			}) {
				of := symbol.OfType(code.Deref(w.info.TypeOf(at.X)))
				w.leave(read.Pos(), Wait{What: of.Last() + "." + at.Sel.Name, Does: "after", Shared: true})
				return
			}
		}
	}
}

// returnsHeld notes a map that a method returns under the lock under which another one writes into it, so that whoever looks into what is
// returned has no lock: passstate, lent.
func (w *walker) returnsHeld(ret *ast.ReturnStmt) {
	for _, e := range ret.Results {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if root := w.g.root(sel); root == nil || root.Kind() != types.RecvVar || w.givesAway(sel) {
			continue
		}
		for call := range syntax.All[*ast.CallExpr](w.decl.Node()) {
			lock := w.lockOf(call)
			if lock != nil && w.holdsAt(lock, place{in: w.node.fn, pos: ret.Pos()}, 0) && w.writtenUnder(lock, sel, true) {
				w.leave(e.Pos(), Wait{What: symbol.OfType(code.Deref(w.info.TypeOf(sel.X))).Last() + "." + sel.Sel.Name, Does: "out", Shared: true})
				return
			}
		}
	}
}

// givesAway reports whether a deferred function puts another map in the place of the one that is returned: passstate, drained.
func (w *walker) givesAway(at *ast.SelectorExpr) bool {
	return syntax.Any(w.decl.Node(), func(d *ast.DeferStmt) bool {
		return syntax.Sets(w.info, d, w.info.Uses[at.Sel])
	})
}

// keptIn returns the field of a variable that has a map, or of what a local variable has been given of it by some statements: nil if it is
// of something else. passstate, taken.
func (w *walker) keptIn(root *types.Var, read ast.Expr, list []ast.Stmt) *ast.SelectorExpr {
	from := func(e ast.Expr) ast.Expr {
		v := syntax.Var(w.info, e)
		for _, s := range list {
			if set, ok := s.(*ast.AssignStmt); ok && v != nil && v != root && len(set.Rhs) == 1 && syntax.Var(w.info, set.Lhs[0]) == v {
				return set.Rhs[0]
			}
		}
		return e
	}
	sel, ok := ast.Unparen(from(read)).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	of := from(sel.X)
	if call, ok := of.(*ast.CallExpr); ok && w.handsOut(syntax.Called(w.info, call)) {
		of = call.Fun
	}
	if w.within(of) != root || (read != ast.Expr(sel) || of != sel.X) && slices.ContainsFunc(list, w.givesUp(root)) {
		return nil
	}
	return sel
}

// givesUp returns what reports whether a statement sets something in a variable, or deletes from it, so that what was taken of it before
// is in nobody else's hands.
func (w *walker) givesUp(root *types.Var) func(ast.Stmt) bool {
	return func(s ast.Stmt) bool {
		if set, ok := s.(*ast.AssignStmt); ok {
			return slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool { return w.within(to) == root })
		}
		call := syntax.CallOf(s)
		return call != nil && (syntax.Is(call.Fun, "delete") || syntax.Is(call.Fun, "clear")) && w.within(call.Args[0]) == root
	}
}

// writtenUnder reports whether another function of the package writes into the map in a field under a lock. Where that is lent to others,
// one that has put another map in its place before does not count (passstate, renewed), nor does one that runs before the passes.
func (w *walker) writtenUnder(lock *types.Var, at *ast.SelectorExpr, lent bool) bool {
	field, ok := w.info.Uses[at.Sel].(*types.Var)
	return ok && slices.ContainsFunc(w.g.reached(field.Origin()), func(r reach) bool {
		return r.writes && r.in != w.node.fn && w.holdsAt(lock, r.place, 0) &&
			!(lent && (w.g.atSetUp(r.in, 0) || slices.ContainsFunc(w.g.decls[r.in].Body.List, func(s ast.Stmt) bool {
				to, _ := syntax.Assigned(s)
				return to != nil && s.Pos() < r.pos && syntax.Object(w.info, to) == field
			})))
	})
}

// handsOut reports whether a method of the package returns something that its receiver has, rather than a copy.
func (w *walker) handsOut(fn *types.Func) bool {
	decl := w.g.decls[fn]
	return decl != nil && syntax.Any(decl, func(ret *ast.ReturnStmt) bool {
		return len(ret.Results) > 0 && w.within(ret.Results[0]) == fn.Signature().Recv()
	})
}

// within is root for an element, too.
func (w *walker) within(e ast.Expr) *types.Var {
	for {
		index, ok := ast.Unparen(e).(*ast.IndexExpr)
		if !ok {
			return w.g.root(e)
		}
		e = index.X
	}
}
