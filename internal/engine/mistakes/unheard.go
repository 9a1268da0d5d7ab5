package mistakes

import (
	"go/ast"
	"go/types"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// sends looks at a send that need not come to pass, on a channel without room. The channel carries no more than that something is to be
// done.
func (p *program) sends(s *ast.SelectStmt) {
	if len(s.Body.List) != 2 {
		return
	}
	var send *ast.SendStmt
	var otherwise *ast.CommClause
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CommClause)
		if sent, ok := clause.Comm.(*ast.SendStmt); ok {
			send = sent
		} else if clause.Comm == nil {
			otherwise = clause
		}
	}
	if send == nil || otherwise == nil || len(otherwise.Body) > 0 {
		return
	}
	v := p.variable(send.Chan)
	if v != nil && v.Pkg() == p.pass.Pkg && !v.Exported() && p.signals(v) && syntax.Unbuffered(p.pass, v) {
		p.found(Mistake{Pos: send.Pos(), Kind: Unheard, Expr: send.Chan})
	}
}

// signals reports whether a channel carries no values.
func (p *program) signals(v *types.Var) bool {
	c, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := c.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}
