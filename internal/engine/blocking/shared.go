package blocking

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// shares notes where a map that other passes have too is written into, and no lock was taken before. It is a variable of the package, or
// belongs to what the method belongs to. passstate/caches.go.
func (w *walker) shares(n ast.Node) {
	var list []ast.Expr
	does := ""
	switch n := n.(type) {
	case *ast.AssignStmt:
		list = n.Lhs
	case *ast.IncDecStmt:
		list = []ast.Expr{n.X}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && w.info.Uses[id] == types.Universe.Lookup("delete") {
			list, does = []ast.Expr{&ast.IndexExpr{X: n.Args[0]}}, "deletes"
		}
	}
	for _, to := range list {
		index, ok := ast.Unparen(to).(*ast.IndexExpr)
		if !ok || w.locked {
			continue
		}
		root, typ := w.g.root(index.X), w.info.TypeOf(index.X)
		if typ == nil || !w.stays(index.X) {
			continue
		}
		if _, isMap := typ.Underlying().(*types.Map); !isMap {
			continue
		}
		of, name := "variable ", types.ExprString(index.X)
		own := root.Kind() == types.RecvVar
		if own {
			of, name = symbol.OfType(code.Deref(root.Type())).Last(), strings.TrimPrefix(name, root.Name())
		}
		w.note(Wait{What: of + name, Does: does, Shared: true, Repeat: once, Own: own}, n.Pos())
	}
}

// locks notes whether a call takes a lock, or runs something under one, as its name says, or gives one back.
func (w *walker) locks(call *ast.CallExpr) {
	_, name := syntax.Selected(call.Fun)
	if id, ok := call.Fun.(*ast.Ident); ok {
		name = id.Name
	}
	if holds(name, "lock") && !holds(name, "block") {
		w.locked = !holds(name, "unlock")
	}
}

// underLock reports whether a function may call what it is handed under a lock: one of the package that takes one, or one of another
// package of somebody's, which may. passstate, with.
func (w *walker) underLock(fn *types.Func) bool {
	decl := w.g.decls[fn]
	if decl == nil || decl.Body == nil {
		return !known.CallsAtOnce(symbol.Of(fn)) && fn.Pkg() != nil && !known.Foundation(fn.Pkg().Path())
	}
	return syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		_, name := syntax.Selected(call.Fun)
		return strings.HasSuffix(name, "Lock")
	})
}
