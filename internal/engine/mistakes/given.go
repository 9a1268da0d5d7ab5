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

// function returns the function that an expression is certain to be, with its body: it may be in a variable that is given no other one, or
// what a function of the package returns.
func (p *program) function(e ast.Expr) (sig *types.Signature, body *ast.BlockStmt) {
	fn := syntax.Resolve(p.pass, e) // events.txt, one for all
	if makes, ok := fn.(*ast.CallExpr); ok {
		fn = p.atEnd(makes)
	}
	if lit, ok := fn.(*ast.FuncLit); ok {
		return p.info.TypeOf(lit).(*types.Signature), lit.Body
	}
	obj := syntax.Func(p.info, fn)
	if decl := p.decls[obj]; decl != nil {
		return obj.Signature(), decl.Body
	}
	return nil, nil
}

// atEnd returns what the one result of a function of the package is at its end, nil for any other call.
func (p *program) atEnd(call *ast.CallExpr) ast.Expr {
	decl := p.decls[syntax.Called(p.info, call)]
	if decl == nil {
		return nil
	}
	ret, _ := syntax.Last[*ast.ReturnStmt](decl.Body.List)
	if ret == nil || len(ret.Results) != 1 {
		return nil
	}
	return ast.Unparen(ret.Results[0])
}
