package fix

import (
	"go/ast"

	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// rates returns the expressions in reach whose value is the rate, by their name.
func (p *place) rates() []string {
	if p.early() {
		return nil
	}
	list := p.find(func(name string, t types.Type) bool { return known.IsRateName(name) && isInt(t) })
	pointer := types.NewPointer(types.Typ[types.Int])
	for _, e := range p.find(func(name string, t types.Type) bool { return known.IsRateName(name) && types.Identical(t, pointer) }) {
		list = append(list, "*"+e)
	}
	return list
}

// isRateFlag reports whether an expression defines a flag with the name of the rate and returns its value: by
// one call, or by a clause and calls of its methods.
func (x *Fixer) isRateFlag(e ast.Expr) bool {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return false
		}
		switch x.kindOf(call) {
		case known.FlagPointer, known.FlagClause:
			name, ok := syntax.Text(x.pass.TypesInfo, call.Args[0])
			return ok && known.IsRateName(name)
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		e = sel.X
	}
}

// early reports whether the command line is not read yet at the place, so that a flag has no value but its
// default: outside of functions, in one that initialises the package, or before the call that reads it in
// the same function.
func (p *place) early() bool {
	function, body := p.around()
	decl, ok := function.(*ast.FuncDecl)
	return body == nil || ok && decl.Recv == nil && decl.Name.Name == "init" || p.parsesIn(body) > p.pos
}

// parsesIn returns where a function reads the command line last, [token.NoPos] if it does not.
func (x *Fixer) parsesIn(body *ast.BlockStmt) token.Pos {
	return memo.Of(x.parses, body, func() (last token.Pos) {
		for call := range syntax.All[*ast.CallExpr](body) {
			if known.Parses(syntax.CalledName(x.pass.TypesInfo, call)) {
				last = max(last, call.Pos())
			}
		}
		return last
	})
}
