package mistakes

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

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
			p.found(Mistake{Pos: call.Pos(), Kind: OtherLimiter, Text: syntax.Written(p.pass, of), Expr: call.Args[1]})
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
func (p *program) ownLimiter(v *types.Var) bool {
	if v == nil || v.Pkg() != p.pass.Pkg || v.Exported() {
		return false
	}
	for at := range syntax.Uses(p.pass, v) {
		switch at.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.KeyValueExpr_Key, edge.BinaryExpr_X, edge.BinaryExpr_Y:
		case edge.SelectorExpr_X:
			if name := at.Parent().Node().(*ast.SelectorExpr).Sel.Name; name != "When" && name != "NumRequeues" {
				return false
			}
		default:
			return false
		}
	}
	made, all := syntax.Values(p.pass, v)
	return all && len(made) > 0 && !slices.ContainsFunc(made, func(e ast.Expr) bool { return !syntax.Any(e, p.makesLimiter) })
}

// makesLimiter reports whether a node makes a limiter.
func (p *program) makesLimiter(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && known.Func(syntax.CalledName(p.info, call)) == known.NewLimiter
}

// asksFresh looks at a call that asks a limiter of a queue how long to wait: one that the function has just made knows of no failure, and
// says the same each time. A loop may ask it more than once. backoff, fresh.
func (p *program) asksFresh(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	fn, decl := syntax.Called(p.info, call), enclosing(at)
	if fn == nil || decl == nil || runsLater(at) || fn.Name() != "When" || fn.Pkg() == nil || fn.Pkg().Path() != known.Workqueue {
		return
	}
	of, _ := syntax.Selected(call.Fun)
	if v := syntax.Var(p.info, of); v != nil && v.Kind() != types.LocalVar {
		return
	}
	if p.makesAnew(syntax.Resolve(p.pass, of), 0) {
		p.found(Mistake{Pos: call.Pos(), Kind: Fresh, Expr: of})
	}
}

// makesAnew reports whether an expression makes a new limiter of a queue each time, by functions of the package too.
func (p *program) makesAnew(e ast.Expr, depth int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || depth > 3 {
		return false
	}
	if p.makesLimiter(call) {
		return true
	}
	decl := p.decls[syntax.Called(p.info, call)]
	return decl != nil && len(decl.Body.List) == 1 && p.makesAnew(p.atEnd(call), depth+1)
}
