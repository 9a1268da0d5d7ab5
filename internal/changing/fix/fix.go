// Package fix suggests edits that put right what the rules find.
//
// A fix leaves the program compiling and limited, and changes nothing else; where that is
// not certain there is none. It uses what is in reach where the controller is built: the
// variables, parameters and their fields there, and the packages that the file's package
// imports already, directly or not. Signatures stay as they are.
package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// editable reports whether positions in a file are those of the file on disk.
func editable(fset *token.FileSet, file *ast.File) bool {
	name := fset.File(file.FileStart).Name()
	for _, decl := range file.Decls {
		if fset.Position(decl.Pos()).Filename != name {
			return false
		}
	}
	return fset.Position(file.Package).Filename == name
}

// offset returns where a position is in the text of the place's file.
func (p *place) offset(pos token.Pos) int { return p.pass.Fset.File(p.file.FileStart).Offset(pos) }

// text returns the source of a node, which must be in the place's file.
func (p *place) text(n ast.Node) string { return string(p.source[p.offset(n.Pos()):p.offset(n.End())]) }

// hasComment reports whether a comment stands within a node.
func (p *place) hasComment(n ast.Node) bool {
	return slices.ContainsFunc(p.file.Comments, func(group *ast.CommentGroup) bool { return n.Pos() <= group.Pos() && group.Pos() < n.End() })
}

// around returns the innermost function declaration or literal around the place, and its body; nil outside of functions.
func (p *place) around() (ast.Node, *ast.BlockStmt) {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n, n.Body
		case *ast.FuncLit:
			return n, n.Body
		}
	}
	return nil, nil
}

// scope returns the innermost scope at the place.
func (p *place) scope() *types.Scope {
	return p.pass.Pkg.Scope().Innermost(p.pos)
}

// statement returns the innermost statement around the site that stands in a block, and the
// list it stands in.
func (p *place) statement() (ast.Stmt, []ast.Stmt) {
	path := p.path
	for i := 0; i+1 < len(path); i++ {
		stmt, ok := path[i].(ast.Stmt)
		if !ok {
			continue
		}
		if list, ok := syntax.Statements(path[i+1]); ok {
			return stmt, list
		}
	}
	return nil, nil
}

// Insert is an edit that adds text.
func Insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}
