package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// variable returns the variable, field or parameter that an expression is, nil if it is none.
func (p *program) variable(e ast.Expr) *types.Var {
	v, _ := syntax.Object(p.info, e).(*types.Var)
	return v
}

// given returns what the package gives a variable, field or parameter of integers that is declared in it. It is nothing if the package
// multiplies the variable, which then counts a unit.
func (p *program) given(v *types.Var) []ast.Expr {
	if v.Pkg() != p.pass.Pkg || !isInteger(v.Type()) {
		return nil
	}
	is := func(e ast.Expr) bool { return p.variable(e) == v }
	for at := range syntax.Preorder(p.pass, (*ast.BinaryExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.BinaryExpr:
			if (n.Op == token.MUL || n.Op == token.QUO) && (is(n.X) || is(n.Y)) {
				return nil
			}
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE && is(n.Lhs[0]) {
				return nil
			}
		}
	}
	list, _ := syntax.Values(p.pass, v)
	return list
}
