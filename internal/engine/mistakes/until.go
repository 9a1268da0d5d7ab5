package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// until looks at whether a delay is what is left until a time, with nothing that says that the time is yet to come.
func (p *program) until(at inspector.Cursor, e ast.Expr) {
	decl := enclosing(at)
	if decl == nil {
		return
	}
	if from := p.left(decl, e, 0); from != nil && !p.askedAround(at, from) {
		p.found(Mistake{Pos: from.Pos(), Kind: Passed, Text: syntax.Written(p.pass, from)})
	}
}

// askedAround reports whether a branch around a delay asks a method of what has the time, other than whether there is one: it may look at
// the time.
func (p *program) askedAround(at inspector.Cursor, from ast.Expr) bool {
	holders := make(map[string]bool)
	for sel := range syntax.All[*ast.SelectorExpr](from) {
		holders[types.ExprString(sel.X)] = true
	}
	for c := range at.Enclosing((*ast.IfStmt)(nil)) {
		for call := range syntax.All[*ast.CallExpr](c.Node().(*ast.IfStmt).Cond) {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if ok && sel.Sel.Name != "IsZero" && p.info.Selections[sel] != nil && holders[types.ExprString(sel.X)] {
				return true
			}
		}
	}
	return false
}

// left returns the expression of the time that is left, if an expression is that: by way of variables that are set once,
// and of functions of the package that return it.
func (p *program) left(decl *ast.FuncDecl, e ast.Expr, depth int) ast.Expr {
	e = syntax.Address(e)
	if depth > 10 || p.compared(decl, e) {
		return nil
	}
	switch e := e.(type) {
	case *ast.StarExpr:
		return p.left(decl, e.X, depth+1)
	case *ast.Ident:
		v := syntax.Var(p.info, e)
		if value := syntax.OnlyGiven(p.pass, v); value != nil {
			return p.left(decl, value, depth+1)
		}
		if call, i := p.resultOf(decl, v); call != nil {
			return p.returned(call, i, depth)
		}
	case *ast.CallExpr:
		if t := p.deadline(e); t == nil {
			return p.returned(e, 0, depth)
		} else if !p.guarded(decl, t) {
			return e
		}
	}
	return nil
}

// resultOf returns the call that a variable is one of several results of, and which, if nothing else sets it.
func (p *program) resultOf(decl *ast.FuncDecl, v *types.Var) (call *ast.CallExpr, at int) {
	sets := 0
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		i := slices.IndexFunc(assign.Lhs, func(lhs ast.Expr) bool { return syntax.Var(p.info, lhs) == v })
		if i >= 0 {
			sets++
			call, _ = ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
			at = i
		}
	}
	if sets != 1 {
		return nil, 0
	}
	return call, at
}

// deadline returns the time until which a call returns what is left, nil for any other call.
func (p *program) deadline(call *ast.CallExpr) ast.Expr {
	switch syntax.CalledName(p.info, call) {
	case "time.Until":
		return call.Args[0]
	case "time.Time.Sub":
		if of, _ := syntax.Selected(call.Fun); p.isNow(call.Args[0]) {
			return of
		}
	}
	return nil
}

// isNow reports whether an expression is the time at which it is run, or a variable named for that.
func (p *program) isNow(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return syntax.CalledName(p.info, call).Last() == "Now"
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && strings.EqualFold(id.Name, "now")
}

// returned returns what is left of a time, if a function of the package returns that as one of its results.
func (p *program) returned(call *ast.CallExpr, i, depth int) ast.Expr {
	fn := syntax.Called(p.info, call)
	decl := p.decls[fn]
	if decl == nil || fn.Signature().Results().Len() <= i || !isDuration(code.Deref(fn.Signature().Results().At(i).Type())) {
		return nil
	}
	var from ast.Expr
	syntax.AnyNow(decl.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) > i {
			from = p.left(decl, ret.Results[i], depth+1)
		}
		return from != nil
	})
	return from
}

