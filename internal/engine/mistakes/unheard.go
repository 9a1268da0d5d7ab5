package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"

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

// unreceived looks at a channel without room that is made for a variable of a function: where nothing receives from it, and nobody else has
// it, a function literal that sends waits for ever. The function itself may mean to.
func (p *program) unreceived(assign *ast.AssignStmt) {
	made, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || len(assign.Lhs) != 1 || assign.Tok != token.DEFINE || !syntax.Is(made.Fun, "make") || len(made.Args) != 1 {
		return
	}
	v := syntax.Var(p.info, assign.Lhs[0])
	if v == nil {
		return
	}
	if _, ok := v.Type().Underlying().(*types.Chan); !ok {
		return
	}
	var first *ast.SendStmt
	for at := range syntax.Uses(p.pass, v) {
		switch up := at.Parent().Node().(type) {
		case *ast.SendStmt:
			if _, chooses := at.Parent().Parent().Node().(*ast.CommClause); chooses && at.Parent().ParentEdgeKind() == edge.CommClause_Comm ||
				up.Chan != at.Node() {
				return
			}
			for lit := range at.Enclosing((*ast.FuncLit)(nil)) {
				if first == nil && lit.Node().Pos() > assign.Pos() {
					first = up
				}
			}
		case *ast.CallExpr:
			if !syntax.Is(up.Fun, "close") && !syntax.Is(up.Fun, "len") {
				return
			}
		default:
			return
		}
	}
	if first != nil {
		p.found(Mistake{Pos: first.Pos(), Kind: Unreceived, Expr: first.Chan})
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
