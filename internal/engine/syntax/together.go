package syntax

import (
	"go/ast"
	"go/token"
)

// Together reports whether whoever comes to one of two places in a file comes to the other too, as far as branches tell: neither is in a
// branch, a loop or a function literal that the other is not in.
func Together(files []*ast.File, a, b token.Pos) bool {
	file := FileOf(files, a)
	if file == nil || file != FileOf(files, b) || a == b {
		return false
	}
	x, y := around(file, a), around(file, b)
	both := 0
	for both < len(x) && both < len(y) && x[both] == y[both] {
		both++
	}
	return both > 0 && always(x[both-1:]) && always(y[both-1:])
}

// around returns the nodes that hold a place, outermost first.
func around(file *ast.File, pos token.Pos) []ast.Node {
	var list []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || pos >= n.End() {
			return false
		}
		list = append(list, n)
		return true
	})
	return list
}

// always reports whether each of some nodes, outermost first, is reached with the one around it.
func always(nodes []ast.Node) bool {
	for i, n := range nodes[1:] {
		switch around := nodes[i].(type) {
		case *ast.IfStmt:
			if n != around.Init && n != around.Cond {
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.CaseClause, *ast.CommClause, *ast.FuncLit, *ast.FuncDecl:
			if i > 0 { // else both are in it
				return false
			}
		case *ast.BinaryExpr:
			if (around.Op == token.LAND || around.Op == token.LOR) && n == around.Y {
				return false
			}
		}
	}
	return true
}
