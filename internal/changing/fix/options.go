package fix

import (
	"bytes"
	"go/ast"

	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Names of fields of controller.Options.
const (
	limiterField = "RateLimiter"
	workersField = "MaxConcurrentReconciles"
)

// Limiter suggests to give a controller the options that are in reach where it is created, or
// their limiter beside options of its own.
func (x *Fixer) Limiter(makers []model.OptionMaker, c *model.Cause) []analysis.SuggestedFix {
	s, ok := x.site(c.Pos)
	if !ok || c.Verdict != judge.Unset {
		return nil
	}
	if s.kind == known.NewController {
		return s.intoLiteral(c, makers, s.call.Args[len(s.call.Args)-1])
	}
	given := s.optionCalls()
	switch {
	case len(given) == 1 && len(given[0].Args) == 1:
		return s.intoLiteral(c, makers, given[0].Args[0])
	case len(given) == 0:
		return s.withOptions(c, makers, s.chain())
	}
	return nil
}

// optionCalls returns the calls that give the site's builder options.
func (s *site) optionCalls() []*ast.CallExpr {
	var given []*ast.CallExpr
	for _, link := range s.chain() {
		if s.kindOf(link) == known.BuilderOptions {
			given = append(given, link)
		}
	}
	return given
}

// An optionSource is an expression that makes options.
type optionSource struct {
	model.OptionMaker
	from    string // the expression that its method is called on
	pointer bool   // which may be nil
}

func (o optionSource) String() string { return o.from + "." + o.Method + "()" }

// needOptions notes that a fix uses options: what its method is called on, and where their limiter comes from.
func (p *place) needOptions(c *model.Cause, o optionSource) {
	if o.pointer {
		p.need(c, o.from)
	}
	for _, field := range o.Limiters {
		p.need(c, o.from+"."+field)
	}
}

// options returns the source of options of a type that is in reach.
func (p *place) options(makers []model.OptionMaker, want string) (optionSource, bool) {
	var list []string
	by := make(map[string]optionSource)
	for _, m := range makers {
		if m.Options != want || !ast.IsExported(m.Method) && !code.BaseType(m.Receiver).In(p.pass.Pkg.Path()) {
			continue
		}
		for _, t := range []string{m.Receiver, "*" + m.Receiver} {
			for _, e := range p.reach(t) {
				source := optionSource{m, e, t[0] == '*'}
				by[source.String()] = source
				list = append(list, source.String())
			}
		}
	}
	e, ok := shortest(list)
	return by[e], ok
}

// withOptions adds a call of WithOptions to the builder, with all options or, where these would change how many workers the controller
// has, with their limiter.
func (s *site) withOptions(c *model.Cause, makers []model.OptionMaker, links []*ast.CallExpr) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	want := s.methodParam(sel.X, "WithOptions")
	source, ok := s.options(makers, want)
	if want == "" || !ok {
		return nil
	}
	s.needOptions(c, source)
	c.Conditions.Workers, c.Conditions.Unset = source.Number, true
	at := s.besideName(sel.X, links)
	call := func(options string) analysis.TextEdit {
		return Insert(at.End(), s.separator(at)+"WithOptions("+options+")")
	}
	list := []analysis.SuggestedFix{{Message: "use the options " + source.String(), TextEdits: []analysis.TextEdit{call(source.String())}}}
	if args := code.TypeArgs(want); source.Number && (len(args) == 0 || args[0] == known.Reconcile+".Request") {
		qualifier, imports := s.use(known.Controller, "controller")
		limiter := call(qualifier + ".Options{" + limiterField + ": " + source.String() + "." + limiterField + "}")
		list = append(list, analysis.SuggestedFix{Message: "use the limiter of " + source.String(), TextEdits: append(imports, limiter)})
	}
	return list
}

// methodParam returns the type of the only parameter of an expression's method, "" if there is none.
func (s *site) methodParam(e ast.Expr, name string) string {
	obj, _, _ := types.LookupFieldOrMethod(s.pass.TypesInfo.TypeOf(e), true, s.pass.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Params().Len() != 1 {
		return ""
	}
	return code.TypeString(fn.Signature().Params().At(0).Type())
}

// separator returns what stands between the expression and the method that is called on it: a dot,
// with the start of a line where the chain has a line for each call.
func (s *site) separator(e ast.Expr) string {
	after := strings.TrimLeft(string(s.source[s.offset(e.End()):]), " \t\r")
	if rest, found := strings.CutPrefix(after, "."); found {
		blank := rest[:len(rest)-len(strings.TrimLeft(rest, " \t\r\n"))]
		if strings.Contains(blank, "\n") {
			return "." + strings.ReplaceAll(blank, "\r\n", "\n")
		}
	}
	return "."
}

// intoLiteral puts what makes options in the place of those that are written where they are used, if they say no more than it does, or
// its limiter into them.
func (p *place) intoLiteral(c *model.Cause, makers []model.OptionMaker, e ast.Expr) []analysis.SuggestedFix {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	source, ok := p.options(makers, code.TypeString(p.pass.TypesInfo.TypeOf(lit)))
	if !ok {
		return nil
	}
	p.needOptions(c, source)
	var list []analysis.SuggestedFix
	if fix, ok := p.inPlaceOf(lit, source); ok && (model.MoreWorkers() || len(lit.Elts) == 0 || p.sameWorkers(lit, source)) {
		c.Conditions.Workers, c.Conditions.Unset = len(lit.Elts) == 0, true
		if len(lit.Elts) > 0 && !p.sameWorkers(lit, source) {
			p.need(c, source.from+"."+workersField)
		}
		list = fix
	}
	if !p.unlimited(lit) || len(list) > 0 && !c.Conditions.Workers {
		return list
	}
	return append(list, analysis.SuggestedFix{
		Message:   "use the limiter of " + source.String(),
		TextEdits: []analysis.TextEdit{p.addElement(lit, limiterField+": "+source.String()+"."+limiterField)},
	})
}

// inPlaceOf replaces a literal of options that sets nothing but the number of workers, and this to a
// constant or as the source does.
func (p *place) inPlaceOf(lit *ast.CompositeLit, source optionSource) ([]analysis.SuggestedFix, bool) {
	value, only := onlyWorkers(lit)
	if !source.Workers || !only || p.hasComment(lit) ||
		value != nil && p.pass.TypesInfo.Types[value].Value == nil && !p.sameWorkers(lit, source) {
		return nil, false
	}
	return []analysis.SuggestedFix{{
		Message:   "use the options " + source.String(),
		TextEdits: []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(source.String())}},
	}}, true
}