// compared reports whether a function compares a duration with something: what is written like it, so that it may be an equal call.
func (p *program) compared(decl *ast.FuncDecl, e ast.Expr) bool {
	text := types.ExprString(e)
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.BinaryExpr)
		return ok && (isComparison(c) || c.Op == token.EQL || c.Op == token.NEQ) && !syntax.Is(c.Y, "nil") &&
			syntax.Any(c, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				return ok && types.ExprString(e) == text
			})
	})
}

// guarded reports whether something in a function may say that a time is yet to come: it compares the time, or the time is computed to be
// later than now.
func (p *program) guarded(decl *ast.FuncDecl, t ast.Expr) bool {
	names := p.names(t)
	return names == nil || p.setAnew(decl, t) || p.looksAtTimes(decl) ||
		slices.ContainsFunc(names, func(name string) bool { return strings.Contains(strings.ToLower(name), "next") }) ||
		syntax.Any(decl.Body, func(call *ast.CallExpr) bool { return p.compares(p.decls[syntax.Called(p.info, call)], names) })
}

// compares reports whether a function compares a time of one of some names, or how long ago it is.
func (p *program) compares(decl *ast.FuncDecl, names []string) bool {
	return decl != nil && syntax.Any(decl.Body, isComparison) && syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		switch syntax.CalledName(p.info, call).Last() {
		case "Since", "Sub", "Before", "After", "Compare":
			return syntax.Any(call, func(sel *ast.SelectorExpr) bool {
				return p.isField(sel) && !slices.Contains(common, sel.Sel.Name) && slices.Contains(names, sel.Sel.Name)
			})
		}
		return false
	})
}

// isComparison reports whether a node says which of two values is less, or calls what says it of times.
func isComparison(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.LSS || n.Op == token.LEQ || n.Op == token.GTR || n.Op == token.GEQ
	case *ast.SelectorExpr:
		return n.Sel.Name == "Before" || n.Sel.Name == "After" || n.Sel.Name == "Compare"
	}
	return false
}

// looksAtTimes reports whether a function compares times, or has them compared.
func (p *program) looksAtTimes(decl *ast.FuncDecl) bool {
	return syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		name := syntax.CalledName(p.info, call).Last()
		switch name {
		case "Before", "After", "Compare", "Since":
			return true // of this time or of one that it is computed from: which, names do not tell for sure
		}
		return slices.ContainsFunc([]string{"next", "expired", "elapsed", "passed", "due", "past"},
			func(later string) bool { return strings.Contains(strings.ToLower(name), later) })
	})
}

// setAnew reports whether a function sets what a time is computed from, as to the time at which it runs.
func (p *program) setAnew(decl *ast.FuncDecl, t ast.Expr) bool {
	fields := make(map[string]bool)
	for sel := range syntax.All[*ast.SelectorExpr](t) {
		if p.isField(sel) {
			fields[types.ExprString(sel)] = true
		}
	}
	return syntax.Any(decl.Body, func(assign *ast.AssignStmt) bool {
		return slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return fields[types.ExprString(lhs)] })
	})
}

// common are names of fields that do not tell which time is in them.
var common = []string{"Spec", "Status", "Time"}

// names returns the names in how a time is computed, by way of variables that are set once, and nil if it is computed from now,
// or from no field: what hands it over may have looked at it.
func (p *program) names(t ast.Expr) (names []string) {
	now, stored := false, false
	var visit func(e ast.Node, depth int)
	visit = func(e ast.Node, depth int) {
		for n := range ast.Preorder(e) {
			switch n := n.(type) {
			case *ast.CallExpr:
				now = now || p.isNow(n)
			case *ast.SelectorExpr:
				stored = stored || p.isField(n)
			case *ast.Ident:
				names = append(names, n.Name)
				v := syntax.Var(p.info, n)
				if value := syntax.OnlyGiven(p.pass, v); value != nil && !v.IsField() && depth < 4 {
					visit(value, depth+1)
				}
			}
		}
	}
	visit(t, 0)
	if now || !stored {
		return nil
	}
	return names
}

func (p *program) isField(sel *ast.SelectorExpr) bool {
	v := p.variable(sel)
	return v != nil && v.IsField()
}
