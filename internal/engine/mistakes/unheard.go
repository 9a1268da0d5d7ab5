package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// sends looks at a send that need not come to pass, on a channel without room. The channel carries no more than that something is to be
// done, or events: lostevents, signals.
func (p *program) sends(s *ast.SelectStmt) {
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
	if send == nil || otherwise == nil {
		return
	}
	if len(otherwise.Body) > 0 {
		if ret, only := otherwise.Body[0].(*ast.ReturnStmt); !only || len(ret.Results) > 0 {
			return
		}
	}
	v := p.variable(send.Chan)
	if v != nil && v.Pkg() == p.pass.Pkg && !v.Exported() && p.signals(v) && syntax.Unbuffered(p.pass, v) {
		p.found(Mistake{Pos: send.Pos(), Kind: Unheard, Expr: send.Chan})
	}
}

// stops looks at a send on a channel that informers or a queue's workers are handed to say when to stop, and that nothing closes: each of
// their goroutines waits for it, and one of them receives what is sent. events.txt, stopped once.
func (p *program) stops(s *ast.SendStmt) {
	v := p.variable(s.Chan)
	if v == nil || v.Pkg() != p.pass.Pkg || v.Exported() {
		return
	}
	var handed ast.Expr
	for at := range syntax.Uses(p.pass, v) {
		call, ok := at.Parent().Node().(*ast.CallExpr)
		if !ok {
			continue
		}
		if syntax.Is(call.Fun, "close") {
			return
		}
		name := syntax.CalledName(p.info, call) // factories of informers are generated for each API
		if (name.Last() == "Start" || name.Last() == "Run") && name.IsMethod() &&
			(strings.HasPrefix(string(name), "k8s.io/client-go/") || strings.HasSuffix(string(name.Owner()), "InformerFactory")) {
			handed = call.Fun
		}
	}
	if handed != nil {
		p.found(Mistake{Pos: s.Pos(), Kind: StopSent, Expr: s.Chan})
	}
}

// unreceived looks at a channel without room that is made for a variable of a function: where nothing receives from it, and nobody else has
// it, a function literal that sends waits for ever. The function itself may mean to. So does one that a sync.WaitGroup waits for before
// anybody receives: sleeping, gathers.
func (p *program) unreceived(at inspector.Cursor) {
	assign := at.Node().(*ast.AssignStmt)
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
	var by *ast.FuncLit // that sends
	received := token.NoPos
	for at := range syntax.Uses(p.pass, v) {
		switch up := at.Parent().Node().(type) {
		case *ast.SendStmt:
			if _, chooses := at.Parent().Parent().Node().(*ast.CommClause); chooses && at.Parent().ParentEdgeKind() == edge.CommClause_Comm ||
				up.Chan != at.Node() {
				return
			}
			for lit := range at.Enclosing((*ast.FuncLit)(nil)) {
				if first == nil && lit.Node().Pos() > assign.Pos() {
					first, by = up, lit.Node().(*ast.FuncLit)
				}
			}
		case *ast.RangeStmt, *ast.UnaryExpr:
			for lit := range at.Enclosing((*ast.FuncLit)(nil)) {
				if lit.Node().Pos() > assign.Pos() {
					return
				}
			}
			if !received.IsValid() || up.Pos() < received {
				received = up.Pos()
			}
		case *ast.CallExpr:
			if !syntax.Is(up.Fun, "close") && !syntax.Is(up.Fun, "len") {
				return
			}
		default:
			return
		}
	}
	if first == nil {
		return
	}
	list, _ := at.Parent().Node().(*ast.BlockStmt)
	if !received.IsValid() {
		p.found(Mistake{Pos: first.Pos(), Kind: Unreceived, Expr: first.Chan})
	} else if list != nil && p.awaited(list.List, by, first, received) {
		p.found(Mistake{Pos: first.Pos(), Kind: Awaited, Expr: first.Chan})
	}
}

// awaited reports whether one of some statements waits for a function literal that sends, before anybody receives.
func (p *program) awaited(list []ast.Stmt, lit *ast.FuncLit, send *ast.SendStmt, received token.Pos) bool {
	waits := func(n ast.Node, method symbol.Name) ast.Expr {
		call, ok := n.(*ast.CallExpr)
		if !ok || syntax.CalledName(p.info, call) != "sync.WaitGroup."+method {
			return nil
		}
		of, _ := syntax.Selected(call.Fun)
		return of
	}
	for _, s := range list {
		stmt, ok := s.(*ast.ExprStmt)
		if !ok || s.Pos() < lit.End() || s.Pos() > received {
			continue
		}
		if group := waits(ast.Unparen(stmt.X), "Wait"); group != nil && syntax.Any(lit, func(call *ast.CallExpr) bool {
			done := waits(call, "Done")
			return done != nil && syntax.Var(p.info, done) == syntax.Var(p.info, group) &&
				(call.Pos() > send.Pos() || syntax.Any(lit, func(d *ast.DeferStmt) bool { return d.Call == call }))
		}) {
			return true
		}
	}
	return false
}

// signals reports whether a channel carries no values, or events.
func (p *program) signals(v *types.Var) bool {
	c, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := c.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0 || known.Untyped(symbol.OfType(c.Elem())) == known.Event+".GenericEvent"
}
