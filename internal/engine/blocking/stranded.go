package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// strands notes a goroutine of a pass that sends to a channel without room, of which the function takes something in one select alone,
// which another case may leave: then nobody ever takes what is sent. sleeping, stranded.
func (w *walker) strands(s *ast.GoStmt) {
	seen := make(map[*types.Var]bool)
	for id := range syntax.All[*ast.Ident](s.Call) {
		v, _ := w.info.Uses[id].(*types.Var)
		if v == nil || seen[v] || v.Kind() != types.LocalVar || within(s, v.Pos()) || !syntax.Unbuffered(w.g.pass, v) {
			continue
		}
		seen[v] = true
		if choice := w.onlyTakenIn(v, s); choice != nil && w.sendsTo(v, s) {
			w.note(Wait{What: v.Name(), Repeat: once, Explained: true, Does: "starts one more goroutine here, which waits for ever to send if the " +
				"select in line " + w.line(choice) + " is left before; give the channel room for what is sent"}, s.Pos()) // a note at first
		}
	}
}

// leftByRounds notes a goroutine of which each round of a loop without a condition starts one more, and which first of all waits for the
// end of a context that the rounds share. sleeping, stranded.
func (w *walker) leftByRounds(s *ast.GoStmt) {
	lit, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 {
		return
	}
	first, ok := lit.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return
	}
	recv := received(first)
	if recv == nil {
		return
	}
	done, ok := ast.Unparen(recv.X).(*ast.CallExpr)
	if !ok || syntax.CalledName(w.info, done) != "context.Context.Done" {
		return
	}
	of, _ := syntax.Selected(done.Fun)
	ctx := syntax.Var(w.info, of)
	for param, i := range w.paramsOf(lit.Type) {
		if param == ctx && i < len(s.Call.Args) {
			ctx = syntax.Var(w.info, s.Call.Args[i])
		}
	}
	for loop := range syntax.All[*ast.ForStmt](w.decl.Node()) {
		if ctx == nil || loop.Cond != nil || syntax.Returns(loop.Body.List) || !within(loop, s.Pos()) ||
			within(loop, ctx.Pos()) || w.setsAnew(ctx) || syntax.Any(loop, func(lit *ast.FuncLit) bool { return within(lit, s.Pos()) }) {
			continue
		}
		w.noteStuck(s.Pos(), ctx.Name()+".Done()", "starts one more goroutine here in each round of the loop, and all wait for "+
			"the end of one context; give each round a context of its own, and cancel that")
		return
	}
}

// onlyTakenIn returns the one select in which something is taken from a channel, and which another case can leave, behind a statement that
// starts a goroutine with it. It is nil where there is none, or somebody else has the channel.
func (w *walker) onlyTakenIn(v *types.Var, s *ast.GoStmt) (choice *ast.SelectStmt) {
	for at := range syntax.Uses(w.g.pass, v) {
		parent, inside := at.Parent(), within(s, at.Node().Pos())
		switch n := parent.Node().(type) {
		case *ast.SendStmt:
			if !inside {
				return nil
			}
		case *ast.CallExpr:
			if n != s.Call && !syntax.Is(n.Fun, "close") {
				return nil
			}
		case *ast.UnaryExpr:
			of := selectAround(parent)
			if n.Op != token.ARROW || inside || of == nil || choice != nil || loops(parent, of) {
				return nil
			}
			choice = of
		default:
			return nil
		}
	}
	if choice == nil || len(choice.Body.List) < 2 {
		return nil
	}
	return choice
}

// selectAround returns the select of which an expression is what a case takes, nil if there is none.
func selectAround(receive inspector.Cursor) *ast.SelectStmt {
	for clause := range receive.Enclosing((*ast.CommClause)(nil)) {
		if comm := clause.Node().(*ast.CommClause); comm.Comm != nil && within(comm.Comm, receive.Node().Pos()) {
			return clause.Parent().Parent().Node().(*ast.SelectStmt)
		}
		break
	}
	return nil
}

// loops reports whether a select may be come to again, since it is in a loop and one of its cases does not leave the function.
func loops(receive inspector.Cursor, choice *ast.SelectStmt) bool {
	for range receive.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return slices.ContainsFunc(choice.Body.List, func(s ast.Stmt) bool {
			clause := s.(*ast.CommClause)
			return !(clause.Comm != nil && within(clause.Comm, receive.Node().Pos())) && !syntax.Returns(clause.Body)
		})
	}
	return false
}

// sendsTo reports whether a goroutine sends to a channel and does nothing else until somebody takes that.
func (w *walker) sendsTo(v *types.Var, s *ast.GoStmt) bool {
	var body ast.Node = s.Call
	if decl := w.g.decls[syntax.Called(w.info, s.Call)]; decl != nil {
		at := slices.IndexFunc(s.Call.Args, func(e ast.Expr) bool { return syntax.Var(w.info, e) == v })
		for param, i := range w.paramsOf(decl.Type) {
			if i == at {
				v, body = param, decl.Body
			}
		}
	}
	for at := range syntax.Uses(w.g.pass, v) {
		send, ok := at.Parent().Node().(*ast.SendStmt)
		if _, chosen := at.Parent().Parent().Node().(*ast.CommClause); ok && !chosen && send.Chan == at.Node() && within(body, send.Pos()) {
			return true
		}
	}
	return false
}
