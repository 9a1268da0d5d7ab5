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

// ofValue reports whether a condition holds for one value of the items of a loop, and how often what it guards runs then: as often
// as the loop begins, since items that are told apart by their value are mostly there once.
func (w *walker) ofValue(cond ast.Expr, loop Repeat) (Repeat, bool) {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || c.Op != token.EQL {
		return loop, false
	}
	if w.info.Types[c.X].Value != nil {
		return w.outside(c.Y, loop)
	}
	if w.info.Types[c.Y].Value == nil {
		return loop, false
	}
	return w.outside(c.X, loop)
}

// outside returns how often the loop begins whose item an expression is, if nothing between that loop and the walk repeats.
func (w *walker) outside(item ast.Expr, loop Repeat) (Repeat, bool) {
	of, ok := w.items[syntax.Var(w.info, item)]
	return of.outside, ok && of.depth == w.loops && (Repeat{Times: 1, Each: true}).within(of.outside) == loop
}

// chosen walks a switch over the item of a loop: each case that is a constant is that of one item.
func (w *walker) chosen(s *ast.SwitchStmt, loop Repeat) bool {
	if s.Tag == nil {
		return false
	}
	outside, ok := w.outside(s.Tag, loop)
	if !ok {
		return false
	}
	if s.Init != nil {
		w.visit(s.Init, loop)
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		runs := outside
		if clause.List == nil || slices.ContainsFunc(clause.List, func(e ast.Expr) bool { return w.info.Types[e].Value == nil }) {
			runs = loop
		}
		for _, stmt := range clause.Body {
			w.visit(stmt, runs)
		}
	}
	return true
}

// optional walks a switch that compares what the function is handed with constants, such as a field of its configuration: whether a case
// runs is for the callers to say.
func (w *walker) optional(s *ast.SwitchStmt, loop Repeat) bool {
	of := s.Tag
	for {
		sel, ok := ast.Unparen(of).(*ast.SelectorExpr)
		if !ok {
			break
		}
		of = sel.X
	}
	v := syntax.Var(w.info, of)
	if w.parameter(v) < 0 && (v == nil || v.Kind() != types.RecvVar) {
		return false
	}
	if s.Init != nil {
		w.visit(s.Init, loop)
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		constant := clause.List != nil && !slices.ContainsFunc(clause.List, func(e ast.Expr) bool { return w.info.Types[e].Value == nil })
		if constant {
			w.options++
		}
		for _, stmt := range clause.Body {
			w.visit(stmt, loop)
		}
		if constant {
			w.options--
		}
	}
	return true
}
