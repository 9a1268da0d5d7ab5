package blocking

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// handlers returns the requests that event handlers send before they return: an informer hands each of them one event after another.
// sleeping, handlers.
func (g *graph) handlers() (list []Found) {
	seen := make(map[ast.Node]bool)
	look := func(name string, body *ast.BlockStmt) { list = append(list, g.inHandler(name, body, nil, seen)...) }
	for at := range syntax.Preorder(g.pass, (*ast.FuncDecl)(nil), (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		if decl, ok := at.Node().(*ast.FuncDecl); ok {
			if fn, _ := g.pass.TypesInfo.Defs[decl.Name].(*types.Func); fn != nil && decl.Body != nil && known.Handler(fn) {
				look(nameOf(fn), decl.Body)
			}
			continue
		}
		for _, e := range syntax.Handlers(g.pass.TypesInfo, at.Node()) {
			fn := syntax.Func(g.pass.TypesInfo, e)
			if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
				look("an event handler", lit.Body)
			} else if decl := g.decls[fn]; decl != nil {
				look(nameOf(fn), decl.Body)
			}
		}
	}
	return list
}

// inHandler returns the first request that a body sends, and those of the functions that it calls and that return no error: what
// fails there, nobody else hears of.
func (g *graph) inHandler(name string, body *ast.BlockStmt, way []Step, seen map[ast.Node]bool) (list []Found) {
	if seen[body] {
		return nil
	}
	seen[body] = true
	said := false
	for n := range doneBy(body) {
		inside := false
		if c, ok := n.(*ast.CallExpr); ok {
			var targets []target
			if fn := syntax.Called(g.pass.TypesInfo, c); fn != nil && !syntax.AnyType(fn.Signature().Results(), syntax.IsError) {
				targets = g.targets(fn)
			}
			for _, to := range targets {
				if decl := g.decls[to.fn]; decl != nil {
					inside = true
					step := g.step(nameOf(to.fn), call{pos: n.Pos()}, len(targets))
					list = append(list, g.inHandler(name, decl.Body, append(slices.Clip(way), step), seen)...)
				}
			}
		}
		if !inside && !said && g.waitsAt(n) {
			said = true
			wait := Wait{Place: code.PlaceOf(g.pass.Fset.Position(n.Pos())), What: written(n), Repeat: once, Explained: true, Way: way,
				Does: "sends a request or waits here, and is handed no other event meanwhile; leave this to a worker, which can try again"}
			list = append(list, Found{Wait: wait, Pos: n.Pos(), Reconciler: name, Handler: true})
		}
	}
	return list
}