// onlyWorkers returns what a literal of options sets the number of workers to, nil if nothing, and whether it sets nothing else.
func onlyWorkers(lit *ast.CompositeLit) (value ast.Expr, only bool) {
	value = syntax.Field(lit, workersField)
	return value, len(lit.Elts) == 0 || value != nil && len(lit.Elts) == 1
}

// sameWorkers reports whether a literal of options sets nothing but the number of workers, to that of a source.
func (p *place) sameWorkers(lit *ast.CompositeLit, source optionSource) bool {
	value, only := onlyWorkers(lit)
	return value != nil && only && types.ExprString(value) == source.from+"."+workersField
}

func keyName(kv *ast.KeyValueExpr) string {
	if id, ok := kv.Key.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// addElement adds an element to the end of a literal, on a line of its own if the others have that.
func (p *place) addElement(lit *ast.CompositeLit, text string) analysis.TextEdit {
	if len(lit.Elts) == 0 {
		return Insert(lit.Lbrace+1, text)
	}
	last := lit.Elts[len(lit.Elts)-1]
	line := func(pos token.Pos) int { return p.pass.Fset.PositionFor(pos, false).Line }
	if line(last.End()) == line(lit.Rbrace) {
		return Insert(last.End(), ", "+text)
	}
	// What stands behind the last element, after its comma, is about that one.
	rest, _, _ := bytes.Cut(p.source[p.offset(last.End()):], []byte("\n"))
	end := last.End() + token.Pos(len(bytes.TrimRight(rest, " \t\r")))
	return Insert(end, "\n"+p.indent(last)+text+",")
}

// Workers suggests to put the rate, or the number of workers that the options in reach have, in the
// place of a constant.
func (x *Fixer) Workers(makers []model.OptionMaker, c *model.Cause) []analysis.SuggestedFix {
	p, ok := x.at(c.Pos)
	if !ok || c.Verdict != judge.Const {
		return nil
	}
	value, lit := p.constant()
	if value == nil {
		return nil
	}
	c.Conditions.Workers = true
	if lit != nil {
		if source, ok := p.options(makers, code.TypeString(x.pass.TypesInfo.TypeOf(lit))); ok {
			if fix, ok := p.inPlaceOf(lit, source); ok && p.unlimited(lit) {
				p.needOptions(c, source)
				p.need(c, source.from+"."+workersField)
				return fix
			}
		}
	}
	number, ok := p.number(makers)
	if !ok {
		return nil
	}
	p.need(c, number)
	return []analysis.SuggestedFix{{
		Message:   "use " + number,
		TextEdits: []analysis.TextEdit{{Pos: value.Pos(), End: value.End(), NewText: []byte(number)}},
	}}
}

// unlimited reports whether a literal of a controller's options sets no limiter.
func (p *place) unlimited(lit *ast.CompositeLit) bool {
	return !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		return !ok || keyName(kv) == limiterField
	})
}

// constant returns the constant at the place that a number of workers is set to, an int, with the
// literal of a controller's options that it stands in, if there is one.
func (p *place) constant() (ast.Expr, *ast.CompositeLit) {
	for i, n := range p.path {
		kv, ok := n.(*ast.KeyValueExpr)
		if !ok || kv.Value.Pos() != p.pos || keyName(kv) != workersField {
			continue
		}
		if _, constant := syntax.Integer(p.pass.TypesInfo, kv.Value); !constant || !isInt(p.pass.TypesInfo.TypeOf(kv.Value)) {
			continue
		}
		lit, _ := p.path[i+1].(*ast.CompositeLit)
		if lit != nil && !isOptions(p.pass.TypesInfo.TypeOf(lit)) {
			lit = nil
		}
		return kv.Value, lit
	}
	return nil, nil
}

// number returns an expression for the rate: a variable or field of that name, else the number of
// workers of what makes options.
func (p *place) number(makers []model.OptionMaker) (string, bool) {
	list := p.rates()
	if len(list) > 0 {
		return shortest(list)
	}
	for _, m := range makers {
		if m.Workers {
			for _, e := range append(p.reach(m.Receiver), p.reach("*"+m.Receiver)...) {
				list = append(list, e+"."+workersField)
			}
		}
	}
	return shortest(list)
}

func isInt(t types.Type) bool { return types.Identical(t, types.Typ[types.Int]) }
