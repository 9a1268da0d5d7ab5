package queuing

import (
	"go/ast"
	"go/token"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// place moves findings from where SSA has a call, its left parenthesis, to the name of the method that is called.
func (p *program) place(list []Finding) {
	at := make(map[token.Pos][]*Finding)
	for i := range list {
		at[list[i].Pos] = append(at[list[i].Pos], &list[i])
	}
	for c := range syntax.Of(p.pass).Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		for _, f := range at[call.Lparen] {
			switch fun := syntax.Callee(call).(type) {
			case *ast.SelectorExpr:
				f.Pos, f.Name = fun.Sel.Pos(), fun.Sel
			default:
				f.Pos = fun.Pos()
			}
		}
	}
}

// Fixes returns the edit that calls the method that should be called, none if that is not certain.
func (f *Finding) Fixes() []analysis.SuggestedFix {
	if f.Instead == "" || f.Name == nil || f.Name.Name == f.Instead {
		return nil
	}
	edit := analysis.TextEdit{Pos: f.Name.Pos(), End: f.Name.End(), NewText: []byte(f.Instead)}
	return []analysis.SuggestedFix{{Message: "Call " + f.Instead, TextEdits: []analysis.TextEdit{edit}}}
}

// Report reports the findings of one rule, with what message says of each.
func (r *Result) Report(pass *analysis.Pass, rule string, message func(Finding) string) {
	for _, f := range r.Of(rule) {
		pass.Report(analysis.Diagnostic{Pos: f.Pos, Message: message(f), SuggestedFixes: f.Fixes()})
	}
}
