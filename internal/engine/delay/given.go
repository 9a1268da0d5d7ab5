package delay

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

// given returns what the package gives a variable, field or parameter that is declared in it. It is nothing if the package multiplies the
// variable, which then counts a unit.
func (p *program) given(v *types.Var) []ast.Expr {
	if p.gives == nil {
		p.gather()
	}
	if v.Pkg() != p.pass.Pkg || p.scaled[v] {
		return nil
	}
	return p.gives[v]
}

// gather notes what the package gives its variables of integers, durations among them, and which it multiplies.
func (p *program) gather() {
	p.gives, p.scaled = make(map[*types.Var][]ast.Expr), make(map[*types.Var]bool)
	give := func(v *types.Var, value ast.Expr) {
		if v != nil && isInteger(v.Type()) {
			p.gives[v] = append(p.gives[v], value)
		}
	}
	for at := range syntax.Preorder(p.pass, (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.CallExpr)(nil),
		(*ast.BinaryExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.KeyValueExpr:
			give(p.variable(n.Key), n.Value)
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
					p.scaled[p.variable(lhs)] = true
				} else if len(n.Lhs) == len(n.Rhs) {
					give(p.variable(lhs), n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) == len(n.Names) {
					give(p.variable(name), n.Values[i])
				}
			}
		case *ast.CallExpr:
			fn := syntax.Called(p.info, n)
			if fn == nil || p.decls[fn.Origin()] == nil || fn.Signature().Variadic() {
				continue
			}
			for i, arg := range n.Args {
				if params := fn.Origin().Signature().Params(); i < params.Len() {
					give(params.At(i), arg)
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.MUL || n.Op == token.QUO {
				p.scaled[p.variable(n.X)], p.scaled[p.variable(n.Y)] = true, true
			}
		}
	}
}
