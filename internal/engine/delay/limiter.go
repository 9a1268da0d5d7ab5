package delay

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// apart looks whether an item comes back to a queue after the delay of a limiter that is certainly not the queue's: the package makes it
// for a variable of its own, and does nothing with it but ask it. One that something makes forget is a back-off that the authors mean to
// have beside the queue's. byhand, comeback.
func (p *program) apart(call *ast.CallExpr) {
	queue, name := syntax.Selected(call.Fun)
	if name != "AddAfter" || !hasLimiter(p.info.TypeOf(queue)) {
		return
	}
	after := call.Args[1]
	if v := p.variable(after); v != nil && !v.IsField() {
		if given := p.given(v); len(given) == 1 {
			after = given[0]
		}
	}
	if when, ok := ast.Unparen(after).(*ast.CallExpr); ok {
		if of, name := syntax.Selected(when.Fun); name == "When" && p.ownLimiter(p.variable(of)) {
			p.found(Delay{Pos: call.Pos(), Kind: OtherLimiter, Text: syntax.Written(p.pass, of), Expr: call.Args[1]})
		}
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
		switch n := at.Node().(type) {
		case *ast.CompositeLit:
			field, _, _ := types.LookupFieldOrMethod(p.info.TypeOf(n), true, v.Pkg(), v.Name())
			if field == v && len(n.Elts) > 0 {
				if _, keyed := n.Elts[0].(*ast.KeyValueExpr); !keyed {
					return false
				}
			}
			continue
		case *ast.Ident:
			if p.variable(n) != v {
				continue
			}
		}
		if at.ParentEdgeKind() == edge.SelectorExpr_Sel {
			at = at.Parent()
		}
		switch parent := at.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if parent.Sel.Name != "When" && parent.Sel.Name != "NumRequeues" {
				return false
			}
		case *ast.AssignStmt, *ast.KeyValueExpr, *ast.ValueSpec:
			if !syntax.Any(parent, p.makesLimiter) {
				return false
			}
			own = true
		case *ast.Field, *ast.BinaryExpr:
		default:
			return false
		}
	}
	return own
}

// makesLimiter reports whether a node makes a limiter.
func (p *program) makesLimiter(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && known.Func(syntax.CalledName(p.info, call)) == known.NewLimiter
}
