package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// apimeta is the package with the functions for conditions.
const apimeta = "k8s.io/apimachinery/pkg/api/meta"

// changes returns what a function makes new in the status of its object each time: a condition that it removes and sets again, which
// gets a new time, or the time itself.
func (p *program) changes(b body) (Wake, bool) {
	var removed []*ast.CallExpr
	for _, s := range p.steps(b.decl.Body.List, b.object) {
		switch s := s.(type) {
		case *ast.ExprStmt:
			call, ok := s.X.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 || !p.ofStatus(call.Args[0], b.object) {
				continue
			}
			switch syntax.CalledName(p.info, call) {
			case apimeta + ".RemoveStatusCondition":
				removed = append(removed, call)
			case apimeta + ".SetStatusCondition":
				for _, r := range removed {
					if types.ExprString(r.Args[0]) == types.ExprString(call.Args[0]) && sameCondition(r.Args[1], call.Args[1]) {
						return Wake{What: types.ExprString(r.Args[1]), Changed: r.Pos(), Removed: true}, true
					}
				}
			}
		case *ast.AssignStmt:
			if s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 || !p.fresh(b.decl, s.Rhs[0], 0) {
				continue
			}
			if status := p.ofStatus(s.Lhs[0], b.object); status || p.partOf(s.Lhs[0], b.object, "Annotations", "Labels") {
				return Wake{What: types.ExprString(s.Lhs[0]), Changed: s.Pos(), Fine: p.fine(b.decl, s.Rhs[0]), whole: !status}, true
			}
		}
	}
	return p.replaced(b)
}

// replaced returns where a function puts something with the time in the place of what is of its type in a list of the status: on each
// pass, once it is there.
func (p *program) replaced(b body) (Wake, bool) {
	for _, s := range b.decl.Body.List {
		loop, ok := s.(*ast.RangeStmt)
		if ok && p.ofStatus(loop.X, b.object) {
			for _, in := range loop.Body.List {
				if assign, ok := in.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 && p.ofStatus(assign.Lhs[0], b.object) &&
					p.fresh(b.decl, assign.Rhs[0], 0) {
					return Wake{What: types.ExprString(assign.Lhs[0]), Changed: assign.Pos()}, true
				}
				branch, ok := in.(*ast.IfStmt)
				if !ok || branch.Init != nil {
					break
				}
				for _, s := range branch.Body.List {
					assign, ok := s.(*ast.AssignStmt)
					if ok && asksType(branch.Cond) && len(assign.Lhs) == 1 && p.elementOf(assign.Lhs[0], loop.X) && p.fresh(b.decl, assign.Rhs[0], 0) &&
						!p.timed(b.decl, assign.Rhs[0]) {
						return Wake{What: types.ExprString(assign.Lhs[0]), Changed: assign.Pos()}, true
					}
				}
				if !asksType(branch.Cond) {
					break
				}
			}
		}
		if _, ends := p.step(s, b.object); ends {
			break
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
	for _, side := range []ast.Expr{is.X, is.Y} {
		if sel, ok := ast.Unparen(side).(*ast.SelectorExpr); ok && sel.Sel.Name == "Type" {
			return true
		}
	}
	return false
}

// elementOf reports whether an expression is an element of a list.
func (p *program) elementOf(e, list ast.Expr) bool {
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok && types.ExprString(index.X) == types.ExprString(list)
}

// timed reports whether a function gives a variable with the time a time from elsewhere.
func (p *program) timed(decl *ast.FuncDecl, e ast.Expr) bool {
	v := syntax.Var(p.info, e)
	if v == nil {
		return false
	}
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		for _, to := range assign.Lhs {
			if sel, ok := ast.Unparen(to).(*ast.SelectorExpr); ok && syntax.Var(p.info, sel.X) == v && strings.Contains(sel.Sel.Name, "Time") {
				return true
			}
		}
	}
	return false
}

// ofStatus reports whether an expression is part of the status of an object.
func (p *program) ofStatus(e ast.Expr, object *types.Var) bool { return p.partOf(e, object, "Status") }

// partOf reports whether an expression is part of one of some fields of an object.
func (p *program) partOf(e ast.Expr, object *types.Var, fields ...string) bool {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		e = u.X
	}
	status := false
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			status = status || slices.Contains(fields, x.Sel.Name)
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			return status && p.info.ObjectOf(x) == object
		default:
			return false
		}
	}
}

// now reports whether an expression is the time, in whatever form.
func (p *program) now(e ast.Expr) bool {
	switch e := syntax.Address(e).(type) {
	case *ast.CallExpr:
		switch syntax.CalledName(p.info, e) {
		case "time.Now", "k8s.io/apimachinery/pkg/apis/meta/v1.Now", nowMicro:
			return true
		case "k8s.io/apimachinery/pkg/apis/meta/v1.NewTime":
			return len(e.Args) == 1 && p.now(e.Args[0])
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) <= 1 &&
			(sel.Sel.Name == "Format" || sel.Sel.Name == "String" || sel.Sel.Name == "UTC" || strings.HasPrefix(sel.Sel.Name, "Unix")) {
			return p.now(sel.X)
		}
	case *ast.CompositeLit:
		if symbol.OfType(code.Deref(p.info.TypeOf(e))) == "k8s.io/apimachinery/pkg/apis/meta/v1.Time" && len(e.Elts) == 1 {
			if field, ok := e.Elts[0].(*ast.KeyValueExpr); ok {
				return p.now(field.Value)
			}
		}
	}
	return false
}

// sameCondition reports whether the type of a condition that is removed is that of one which is set: it is written alike there, or the
// function that makes the condition is named after it.
func sameCondition(removed, set ast.Expr) bool {
	text := types.ExprString(removed)
	switch set := ast.Unparen(set).(type) {
	case *ast.CompositeLit:
		if of := syntax.Field(set, "Type"); of != nil {
			return types.ExprString(of) == text
		}
	case *ast.CallExpr:
		for _, arg := range set.Args {
			if types.ExprString(arg) == text {
				return true
			}
		}
		name := strings.TrimSuffix(text, ".String()")
		name = name[strings.LastIndexAny(name, ".(")+1:]
		for _, affix := range []string{"Condition", "Type"} {
			name = strings.TrimSuffix(strings.TrimPrefix(name, affix), affix)
		}
		fun := types.ExprString(set.Fun)
		fun = fun[strings.LastIndexByte(fun, '.')+1:]
		rest := strings.ReplaceAll(strings.ReplaceAll(fun, "Condition", ""), "New", "")
		return name != "" && rest == name
	}
	return false
}
