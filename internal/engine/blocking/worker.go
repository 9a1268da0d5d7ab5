package blocking

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// worker returns what a function does for each item that it takes from a queue made by hand, nil if it takes none: all of it, or the body
// of the loop in which it takes them.
func (g *graph) worker(n *node, decl inspector.Cursor, body *ast.BlockStmt) *node {
	if !g.takes(body) {
		return nil
	}
	for loop := range syntax.All[*ast.ForStmt](body) {
		if g.takes(loop.Body) {
			of := &node{fn: n.fn, name: n.name, takes: true}
			g.walk(of, decl, loop.Body)
			return of
		}
	}
	n.takes = true
	return n
}

// takes reports whether a body takes an item from a queue, itself and not in a function literal.
func (g *graph) takes(body *ast.BlockStmt) bool {
	return syntax.AnyNow(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && known.Func(syntax.CalledName(g.pass.TypesInfo, call)) == known.QueueGet
	})
}
