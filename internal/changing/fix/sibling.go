package fix

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Sibling suggests to give a controller the options that its siblings in the same package are given, if most
// are given the same and that is in reach: to its builder, or to the set-up function that is called.
func (x *Fixer) Sibling(c *model.Cause) []analysis.SuggestedFix {
	p, ok := x.at(c.Call)
	if !ok {
		return nil
	}
	call := p.call()
	if call == nil || calleeName(call) == nil {
		return nil
	}
	instance := strings.Contains(c.Detail, "limiter") // which several queues may not share
	var siblings []*place
	for _, other := range c.Others {
		if sibling, ok := p.placeAt(other); ok && sibling.call() != nil && calleeName(sibling.call()) != nil {
			siblings = append(siblings, sibling)
		}
	}
	if p.kindOf(call).Creates() {
		return p.optionsOfSiblings(siblings, instance)
	}
	return p.argumentOfSiblings(call, siblings, instance)
}

// placeAt returns the place of a site that is in one of the files of the package.
func (p *place) placeAt(site model.Site) (*place, bool) {
	at := syntax.AtOwn(p.pass, site.File, site.Line, site.Column)
	if !at.IsValid() {
		return nil, false
	}
	return p.at(at)
}

// optionsOfSiblings gives a builder without options those that the builders of its siblings are given.
func (p *place) optionsOfSiblings(siblings []*place, instance bool) []analysis.SuggestedFix {
	s, ok := siteAt(p)
	if !ok || len(s.optionCalls()) > 0 || s.kind != known.BuilderComplete && s.kind != known.BuilderBuild {
		return nil
	}
	var given []ast.Expr
	for _, sibling := range siblings {
		other, ok := siteAt(sibling)
		if !ok {
			return nil
		}
		calls := other.optionCalls()
		if len(calls) != 1 || len(calls[0].Args) != 1 {
			return nil
		}
		given = append(given, calls[0].Args[0])
	}
	sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	options, ok := p.agreed(given, instance)
	if !ok {
		return nil
	}
	text, _ := p.text(options)
	at := s.besideName(sel.X, s.chain())
	return []analysis.SuggestedFix{{
		Message:   "use the options " + text + ", as others do",
		TextEdits: []analysis.TextEdit{Insert(at.End(), s.separator(at)+"WithOptions("+text+")")},
	}}
}

// argumentOfSiblings gives a set-up function the options that others of its calls give it, where these only
// add to what it is given.
func (p *place) argumentOfSiblings(call *ast.CallExpr, siblings []*place, instance bool) []analysis.SuggestedFix {
	for i, arg := range call.Args {
		if !isOptions(p.pass.TypesInfo.TypeOf(arg)) {
			continue
		}
		var given []ast.Expr
		for _, sibling := range siblings {
			other := sibling.call()
			if calleeName(other).Name == calleeName(call).Name && len(other.Args) == len(call.Args) &&
				isOptions(p.pass.TypesInfo.TypeOf(other.Args[i])) {
				given = append(given, other.Args[i])
			}
		}
		options, ok := p.agreed(given, instance)
		if !ok || p.hasComment(arg) || !p.extends(options, arg) {
			return nil
		}
		text, _ := p.text(options)
		return []analysis.SuggestedFix{{
			Message:   "use the options " + text + ", as others do",
			TextEdits: []analysis.TextEdit{{Pos: arg.Pos(), End: arg.End(), NewText: []byte(text)}},
		}}
	}
	return nil
}

// isOptions reports whether a type is that of a controller's options, or a pointer to it.
func isOptions(t types.Type) bool { return known.IsOptions(code.BaseType(code.TypeString(t))) }

// fewestSiblings is how many must be given the same before another one is given that too, and at least
// three of four.
const fewestSiblings = 2

// agreed returns what most of several expressions are, if it means the same at the place. What several
// queues may not share must be made anew each time it is evaluated.
func (p *place) agreed(list []ast.Expr, instance bool) (ast.Expr, bool) {
	same := make(map[string][]ast.Expr)
	for _, e := range list {
		text := types.ExprString(e)
		same[text] = append(same[text], e)
	}
	for _, most := range same {
		if len(most) >= fewestSiblings && 4*len(most) >= 3*len(list) {
			_, made := ast.Unparen(most[0]).(*ast.CallExpr)
			different := slices.ContainsFunc(most, func(e ast.Expr) bool { return !p.means(e) })
			return most[0], !different && (made || !instance)
		}
	}
	return nil, false
}

// means reports whether an expression means at the place what it means where it stands: whether its names are
// those of the same packages, declarations and variables, or of parameters of the same name and type.
func (p *place) means(e ast.Expr) bool {
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.KeyValueExpr:
			same = false
		case *ast.SelectorExpr:
			same = same && p.means(n.X)
			return false
		case *ast.Ident:
			used := p.pass.TypesInfo.Uses[n]
			_, here := p.scope().LookupParent(n.Name, p.pos)
			same = same && used != nil && here != nil && (used == here || sameElsewhere(used, here))
		}
		return same
	})
	return same
}

func sameElsewhere(a, b types.Object) bool {
	switch a := a.(type) {
	case *types.PkgName:
		b, ok := b.(*types.PkgName)
		return ok && a.Imported() == b.Imported()
	case *types.Var:
		b, ok := b.(*types.Var)
		return ok && a.Kind() == types.ParamVar && b.Kind() == types.ParamVar && types.Identical(a.Type(), b.Type())
	}
	return false
}

// extends reports whether an expression is another one with something added: with options in the place of
// none, or with a function around it.
func (p *place) extends(e, base ast.Expr) bool {
	if lit, ok := ast.Unparen(base).(*ast.CompositeLit); ok {
		return len(lit.Elts) == 0
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return types.ExprString(arg) == types.ExprString(base) }) {
		return true
	}
	other, ok := ast.Unparen(base).(*ast.CallExpr)
	return ok && len(call.Args) == 1 && len(other.Args) == 1 && types.ExprString(call.Fun) == types.ExprString(other.Fun) &&
		p.extends(call.Args[0], other.Args[0])
}
