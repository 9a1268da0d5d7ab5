package queuing

import (
	"go/ast"
	"go/token"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// place moves findings from where SSA has a call, its left parenthesis, to the name of the method that is called.
func (p *program) place(list []Finding) {
	at := make(map[token.Pos][]*Finding)
	for i := range list {
		at[list[i].Pos] = append(at[list[i].Pos], &list[i])
	}
	for c := range syntax.Preorder(p.pass, (*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		for _, f := range at[call.Lparen] {
			switch fun := syntax.Callee(call).(type) {
			case *ast.SelectorExpr:
				f.Pos = fun.Sel.Pos()
			default:
				f.Pos = fun.Pos()
			}
		}
	}
}

// Report reports the findings of one rule, with what message says of each.
func (r *Result) Report(pass *analysis.Pass, rule string, message func(Finding) string) {
	for _, f := range r.Of(rule) {
		d := analysis.Diagnostic{Pos: f.Pos, Message: message(f)}
		if f.Note {
			d.Category = level.Category("", level.Note)
		}
		pass.Report(d)
	}
}
