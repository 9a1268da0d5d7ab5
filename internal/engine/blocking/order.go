package blocking

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strconv"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// ordered notes the locks that the function takes, itself or in a function of the package that it calls, while it holds another one, if
// some function of the package takes the two the other way round: each may have the lock that the other one waits for. sleeping, ordered.
func (w *walker) ordered(lock *ast.CallExpr, of *types.Var, during []ast.Stmt) {
	in, _ := syntax.Selected(lock.Fun)
	for _, s := range during {
		callsNow(s, func(call *ast.CallExpr) bool {
			for _, inner := range w.takenBy(call, w.g.root(in)) {
				if w.lockOf(inner) != of {
					w.orders(order{of, w.lockOf(inner)}, taking{w.node.name, call, calls(w.info, lock, readLock) && calls(w.info, inner, readLock)})
				}
			}
			return false
		})
	}
}

// takenBy returns the calls that take a lock: the call itself, or those in the function of the package that it calls on the same variable.
func (w *walker) takenBy(call *ast.CallExpr, root *types.Var) (list []*ast.CallExpr) {
	if in, _ := syntax.Selected(call.Fun); w.lockOf(call) != nil {
		if w.stays(in) && w.g.root(in) == root {
			list = append(list, call)
		}
		return list
	}
	fn := syntax.Called(w.info, call)
	on, _ := syntax.Selected(call.Fun)
	if fn == nil || fn.Signature().Recv() == nil || syntax.Var(w.info, on) != root || root.Kind() != types.RecvVar {
		return nil
	}
	if decl := w.g.decls[fn]; decl != nil {
		for _, s := range decl.Body.List {
			callsNow(s, func(inner *ast.CallExpr) bool {
				if in, _ := syntax.Selected(inner.Fun); w.lockOf(inner) != nil && w.g.root(in) == fn.Signature().Recv() {
					list = append(list, inner)
				}
				return false
			})
		}
	}
	return list
}

// orders notes that one lock is taken while another one is held, if it is known to be the other way round elsewhere.
func (w *walker) orders(locks order, this taking) {
	if _, seen := w.g.orders[locks]; seen {
		return
	}
	w.g.orders[locks] = this
	if other, turned := w.g.orders[order{locks.taken, locks.held}]; turned && !(this.reads && other.reads) {
		place := w.g.pass.Fset.Position(other.at.Pos())
		w.stuck(this.at, "", "takes "+locks.taken.Name()+" here while it holds "+locks.held.Name()+", and "+other.in+
			" does so the other way round ("+filepath.Base(place.Filename)+":"+strconv.Itoa(place.Line)+
			"): if both do at once, neither ever goes on")
	}
}
