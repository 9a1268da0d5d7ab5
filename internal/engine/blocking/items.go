package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// A loopOf is the loop that a variable is the item of.
type loopOf struct {
	outside Repeat // how often it begins
	depth   int    // how many loops its body is in, with it
}

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

// cases walks a switch. Over the item of a loop, each case that is a constant is that of one item. Whether a case runs that compares what
// the function is handed with constants, such as a field of its configuration, is for the callers to say.
func (w *walker) cases(s *ast.SwitchStmt, loop Repeat) {
	w.visitAll(loop, s.Init, s.Tag)
	one, option := loop, 0
	if s.Tag != nil {
		one = w.outside(s.Tag, loop)
		if of := w.g.root(s.Tag); of != nil && (w.parameter(of) >= 0 || of.Kind() == types.RecvVar) {
			option = 1
		}
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		if clause.List == nil || slices.ContainsFunc(clause.List, func(e ast.Expr) bool { return w.info.Types[e].Value == nil }) {
			w.visit(clause, loop)
			continue
		}
		w.options += option
		w.visit(clause, one)
		w.options -= option
	}
}

// root returns the variable of which an expression is a field, or a field of one, or which it is; nil for any other.
func (g *graph) root(e ast.Expr) *types.Var {
	for of := e; of != nil; of, _ = syntax.Selected(of) {
		e = of
	}
	return syntax.Var(g.pass.TypesInfo, e)
}
