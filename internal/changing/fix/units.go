package fix

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/delay"
	"golang.org/x/tools/go/analysis"
)

// Unit suggests to name the unit of a delay, where it is known for sure, and to make a rate of a duration with rate.Every.
func (x *Fixer) Unit(d delay.Delay) []analysis.SuggestedFix {
	p, ok := x.at(d.Pos)
	if !ok || d.Expr == nil {
		return nil
	}
	switch {
	case d.Kind == delay.NoRate:
		return p.every(d.Expr)
	case d.Unit == "":
		return nil
	}
	name, edits := p.use("time", "time")
	return []analysis.SuggestedFix{{
		Message:   "name the unit of the delay",
		TextEdits: append(edits, Insert(d.Expr.End(), " * "+name+"."+d.Unit)),
	}}
}

// every turns the conversion of a duration to a rate into the call that makes one. The call is no constant.
func (p *place) every(e ast.Expr) []analysis.SuggestedFix {
	call, ok := e.(*ast.CallExpr)
	if !ok || slices.ContainsFunc(p.path, isConstDecl) {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Limit" {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "make a rate of the duration",
		TextEdits: []analysis.TextEdit{{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte("Every")}},
	}}
}

func isConstDecl(n ast.Node) bool {
	decl, ok := n.(*ast.GenDecl)
	return ok && decl.Tok == token.CONST
}
