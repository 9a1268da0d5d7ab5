package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// unreturned finds Results that ask for the request again and that nothing reads after they are set: the function returns others.
// droppedresults, forgets.
func (p *program) unreturned(decl *ast.FuncDecl) {
	fn := p.info.Defs[decl.Name].(*types.Func)
	if !known.ReturnsResult(fn.Signature()) {
		return
	}
	named := fn.Signature().Results().At(0)
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		to, value := syntax.Assigned(assign)
		lit, ok := syntax.Address(value).(*ast.CompositeLit)
		v := syntax.Var(p.info, to)
		if v == nil || !ok || v.IsField() || !known.IsResult(code.Deref(v.Type())) || v.Pos() < decl.Pos() || v.Pos() > decl.End() ||
			!slices.ContainsFunc(syntax.FieldValues(lit), func(e ast.Expr) bool {
				given := p.info.Types[e].Value
				return given == nil || given.ExactString() != "false" && given.ExactString() != "0"
			}) {
			continue
		}
		returns, reads := false, false
		for n := range ast.Preorder(decl.Body) {
			switch n := n.(type) {
			case *ast.Ident:
				reads = reads || n.Pos() > assign.End() && p.info.Uses[n] == types.Object(v)
			case *ast.ReturnStmt:
				if n.Pos() > assign.End() {
					returns = true
					reads = reads || len(n.Results) == 0 && v == named || len(n.Results) > 0 && !p.saysDone(n)
				}
			case *ast.ForStmt, *ast.RangeStmt: // the next round may read it
				reads = reads || n.Pos() < assign.Pos() && assign.End() < n.End() && syntax.Mentions(p.info, n, v)
			case *ast.UnaryExpr:
				reads = reads || n.Op == token.AND && syntax.Var(p.info, n.X) == v
			case *ast.DeferStmt, *ast.FuncLit, *ast.LabeledStmt:
				reads = reads || syntax.Mentions(p.info, n, v)
			}
		}
		if returns && !reads {
			p.found(Mistake{Kind: Unreturned, Pos: assign.Pos(), Text: v.Name()})
		}
	}
}

// saysDone reports whether a return hands back a Result that is written down as empty, and no error: another brings the request back, too.
func (p *program) saysDone(ret *ast.ReturnStmt) bool {
	lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0 && len(ret.Results) == 2 && syntax.Is(ret.Results[1], "nil")
}
