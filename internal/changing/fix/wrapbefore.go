package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// limitedName is what a reconciler is called that is wrapped in a statement of its own.
const limitedName = "limited"

// wrapBefore wraps a reconciler in a statement of its own, for a wrapper that returns an error, which the
// function returns. What stands before and after the reconciler is given.
func (s *site) wrapBefore(reconciler ast.Expr, before, after string) ([]analysis.TextEdit, bool) {
	decl, ok := s.returnsError()
	if !ok {
		return nil, false
	}
	stmt, list := s.statement()
	text, read := s.text(reconciler)
	if stmt == nil || !read || s.hasComment(reconciler) || !s.visibleAt(reconciler, stmt) {
		return nil, false
	}
	limited, failure := s.ownName(decl, limitedName), s.failure(stmt, list)
	if limited == "" {
		return nil, false
	}
	lines := []string{limited + ", " + failure + " := " + before + text + after, "if " + failure + " != nil {", "\treturn " + failure, "}", ""}
	return []analysis.TextEdit{
		Insert(stmt.Pos(), strings.Join(lines, "\n"+s.indent(stmt))),
		{Pos: reconciler.Pos(), End: reconciler.End(), NewText: []byte(limited)},
	}, true
}

// returnsError returns the function declaration around the site, if it returns an error alone.
func (s *site) returnsError() (*ast.FuncDecl, bool) {
	decl, ok := s.function.(*ast.FuncDecl)
	if !ok {
		return nil, false
	}
	results := decl.Type.Results
	return decl, results != nil && results.NumFields() == 1 && syntax.IsError(s.pass.TypesInfo.TypeOf(results.List[0].Type))
}

// visibleAt reports whether the names in an expression mean before a statement what they mean in it.
func (p *place) visibleAt(e ast.Expr, stmt ast.Stmt) bool {
	scope := p.pass.Pkg.Scope().Innermost(stmt.Pos())
	return !syntax.Any(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return true
		case *ast.Ident:
			obj := p.pass.TypesInfo.Uses[n]
			if v, ok := obj.(*types.Var); ok && v.Kind() == types.LocalVar {
				_, visible := scope.LookupParent(n.Name, stmt.Pos())
				return visible != obj
			}
		}
		return false
	})
}

// ownName returns a name that only the site has, among those of the function that may get one: they are
// numbered in the order in which they stand. It is "" where one of these names is taken.
func (s *site) ownName(decl *ast.FuncDecl, name string) string {
	if number := s.number(decl); number > 1 {
		name += strconv.Itoa(number)
	}
	if s.named(decl, name) {
		return ""
	}
	return name
}

// named reports whether a name means something in a function.
func (p *place) named(function ast.Node, name string) bool {
	_, obj := p.scope().LookupParent(name, token.NoPos)
	return obj != nil || syntax.Spells(function, name)
}

// number counts the sites of a function up to this one.
func (s *site) number(decl *ast.FuncDecl) int {
	number := 1
	for n := range ast.Preorder(decl) {
		call, ok := n.(*ast.CallExpr)
		if ok && calleePos(call) < calleePos(s.call) && s.kindOf(call).Creates() {
			number++
		}
	}
	return number
}

// limit suggests the runtime's way, where limits of its are in reach: reconciler and options at once.
func (s *site) limit(c *model.Cause) []analysis.SuggestedFix {
	limits, ok := shortest(s.reach("*" + RuntimePackage + ".Limits"))
	if !ok || len(c.Reaches) == 0 {
		return nil
	}
	var limiting Limiting
	for i, reached := range c.Reaches {
		one := LimitingOf(reached, limits)
		if i > 0 && one != limiting {
			return nil // it is created several times, in different ways
		}
		limiting = one
	}
	if limiting.Priorities && !importsPackage(s.pass.Pkg, PriorityPackage) {
		return nil // its module may not be required
	}
	list, err := limiting.Limit(s.pass, c.Pos)
	if err != nil {
		return nil
	}
	s.need(c, limits)
	return []analysis.SuggestedFix{{Message: "limit the controller with " + limits, TextEdits: list}}
}

// importsPackage reports whether a package imports another one, directly or not.
func importsPackage(pkg *types.Package, path string) bool {
	seen := make(map[*types.Package]bool)
	var visit func(p *types.Package) bool
	visit = func(p *types.Package) bool {
		if seen[p] {
			return false
		}
		seen[p] = true
		return p.Path() == path || slices.ContainsFunc(p.Imports(), visit)
	}
	return visit(pkg)
}

// failure returns a name for an error that may be declared before a statement.
func (s *site) failure(stmt ast.Stmt, list []ast.Stmt) string {
	const usual, other = "err", "limitErr"
	if _, have := s.pass.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(usual, stmt.Pos()); have != nil && !syntax.IsError(have.Type()) {
		return other
	}
	for _, later := range list {
		switch later := later.(type) {
		case *ast.AssignStmt:
			if later.Tok == token.DEFINE && later.Pos() >= stmt.Pos() && !slices.ContainsFunc(later.Lhs, func(left ast.Expr) bool {
				id, ok := left.(*ast.Ident)
				return ok && id.Name != usual && id.Name != "_"
			}) {
				return other // a declaration of err alone would declare nothing
			}
		case *ast.DeclStmt:
			if later.Pos() >= stmt.Pos() && declares(later, usual) {
				return other
			}
		}
	}
	return usual
}

// declares reports whether a declaration is one of a name.
func declares(decl *ast.DeclStmt, name string) bool {
	return syntax.Any(decl, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		return ok && slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return id.Name == name })
	})
}

// indent returns the space that a statement's line starts with.
func (p *place) indent(n ast.Node) string {
	data, tf, ok := p.source()
	if !ok {
		return ""
	}
	line := string(data[tf.Offset(tf.LineStart(tf.Line(n.Pos()))):tf.Offset(n.Pos())])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
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
		switch block := path[i+1].(type) {
		case *ast.BlockStmt:
			return stmt, block.List
		case *ast.CaseClause:
			return stmt, block.Body
		case *ast.CommClause:
			return stmt, block.Body
		}
	}
	return nil, nil
}
