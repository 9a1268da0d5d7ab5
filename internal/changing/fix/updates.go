package fix

import (
	"go/ast"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Updates suggests to let all updates pass, where the call that watches is given controller-runtime's own predicate for the generation.
func (x *Fixer) Updates(c *model.Cause) []analysis.SuggestedFix {
	p, ok := x.at(c.Pos)
	if !ok || c.Verdict != judge.Unheard {
		return nil
	}
	call := p.call()
	if call == nil {
		return nil
	}
	const looksAt, instead = "GenerationChanged", "ResourceVersionChanged"
	var edits []analysis.TextEdit
	certain := false // what is watched has no generation, whoever calls
	for _, arg := range p.given(call) {
		typ := symbol.OfType(code.Deref(p.pass.TypesInfo.TypeOf(arg)))
		is, _ := known.Ungenerated(typ)
		certain = certain || is
		lit, ok := arg.(*ast.CompositeLit)
		if !ok || known.Untyped(typ) != known.Predicate+"."+looksAt+"Predicate" {
			continue
		}
		if text := p.text(lit.Type); strings.Count(text, looksAt) == 1 {
			text = strings.Replace(text, looksAt, instead, 1)
			edits = append(edits, analysis.TextEdit{Pos: lit.Type.Pos(), End: lit.Type.End(), NewText: []byte(text)})
		}
	}
	if len(edits) == 0 || !certain {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "let all updates pass", TextEdits: edits}}
}

// given returns what a call that watches is given, in its options and its source too.
func (p *place) given(call *ast.CallExpr) (list []ast.Expr) {
	for _, arg := range call.Args {
		arg = ast.Unparen(arg)
		list = append(list, arg)
		switch arg := arg.(type) {
		case *ast.CallExpr:
			if kind := p.kindOf(arg); kind == known.WatchOption || kind == known.NewSource {
				list = append(list, p.given(arg)...)
			}
		case *ast.UnaryExpr: // of source.Kind, up to controller-runtime v0.14
			if lit, ok := arg.X.(*ast.CompositeLit); ok {
				if object := syntax.Field(lit, "Type"); object != nil {
					list = append(list, object)
				}
			}
		}
	}
	return list
}
