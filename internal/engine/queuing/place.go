package queuing

import (
	"go/ast"
	"go/token"

	"github.com/rllint/rllint/internal/engine/syntax"
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
