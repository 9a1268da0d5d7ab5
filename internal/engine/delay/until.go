package delay

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
		p.found(Delay{Pos: from.Pos(), Kind: Passed, Text: syntax.Written(p.pass, from)})
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

func enclosing(at inspector.Cursor) *ast.FuncDecl {
	for c := range at.Enclosing((*ast.FuncDecl)(nil)) {
		return c.Node().(*ast.FuncDecl)
	}
	return nil
}

// left returns the expression of the time that is left, if an expression is that: by way of variables that are set once,
// and of functions of the package that return it.
func (p *program) left(decl *ast.FuncDecl, e ast.Expr, depth int) ast.Expr {
	if depth > 10 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return p.left(decl, e.X, depth+1)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return p.left(decl, e.X, depth+1)
		}
	case *ast.Ident:
		v := syntax.Var(p.info, e)
		if v == nil || p.compared(decl, v) {
			return nil
		}
		if value := syntax.OnlyGiven(p.info, []ast.Node{decl.Body}, v); value != nil {
			return p.left(decl, value, depth+1)
		}
		if call, i := p.resultOf(decl, v); call != nil {
			return p.returned(call, i, depth)
		}
	case *ast.BinaryExpr:
		if p.rest(decl, e) {
			return e
		}
	case *ast.CallExpr:
		if p.comparedAgain(decl, e) {
			return nil
		}
		if syntax.Is(e.Fun, "min") { // the shorter one may have passed
			for _, arg := range e.Args {
				if from := p.left(decl, arg, depth+1); from != nil {
					return from
				}
			}
			return nil
		}
		if t := p.deadline(e); t != nil {
			if p.guarded(decl, t) {
				return nil
			}
			return e
		}
		return p.returned(e, 0, depth)
	}
	return nil
}

// resultOf returns the call that a variable is one of several results of, and which, if nothing else sets it.
func (p *program) resultOf(decl *ast.FuncDecl, v *types.Var) (*ast.CallExpr, int) {
	var call *ast.CallExpr
	at, sets := 0, 0
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		i := slices.IndexFunc(assign.Lhs, func(lhs ast.Expr) bool { return syntax.Var(p.info, lhs) == v })
		if i < 0 {
			continue
		}
		sets++
		if len(assign.Rhs) == 1 && len(assign.Lhs) > 1 {
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
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && p.isNow(call.Args[0]) {
			return sel.X
		}
	}
	return nil
}

// isNow reports whether an expression is the time at which it is run, or a variable named for that.
func (p *program) isNow(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return syntax.CalledName(p.info, e).Last() == "Now"
	case *ast.Ident:
		return strings.EqualFold(e.Name, "now")
	case *ast.SelectorExpr:
		return strings.EqualFold(e.Sel.Name, "now") || e.Sel.Name == "Time" && p.isNow(e.X)
	}
	return false
}

// returned returns what is left of a time, if a function of the package returns that as one of its results.
func (p *program) returned(call *ast.CallExpr, i, depth int) ast.Expr {
	fn := syntax.Called(p.info, call)
	if fn == nil || fn.Signature().Results().Len() <= i || !isDuration(code.Deref(fn.Signature().Results().At(i).Type())) {
		return nil
	}
	decl := p.decls[fn.Origin()]
	if decl == nil {
		return nil
	}
	var from ast.Expr
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == fn.Signature().Results().Len() && from == nil {
				from = p.left(decl, n.Results[i], depth+1)
			}
		}
		return true
	})
	return from
}

// compared reports whether a function compares a duration with something, or lets a function choose between it and another.
func (p *program) compared(decl *ast.FuncDecl, v *types.Var) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
				return !syntax.Is(n.Y, "nil") && !syntax.Is(n.X, "nil") && syntax.Mentions(p.info, n, v)
			}
		case *ast.SwitchStmt:
			return n.Tag != nil && syntax.Mentions(p.info, n.Tag, v)
		}
		return false
	})
}

// comparedAgain reports whether a function compares what an equal call returns with something, as before it returns the delay.
func (p *program) comparedAgain(decl *ast.FuncDecl, call *ast.CallExpr) bool {
	text := types.ExprString(call)
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		compared, ok := n.(*ast.BinaryExpr)
		if !ok {
			return false
		}
		switch compared.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			return types.ExprString(compared.X) == text || types.ExprString(compared.Y) == text
		}
		return false
	})
}

// guarded reports whether something in a function may say that a time is yet to come: it compares the time, or the time is
// computed to be later than now.
func (p *program) guarded(decl *ast.FuncDecl, t ast.Expr) bool {
	names := p.names(decl, t)
	if names == nil {
		return true
	}
	if p.guardedBefore(decl, names) || p.setAnew(decl, t) {
		return true
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(strings.ToLower(name), "next") }) ||
		p.looksAtTimes(decl, nil)
}

// looksAtTimes reports whether a function compares times, or has them compared. One call does not count.
func (p *program) looksAtTimes(decl *ast.FuncDecl, but *ast.CallExpr) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call == but {
			return false
		}
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
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		return ok && slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
			sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
			return ok && fields[types.ExprString(sel)]
		})
	})
}

// guardedBefore reports whether a function of the package that another one calls compares a time of one of some names.
func (p *program) guardedBefore(decl *ast.FuncDecl, names []string) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := syntax.Called(p.info, call)
		if fn == nil || p.decls[fn.Origin()] == nil {
			return false
		}
		return syntax.Any(p.decls[fn.Origin()].Body, func(n ast.Node) bool {
			compared, ok := n.(*ast.CallExpr)
			if !ok {
				return false
			}
			switch syntax.CalledName(p.info, compared).Last() {
			case "Before", "After", "Compare":
				return syntax.Any(compared, func(n ast.Node) bool {
					sel, ok := n.(*ast.SelectorExpr)
					return ok && p.isField(sel) && !slices.Contains(common, sel.Sel.Name) && slices.Contains(names, sel.Sel.Name)
				})
			}
			return false
		})
	})
}

// common are names of fields that do not tell which time is in them.
var common = []string{"Spec", "Status", "Time"}

// names returns the names in how a time is computed, by way of variables that are set once, and nil if it is computed from now,
// or from no field: what hands it over may have looked at it.
func (p *program) names(decl *ast.FuncDecl, t ast.Expr) []string {
	names := []string{""}
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
				if v := syntax.Var(p.info, n); v != nil && depth < 4 && !v.IsField() {
					if value := syntax.OnlyGiven(p.info, []ast.Node{decl.Body}, v); value != nil {
						visit(value, depth+1)
					}
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
	v, ok := p.info.ObjectOf(sel.Sel).(*types.Var)
	return ok && v.IsField()
}
