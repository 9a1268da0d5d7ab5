package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// change returns what a step makes new in the status of its object: a condition that was removed before and is set again, which gets a new
// time, or the time itself. It notes the conditions that are removed.
func (p *program) change(s step, removed map[*types.Var][]ast.Expr) (Wake, bool) {
	if s.maybe {
		return p.replaced(s)
	}
	for call := range calls(s.node) {
		if len(call.Args) != 2 {
			continue
		}
		switch syntax.CalledName(p.info, call) {
		case known.RemoveCondition:
			if p.ofStatus(call.Args[0], s.object) {
				removed[s.read] = append(removed[s.read], call.Args[1])
			}
		case known.SetCondition:
			if i := slices.IndexFunc(removed[s.read], func(r ast.Expr) bool { return sameCondition(r, call.Args[1]) }); i >= 0 {
				r := removed[s.read][i]
				return Wake{What: types.ExprString(r), Changed: r.Pos(), Removed: true}, true
			}
		}
	}
	if to, value := syntax.Assigned(s.node); to != nil && p.ofStatus(to, s.object) && p.fresh(s.decl, value, 0) {
		return Wake{What: types.ExprString(to), Changed: to.Pos()}, true
	}
	return Wake{}, false
}

// replaced returns where a loop puts something with the time in the place of what is of its type in a list of the status: on each pass,
// once it is there. settled.
func (p *program) replaced(s step) (Wake, bool) {
	loop, ok := s.node.(*ast.RangeStmt)
	if !ok {
		return Wake{}, false
	}
	for _, in := range loop.Body.List {
		branch, ok := in.(*ast.IfStmt)
		if !ok || !asksType(branch.Cond) {
			break
		}
		for _, in := range branch.Body.List {
			if to, value := syntax.Assigned(in); to != nil && p.ofStatus(to, s.object) && p.fresh(s.decl, value, 0) {
				return Wake{What: types.ExprString(to), Changed: to.Pos()}, true
			}
		}
	}
	return Wake{}, false
}

// asksType reports whether a condition compares the type of a condition and nothing else.
func asksType(cond ast.Expr) bool {
	is, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || is.Op != token.EQL {
		return false
	}
	_, x := syntax.Selected(is.X)
	_, y := syntax.Selected(is.Y)
	return x == "Type" || y == "Type"
}

// ofStatus reports whether an expression is part of the status of an object.
func (p *program) ofStatus(e ast.Expr, object *types.Var) bool { return p.partOf(e, object, "Status") }

// partOf reports whether an expression is part of a field of an object.
func (p *program) partOf(e ast.Expr, object *types.Var, field string) bool {
	within := false
	for {
		switch x := syntax.Address(e).(type) {
		case *ast.SelectorExpr:
			within = within || x.Sel.Name == field
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return within && p.info.ObjectOf(x) == object
		default:
			return false
		}
	}
}

// sameCondition reports whether the type of a condition that is removed is that of one which is set: it is written alike there.
func sameCondition(removed, set ast.Expr) bool {
	lit, ok := ast.Unparen(set).(*ast.CompositeLit)
	if !ok {
		return false
	}
	of := syntax.Field(lit, "Type")
	return of != nil && types.ExprString(of) == types.ExprString(removed)
}

// calls yields the calls that a node makes now, not in a function literal.
func calls(n ast.Node) iter.Seq[*ast.CallExpr] {
	return func(yield func(*ast.CallExpr) bool) {
		syntax.AnyNow(n, func(call *ast.CallExpr) bool { return !yield(call) })
	}
}
