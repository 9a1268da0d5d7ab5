package adopt

import (
	"go/ast"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A callSite is a call with what is around it.
type callSite struct {
	pass      *analysis.Pass
	file      *ast.File
	call      *ast.CallExpr
	path      []ast.Node // from the call outwards
	stmt      ast.Stmt   // the innermost one in a list of statements; nil outside of functions
	list      []ast.Stmt // that the statement stands in
	functions []ast.Node // declarations and literals, from the innermost outwards
}

// callAt returns the site of a call.
func callAt(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) callSite {
	s := callSite{pass: pass, file: file, call: call}
	s.path, _ = astutil.PathEnclosingInterval(file, call.Pos(), call.End())
	for i, n := range s.path {
		if i > 0 && s.stmt == nil {
			switch block := n.(type) {
			case *ast.BlockStmt:
				s.list = block.List
			case *ast.CaseClause:
				s.list = block.Body
			case *ast.CommClause:
				s.list = block.Body
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

// function returns the innermost function around the call, nil if there is none.
func (s callSite) function() ast.Node {
	if len(s.functions) == 0 {
		return nil
	}
	return s.functions[0]
}

// find returns the calls of functions and function variables whose symbol is wanted, but for those in tests.
func find(pass *analysis.Pass, wanted func(sym symbol.Name) bool) []callSite {
	var sites []callSite
	for _, file := range pass.Files {
		if isTest(pass, file) {
			continue
		}
		for call := range syntax.All[*ast.CallExpr](file) {
			if sym := fix.Called(pass, call); sym != "" && wanted(sym) {
				sites = append(sites, callAt(pass, file, call))
			}
		}
	}
	return sites
}

// indent returns the space that the statement's line starts with.
func (s callSite) indent() string {
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
