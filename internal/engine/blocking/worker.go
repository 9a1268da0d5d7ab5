package blocking

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// worker returns what a function does for each item that it takes from a queue made by hand, nil if it takes none, or if no other item
// waits: all of it, or the body of the loop in which it takes them.
func (g *graph) worker(n *node, decl inspector.Cursor, body *ast.BlockStmt) *node {
	if !g.takes(body) || g.oneItem(body) || g.oneKey(body) {
		return nil
	}
	for loop := range syntax.All[*ast.ForStmt](body) {
		if g.takes(loop.Body) {
			of := &node{fn: n.fn, name: n.name, takes: true}
			g.walk(of, decl, loop.Body)
			return of
		}
	}
	n.takes = true
	return n
}

// oneItem reports whether a worker reads nothing from its item, but whether it is a key, and only hands it to its queue and to logs: all
// items are equal then.
func (g *graph) oneItem(body *ast.BlockStmt) bool {
	info := g.pass.TypesInfo
	var item *types.Var
	read := 0
	is := func(e ast.Expr) bool { return item != nil && syntax.Var(info, e) == item }
	hand := func(e ast.Expr) {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return
		}
		if name := syntax.CalledName(info, call); name.In(known.Workqueue) || known.Harmless(name) {
			for _, arg := range call.Args {
				if is(arg) {
					read--
				}
			}
		}
	}
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			switch of := n.Rhs[0].(type) {
			case *ast.CallExpr:
				if known.Func(syntax.CalledName(info, of)) == known.QueueGet {
					item = syntax.Var(info, n.Lhs[0])
				}
			case *ast.TypeAssertExpr:
				if is(of.X) && syntax.Is(n.Lhs[0], "_") {
					read--
				}
			}
		case *ast.ExprStmt:
			hand(n.X)
		case *ast.DeferStmt:
			hand(n.Call)
		case *ast.Ident:
			if item != nil && info.Uses[n] == item {
				read++
			}
		}
	}
	return item != nil && read == 0
}

// oneKey reports whether each item of the queue that a worker takes items from is the same constant, or has been an item before: the queue
// is in a field or variable that only this package knows, and nothing else has it.
func (g *graph) oneKey(body *ast.BlockStmt) bool {
	var queue types.Object
	items := make(map[types.Object]bool)
	for assign := range syntax.All[*ast.AssignStmt](body) {
		if call, ok := assign.Rhs[0].(*ast.CallExpr); ok && known.Func(syntax.CalledName(g.pass.TypesInfo, call)) == known.QueueGet {
			of, _ := syntax.Selected(call.Fun)
			queue = syntax.Object(g.pass.TypesInfo, of)
			items[syntax.Object(g.pass.TypesInfo, assign.Lhs[0])] = true
		}
	}
	v, ok := queue.(*types.Var)
	if !ok || v.Exported() || !v.IsField() && v.Parent() != g.pass.Pkg.Scope() {
		return false
	}
	var key constant.Value
	for at := range syntax.Uses(g.pass, v) {
		switch up := at.Parent().Node().(type) {
		case *ast.AssignStmt, *ast.KeyValueExpr:
			if !syntax.Any(up, func(*ast.CallExpr) bool { return true }) {
				return false
			}
		case *ast.SelectorExpr:
			call, ok := at.Parent().Parent().Node().(*ast.CallExpr)
			if !ok || call.Fun != up {
				return false
			}
			if !strings.HasPrefix(up.Sel.Name, "Add") || items[syntax.Object(g.pass.TypesInfo, call.Args[0])] {
				continue
			}
			c := g.pass.TypesInfo.Types[call.Args[0]].Value
			if c == nil || key != nil && !constant.Compare(c, token.EQL, key) {
				return false
			}
			key = c
		default:
			return false
		}
	}
	return key != nil
}

// takes reports whether a body takes an item from a queue, itself and not in a function literal.
func (g *graph) takes(body *ast.BlockStmt) bool {
	return syntax.AnyNow(body, func(call *ast.CallExpr) bool { return known.TakesItem(syntax.CalledName(g.pass.TypesInfo, call)) })
}
