package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// guarded reports whether something in a function may say that a time is yet to come: it compares the time, or the time is computed to be
// later than now.
func (p *program) guarded(decl *ast.FuncDecl, t ast.Expr) bool {
	names := p.names(decl, t)
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
func (p *program) names(decl *ast.FuncDecl, t ast.Expr) (names []string) {
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
