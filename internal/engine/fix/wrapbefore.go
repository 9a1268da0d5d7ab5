package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
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
		insert(stmt.Pos(), strings.Join(lines, "\n"+s.indent(stmt))),
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
	return decl, results != nil && results.NumFields() == 1 && isError(s.pass.TypesInfo.TypeOf(results.List[0].Type))
}

// visibleAt reports whether the names in an expression mean before a statement what they mean in it.
func (p *place) visibleAt(e ast.Expr, stmt ast.Stmt) bool {
	scope := p.pass.Pkg.Scope().Innermost(stmt.Pos())
	fine := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			fine = false
		case *ast.Ident:
			obj := p.pass.TypesInfo.Uses[n]
			if v, ok := obj.(*types.Var); ok && v.Kind() == types.LocalVar {
				_, visible := scope.LookupParent(n.Name, stmt.Pos())
				fine = fine && visible == obj
			}
		}
		return fine
	})
	return fine
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
	found := obj != nil
	ast.Inspect(function, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// number counts the sites of a function up to this one.
func (s *site) number(decl *ast.FuncDecl) int {
	number := 1
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && calleePos(call) < calleePos(s.call) && s.kindOf(call).Creates() {
			number++
		}
		return true
	})
	return number
}

// limit suggests the runtime's way, where limits of its are in reach: reconciler and options at once.
func (s *site) limit(c *model.Cause) []analysis.SuggestedFix {
	limits, ok := shortest(s.reach("*" + RuntimePackage + ".Limits"))
	decl, returns := s.returnsError()
	if !ok || !returns || s.kind == known.NewController {
		return nil
	}
	used := make(map[string]bool)
	for range s.number(decl) - 1 {
		s.freshName(limitedName, used) // for those before it
	}
	limiting := Limiting{Limits: limits, Failure: "if err != nil {\n\treturn err\n}", Used: used, NoLimiter: true}
	for _, reached := range c.Reaches {
		limiting.NoLimiter = limiting.NoLimiter && reached.Limits[judge.Limiter].Verdict == judge.Unset
	}
	list, err := limiting.Limit(s.pass, c.Pos)
	if err != nil {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "limit the controller with " + limits, TextEdits: list}}
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
