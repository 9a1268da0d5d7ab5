package queuing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// fix returns the edit that mends a finding at a call of a queue's method, nil if none is certain.
func (p *program) fix(f *Finding, at inspector.Cursor) *analysis.SuggestedFix {
	call := at.Node().(*ast.CallExpr)
	sel, ok := syntax.Callee(call).(*ast.SelectorExpr)
	if !ok || !isPlain(sel.X) {
		return nil
	}
	queue := types.ExprString(sel.X)
	switch {
	case f.Instead != "" && sel.Sel.Name != f.Instead && p.ofQueue(sel.Sel):
		edit := analysis.TextEdit{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(f.Instead)}
		return suggest("Call "+f.Instead, edit)
	case f.Rule == NoDone && f.What == Anywhere:
		return p.deferDone(at, queue)
	case f.Rule == NoForget && f.What == Anywhere:
		return p.forget(at, call, queue)
	}
	return nil
}

// ofQueue reports whether a name is that of a method of a queue that adds an item and nothing else.
func (p *program) ofQueue(name *ast.Ident) bool {
	fn, ok := p.pass.TypesInfo.Uses[name].(*types.Func)
	return ok && fn.Name() != "AddWithOpts" && fn.Signature().Recv() != nil && isQueue(fn.Signature().Recv().Type())
}

func suggest(message string, edit analysis.TextEdit) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{edit}}
}

// isPlain reports whether an expression is a variable or a field of one, which means the same wherever it is written.
func isPlain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPlain(e.X)
	}
	return false
}

// deferDone defers Done after Get, where the item is taken by a function that handles one item from its beginning to its end:
//
//	key, quit := queue.Get()
//	if quit {
//		return
//	}
func (p *program) deferDone(at inspector.Cursor, queue string) *analysis.SuggestedFix {
	assign, ok := at.Parent().Node().(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
		return nil
	}
	key, quit := assign.Lhs[0].(*ast.Ident), assign.Lhs[1].(*ast.Ident)
	body, ok := at.Parent().Parent().Node().(*ast.BlockStmt)
	if !ok || key.Name == "_" {
		return nil
	}
	switch at.Parent().Parent().Parent().Node().(type) {
	case *ast.FuncDecl, *ast.FuncLit:
	default:
		return nil
	}
	rest := after(body, assign)
	if len(rest) == 0 {
		return nil
	}
	check, ok := rest[0].(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil || !endsInReturn(check.Body) {
		return nil
	}
	if cond, ok := check.Cond.(*ast.Ident); !ok || cond.Name != quit.Name {
		return nil
	}
	if outlives(p.pass.TypesInfo, rest[1:], p.pass.TypesInfo.Defs[key]) {
		return nil
	}
	return suggest("Give the item back", analysis.TextEdit{Pos: check.End(), End: check.End(), NewText: []byte(p.newLine(check.Pos()) + "defer " + queue + ".Done(" + key.Name + ")")})
}

// outlives reports whether a variable may be used when the function that has it has returned.
func outlives(info *types.Info, list []ast.Stmt, v types.Object) bool {
	return slices.ContainsFunc(list, func(s ast.Stmt) bool {
		return syntax.Any(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.GoStmt, *ast.SendStmt, *ast.FuncLit, *ast.ReturnStmt, *ast.CompositeLit:
				return syntax.Mentions(info, n, v)
			}
			return false
		})
	})
}

// forget forgets the item where there was no error, if it is added again where there was one:
//
//	if err := work(key); err != nil {
//		queue.AddRateLimited(key)
//	}
func (p *program) forget(at inspector.Cursor, call *ast.CallExpr, queue string) *analysis.SuggestedFix {
	if len(call.Args) != 1 || !isPlain(call.Args[0]) {
		return nil
	}
	if _, ok := at.Parent().Node().(*ast.ExprStmt); !ok {
		return nil
	}
	check, ok := at.Parent().Parent().Parent().Node().(*ast.IfStmt)
	if !ok || check.Else != nil || check.Body != at.Parent().Parent().Node() || !p.isFailure(check.Cond) {
		return nil
	}
	outer := at.Parent().Parent().Parent().Parent()
	block, ok := outer.Node().(*ast.BlockStmt)
	if !ok || !onlyEnds(after(block, check)) {
		return nil
	}
	text := queue + ".Forget(" + types.ExprString(call.Args[0]) + ")"
	indent := p.newLine(check.Pos())
	if endsInReturn(check.Body) {
		text = indent + text
	} else {
		text = " else {" + indent + "\t" + text + indent + "}"
	}
	return suggest("Forget the item where there was no error", analysis.TextEdit{Pos: check.End(), End: check.End(), NewText: []byte(text)})
}

// isFailure reports whether a condition says that there is an error, and no more.
func (p *program) isFailure(cond ast.Expr) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	return syntax.Is(b.Y, "nil") && isPlain(b.X) && syntax.IsError(p.pass.TypesInfo.TypeOf(b.X))
}

// after returns the statements of a block that follow one.
func after(block *ast.BlockStmt, stmt ast.Stmt) []ast.Stmt {
	return block.List[slices.Index(block.List, stmt)+1:]
}

// onlyEnds reports whether statements do no more than return.
func onlyEnds(list []ast.Stmt) bool {
	return len(list) == 0 || len(list) == 1 && isReturn(list[0])
}

func endsInReturn(body *ast.BlockStmt) bool {
	return len(body.List) > 0 && isReturn(body.List[len(body.List)-1])
}

func isReturn(s ast.Stmt) bool {
	_, is := s.(*ast.ReturnStmt)
	return is
}

// newLine begins a line as far to the right as a statement begins.
func (p *program) newLine(at token.Pos) string {
	return "\n" + strings.Repeat("\t", p.pass.Fset.Position(at).Column-1)
}
