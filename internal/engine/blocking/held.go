package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// held notes a lock during which a request is sent or something waits, though others want it who do neither. It is a lock that other
// passes have, too: the package's, or one in what the method belongs to. sleeping, held.
func (w *walker) held(lock *ast.CallExpr, of *types.Var, during []ast.Stmt) {
	in, _ := syntax.Selected(lock.Fun)
	name := types.ExprString(in)
	if of.Embedded() {
		name += "." + of.Name()
	}
	for _, s := range during {
		if at := w.g.request(s); at != nil {
			if other := w.wants(lock, of); other != "" {
				w.note(Wait{What: written(at), Repeat: once, Explained: true, // a note at first
					Does: "holds " + name + ", for which " + other + " waits too, during a request or a pause",
					Own:  w.g.root(in).Kind() == types.RecvVar}, lock.Pos())
			}
			return
		}
	}
}

// wants returns the name of another function that takes a lock and hands no context on, nor sends a request, unless something that is kept
// is nil; "" if there is none: all that take it may mean to have one request at a time. sleeping, loads.
func (w *walker) wants(lock *ast.CallExpr, of *types.Var) string {
	asks := func(s ast.Stmt) bool {
		branch, ok := s.(*ast.IfStmt)
		return !(ok && w.stays(w.isNil(branch.Cond))) && (syntax.Any(s, w.handsContext) || w.g.request(s) != nil)
	}
	for decl := range syntax.FuncDecls(w.g.pass) {
		if decl != w.decl.Node() && !slices.ContainsFunc(decl.Body.List, asks) && syntax.Any(decl.Body, func(c *ast.CallExpr) bool {
			return w.lockOf(c) == of && !(calls(w.info, c, readLock) && calls(w.info, lock, readLock))
		}) {
			return decl.Name.Name
		}
	}
	return ""
}

// readLock takes a lock that others may have at the same time in this way.
const readLock symbol.Name = "sync.RWMutex.RLock"

// lockOf returns the field or variable that has the lock which a call takes, nil for any other call.
func (w *walker) lockOf(c *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || !calls(w.info, c, "sync.Mutex.Lock", "sync.RWMutex.Lock", readLock) {
		return nil
	}
	if path := w.info.Selections[sel].Index(); len(path) > 1 { // it is embedded
		return code.Deref(w.info.TypeOf(sel.X)).Underlying().(*types.Struct).Field(path[0]).Origin()
	}
	v, _ := syntax.Object(w.info, sel.X).(*types.Var)
	return v
}

// stays reports whether something belongs to the package or to what the method belongs to, and so to other passes, too.
func (w *walker) stays(e ast.Expr) bool {
	root := w.g.root(e)
	return root != nil && w.belongs(root)
}

// belongs is stays for a variable.
func (w *walker) belongs(v *types.Var) bool {
	return v.Kind() == types.RecvVar || v.Parent() == w.g.pass.Pkg.Scope()
}

// isEndless reports whether a node is a loop that nothing in it ends.
func isEndless(n ast.Node) bool {
	loop, ok := n.(*ast.ForStmt)
	return ok && loop.Cond == nil && !syntax.AnyNow(loop.Body, leavesLoop)
}

// leavesLoop reports whether a node may end the loop that it is in.
func leavesLoop(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok != token.CONTINUE
	case *ast.CallExpr:
		return syntax.Is(n.Fun, "panic")
	}
	return false
}
