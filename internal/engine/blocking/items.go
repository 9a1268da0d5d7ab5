package blocking

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofItem says how often a call runs with one implementation of an interface. Where a loop calls a method of its items, each item
// may have another, so that what one of them does is done once in the loop and not for each item.
func (w *walker) ofItem(c *ast.CallExpr, loop Repeat) Repeat {
	method, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || !types.IsInterface(w.info.TypeOf(method.X)) {
		return loop
	}
	if item, ok := w.items[syntax.Var(w.info, method.X)]; ok {
		return item.outside
	}
	return loop
}

// ofValue says how often something runs under a condition. One that holds for one value of the items of a loop holds as often as the loop
// begins, since items that are told apart by their value are mostly there once.
func (w *walker) ofValue(cond ast.Expr, loop Repeat) Repeat {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	switch {
	case !ok || c.Op != token.EQL:
	case w.info.Types[c.X].Value != nil:
		return w.outside(c.Y, loop)
	case w.info.Types[c.Y].Value != nil:
		return w.outside(c.X, loop)
	}
	return loop
}

// outside returns how often the loop begins whose item an expression is, if nothing between that loop and the walk repeats.
func (w *walker) outside(item ast.Expr, loop Repeat) Repeat {
	of, ok := w.items[syntax.Var(w.info, item)]
	if ok && of.depth == w.loops && (Repeat{Times: 1, Each: true}).within(of.outside) == loop {
		return of.outside
	}
	return loop
}

// root returns the variable of which an expression is a field, or a field of one, or which it is; nil for any other.
func (g *graph) root(e ast.Expr) *types.Var {
	return syntax.Root(g.pass.TypesInfo, e)
}

// isOwn reports whether a method is one of what the walked method belongs to: passstate, stepper.
func (w *walker) isOwn(method ast.Expr) bool {
	of, _ := syntax.Selected(method)
	root := w.g.root(of)
	return root != nil && root.Kind() == types.RecvVar
}
