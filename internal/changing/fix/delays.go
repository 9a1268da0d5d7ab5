package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Delays suggests to swap the first and the longest delay of an exponential back-off whose first is the
// longer one. Both must be written as numbers: of a constant with a name, the number is wrong
// and not its place.
func (x *Fixer) Delays(c *model.Cause) []analysis.SuggestedFix {
	p, ok := x.at(c.Pos)
	if !ok {
		return nil
	}
	call := p.call()
	if call == nil || len(call.Args) != 2 {
		return nil
	}
	if known.Limiter(Called(p.pass, call)) != known.Exponential {
		return nil
	}
	first, longest := call.Args[0], call.Args[1]
	a, b := p.written(first), p.written(longest)
	if a == nil || b == nil || constant.Sign(b) <= 0 || !constant.Compare(a, token.GTR, b) {
		return nil
	}
	textA, okA := p.text(first)
	textB, okB := p.text(longest)
	if !okA || !okB {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message: "swap the first and the longest delay",
		TextEdits: []analysis.TextEdit{
			{Pos: first.Pos(), End: first.End(), NewText: []byte(textB)},
			{Pos: longest.Pos(), End: longest.End(), NewText: []byte(textA)},
		},
	}}
}

// written returns the value of a constant expression that names nothing but what other packages declare,
// such as time.Second; nil for any other.
func (p *place) written(e ast.Expr) constant.Value {
	if syntax.Any(e, func(n ast.Node) bool {
		id, _ := n.(*ast.Ident)
		obj := p.pass.TypesInfo.Uses[id]
		_, isPackage := obj.(*types.PkgName)
		return obj != nil && obj.Pkg() == p.pass.Pkg && !isPackage
	}) {
		return nil
	}
	return p.pass.TypesInfo.Types[e].Value
}
