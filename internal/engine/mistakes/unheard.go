package mistakes

import (
	"go/ast"
	"go/types"
	"slices"

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
	if v != nil && v.Pkg() == p.pass.Pkg && !v.Exported() && p.signals(v) && p.unbuffered(v) {
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

// unbuffered reports whether a field or a variable is given channels without room, and nothing else.
func (p *program) unbuffered(v *types.Var) bool {
	made, all := syntax.Values(p.pass, v)
	return all && len(made) > 0 && !slices.ContainsFunc(made, func(e ast.Expr) bool { return !p.makesUnbuffered(e) })
}

// makesUnbuffered reports whether an expression makes a channel without room.
func (p *program) makesUnbuffered(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && syntax.Is(call.Fun, "make") && len(call.Args) == 1
}
