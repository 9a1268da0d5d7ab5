package directive

import (
	"go/ast"
	"go/token"
	"math"
)

// cover works out which lines the directives of one file cover.
//
// A directive that ends a line covers that line. One that has a line to itself
// covers what starts below it: a statement, a declaration, an element of a
// literal, an argument, or a link of a chain of calls. Of a statement with a
// body it covers the head, since a body is statements of its own; but golangci-lint
// takes the body in, so nolint does.
func cover(fset *token.FileSet, file *ast.File, list []*Directive) {
	places := make([]place, len(list))
	for i, d := range list {
		places[i] = place{pos: d.Pos, line: fset.Position(d.Pos).Line}
	}
	for n := range ast.Preorder(file) {
		switch n.(type) {
		case *ast.File, *ast.Comment, *ast.CommentGroup:
		default:
			for i := range places {
				places[i].see(fset, n)
			}
		}
	}
	for i, d := range list {
		d.From, d.To = places[i].lines(fset, d)
	}
}

// A place gathers what stands around one directive.
type place struct {
	pos      token.Pos
	line     int
	trailing bool     // code stands before it on its line
	below    ast.Node // the outermost node that starts first after it
}

func (p *place) see(fset *token.FileSet, n ast.Node) {
	if n.Pos() < p.pos {
		if fset.Position(n.Pos()).Line == p.line || n.End() <= p.pos && fset.Position(n.End()).Line == p.line {
			p.trailing = true
		}
		return
	}
	// Nodes are seen from the outside in, so the first of those that start at one place is the outermost.
	if p.below == nil || n.Pos() < p.below.Pos() {
		p.below = n
	}
}

func (p *place) lines(fset *token.FileSet, d *Directive) (from, to int) {
	switch {
	case d.Spaced:
		return 1, 0
	case d.Verb == "file-ignore":
		return 1, math.MaxInt
	case d.Verb != "ignore":
		return 1, 0
	case p.trailing:
		return p.line, p.line
	case p.below == nil:
		return p.line, p.line
	}
	end := p.below.End()
	if d.Form != Nolint {
		end = headEnd(p.below)
	}
	return p.line, fset.Position(end).Line
}

// headEnd returns where the part of n ends that is not a body of statements, but for those of function literals.
func headEnd(n ast.Node) token.Pos {
	end := n.End()
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			end = min(end, n.Lbrace)
		case *ast.CaseClause:
			end = min(end, n.Colon)
		case *ast.CommClause:
			end = min(end, n.Colon)
		}
		return true
	})
	return end
}
