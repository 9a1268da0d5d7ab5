package delay

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// apart looks whether an item comes back to a queue after the delay of a limiter that is certainly not the queue's: the package makes it
// for a variable of its own, and does nothing with it but ask it. One that something makes forget is a back-off that the authors mean to
// have beside the queue's. byhand, comeback.
func (p *program) apart(call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "AddAfter" || len(call.Args) != 2 || !hasLimiter(p.info.TypeOf(sel.X)) {
		return
	}
	when, ok := ast.Unparen(call.Args[1]).(*ast.CallExpr)
	if v := p.variable(call.Args[1]); v != nil && !v.IsField() {
		if given := p.given(v); len(given) == 1 {
			when, ok = ast.Unparen(given[0]).(*ast.CallExpr)
		}
	}
	if !ok || len(when.Args) != 1 || syntax.CalledName(p.info, when).Last() != "When" {
		return
	}
	asked, ok := ast.Unparen(when.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if p.ownLimiter(p.variable(asked.X)) {
		p.found(Delay{Pos: call.Pos(), Kind: OtherLimiter, Text: syntax.Written(p.pass, asked.X), Expr: call.Args[1]})
	}
}

// hasLimiter reports whether a queue asks a limiter of its own.
func hasLimiter(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "AddRateLimited")
	fn, ok := obj.(*types.Func)
	return ok && symbol.Of(fn).In(known.Workqueue)
}

// ownLimiter reports whether a variable holds nothing but limiters that the package makes for it, hands them to nobody and never makes them
// forget.
func (p *program) ownLimiter(v *types.Var) (own bool) {
	if v == nil || v.Pkg() != p.pass.Pkg || v.Exported() {
		return false
	}
	for at := range syntax.Preorder(p.pass, (*ast.Ident)(nil), (*ast.CompositeLit)(nil)) {
		if lit, ok := at.Node().(*ast.CompositeLit); ok {
			if v.IsField() && len(lit.Elts) > 0 && hasField(p.info.TypeOf(lit), v) {
				if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
					return false
				}
			}
			continue
		}
		id := at.Node().(*ast.Ident)
		if p.info.Uses[id] != v && p.info.Defs[id] != v {
			continue
		}
		expr := at
		if sel, ok := at.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			expr = at.Parent()
		}
		switch parent := expr.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if parent.Sel.Name != "When" && parent.Sel.Name != "NumRequeues" {
				return false
			}
		case *ast.AssignStmt:
			i := slices.IndexFunc(parent.Lhs, func(e ast.Expr) bool { return e == expr.Node() })
			if i < 0 || len(parent.Lhs) != len(parent.Rhs) || !p.makesLimiter(parent.Rhs[i]) {
				return false
			}
			own = true
		case *ast.KeyValueExpr:
			if parent.Key != expr.Node() || !p.makesLimiter(parent.Value) {
				return false
			}
			own = true
		case *ast.ValueSpec:
			if len(parent.Values) > 0 && !p.makesLimiter(parent.Values[0]) {
				return false
			}
			own = own || len(parent.Values) > 0
		case *ast.Field, *ast.BinaryExpr:
		default:
			return false
		}
	}
	return own
}

// makesLimiter reports whether an expression makes a limiter.
func (p *program) makesLimiter(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && known.Func(syntax.CalledName(p.info, call)) == known.NewLimiter
}

// hasField reports whether a struct has a field.
func hasField(t types.Type, v *types.Var) bool {
	s, ok := code.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f == v {
			return true
		}
	}
	return false
}
