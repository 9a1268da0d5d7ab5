package fix

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"golang.org/x/tools/go/analysis"
)

// Requeue suggests to have the queue ask its limiter, in place of a reconciler that asks it and waits for
// as long: Requeue: true for RequeueAfter: limiter.When(req). There is none where Requeue is deprecated.
func (x *Fixer) Requeue(c *model.Cause) []analysis.SuggestedFix {
	for _, r := range c.Reaches {
		if !r.HasRequeue() {
			return nil
		}
	}
	p, ok := x.at(c.Pos)
	if !ok || len(c.Reaches) == 0 {
		return nil
	}
	field := p.waited()
	function := declOf(slices.All(p.path))
	if field == nil || function == nil || !x.newCallers().returned(function) {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "let the queue ask its limiter",
		TextEdits: []analysis.TextEdit{{Pos: field.Pos(), End: field.End(), NewText: []byte("Requeue: true")}},
	}}
}

// waited returns the field of a Result that is set to what the call at the place returns, where the Result
// has no other field and is returned without an error; nil if it is not so.
func (p *place) waited() *ast.KeyValueExpr {
	call := p.call()
	if call == nil || !p.plain(call.Fun) || len(call.Args) != 1 || !p.plain(call.Args[0]) {
		return nil
	}
	for i, n := range p.path {
		field, ok := n.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if i+2 >= len(p.path) || keyName(field) != "RequeueAfter" || ast.Unparen(field.Value) != ast.Expr(call) || p.hasComment(field) {
			return nil
		}
		lit, isLit := p.path[i+1].(*ast.CompositeLit)
		ret, isReturn := p.path[i+2].(*ast.ReturnStmt)
		if !isLit || !isReturn || len(lit.Elts) != 1 || len(ret.Results) != 2 || ret.Results[0] != ast.Expr(lit) ||
			!p.pass.TypesInfo.Types[ret.Results[1]].IsNil() ||
			code.TypeString(p.pass.TypesInfo.TypeOf(lit)) != known.Reconcile+".Result" {
			return nil
		}
		return field
	}
	return nil
}

// plain reports whether an expression is a parameter or a field of one, so that nothing is left unused where
// it goes.
func (p *place) plain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := p.pass.TypesInfo.Uses[e].(*types.Var)
		return ok && (v.Kind() == types.ParamVar || v.Kind() == types.RecvVar)
	case *ast.SelectorExpr:
		return p.plain(e.X)
	}
	return false
}
