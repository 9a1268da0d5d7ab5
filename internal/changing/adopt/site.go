package adopt

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A site is a call or another node with what is around it.
type site struct {
	pass      *analysis.Pass
	file      *ast.File
	node      ast.Node
	call      *ast.CallExpr // the node, if it is one
	path      []ast.Node    // from the node outwards
	stmt      ast.Stmt      // the innermost one in a list of statements; nil outside of functions
	list      []ast.Stmt    // that the statement stands in
	functions []ast.Node    // declarations and literals, from the innermost outwards
}

// siteAt returns the site of a node.
func siteAt(pass *analysis.Pass, node ast.Node) site {
	s := site{pass: pass, file: syntax.FileOf(pass.Files, node.Pos()), node: node}
	s.call, _ = node.(*ast.CallExpr)
	s.path, _ = astutil.PathEnclosingInterval(s.file, node.Pos(), node.End())
	for i, n := range s.path {
		if i > 0 && s.stmt == nil {
			if list, ok := syntax.Statements(n); ok {
				s.list = list
			}
			if s.list != nil {
				s.stmt, _ = s.path[i-1].(ast.Stmt)
			}
		}
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			s.functions = append(s.functions, n)
		}
	}
	return s
}

// function returns the innermost function around the node, nil if there is none.
func (s site) function() ast.Node {
	if len(s.functions) == 0 {
		return nil
	}
	return s.functions[0]
}

// before reports whether the statement runs before another place, where what it declares is in scope.
func (s site) before(other site) bool {
	return s.stmt.Pos() < other.node.Pos() && slices.ContainsFunc(other.path, func(n ast.Node) bool {
		list, _ := syntax.Statements(n)
		return slices.Contains(list, s.stmt)
	})
}

// find returns the calls of functions and function variables whose symbol is wanted, but for those in tests.
func find(pass *analysis.Pass, wanted func(sym symbol.Name) bool) []site {
	var sites []site
	for _, file := range pass.Files {
		if isTest(pass, file) {
			continue
		}
		for call := range syntax.All[*ast.CallExpr](file) {
			if sym := fix.Called(pass, call); sym != "" && wanted(sym) {
				sites = append(sites, siteAt(pass, call))
			}
		}
	}
	return sites
}

// indent returns the space that the statement's line starts with.
func (s site) indent() string {
	return strings.Repeat("\t", s.pass.Fset.Position(s.stmt.Pos()).Column-1)
}

// isTest reports whether a node is in a test file.
func isTest(pass *analysis.Pass, n ast.Node) bool {
	return strings.HasSuffix(pass.Fset.PositionFor(n.Pos(), false).Filename, "_test.go")
}

// at says for people where a node is.
func at(pass *analysis.Pass, n ast.Node) string {
	p := pass.Fset.Position(n.Pos())
	return p.Filename + ":" + strconv.Itoa(p.Line)
}

// parameters returns the parameters of a declaration or literal.
func parameters(fn ast.Node) []*ast.Field {
	if decl, ok := fn.(*ast.FuncDecl); ok {
		return decl.Type.Params.List
	}
	return fn.(*ast.FuncLit).Type.Params.List
}
