package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Client suggests to limit the config that a manager is made with, where it is made: with the limits that
// are in reach there, or with a function and the rate that are. What sets a limit of its own stays.
func (x *Fixer) Client(limiters []model.ConfigLimiter, c *model.Cause) []analysis.SuggestedFix {
	p, call := x.manager(c.Pos)
	if call == nil || c.Verdict != judge.Unset || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return nil
	}
	config := call.Args[0]
	if code.TypeString(x.pass.TypesInfo.TypeOf(config)) != "*"+known.Rest+".Config" {
		return nil
	}
	before, after, imports, ok := p.limiting(c, limiters)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "limit the client with " + strings.TrimSuffix(before, "("),
		TextEdits: append(imports, Insert(config.Pos(), before), Insert(config.End(), after)),
	}}
}

// limiting returns what stands before and after a config that is limited. Limits in reach come before
// a function, since more than the client is under them.
func (p *place) limiting(c *model.Cause, limiters []model.ConfigLimiter) (before, after string, imports []analysis.TextEdit, ok bool) {
	var methods []string
	for _, l := range limiters {
		if l.Receiver == "" || !ast.IsExported(l.Func) && l.Package != p.pass.Pkg.Path() {
			continue
		}
		for _, limits := range append(p.reach(l.Receiver), p.reach("*"+l.Receiver)...) {
			methods = append(methods, limits+"."+l.Func+"(")
		}
	}
	if len(methods) > 0 {
		before, ok = shortest(methods)
		p.need(c, before[:max(0, strings.LastIndexByte(before, '.'))])
		return before, ")", nil, ok
	}
	var functions []model.ConfigLimiter
	for _, l := range limiters {
		own := l.Package == p.pass.Pkg.Path()
		if l.Receiver == "" && (own || ast.IsExported(l.Func) && visible(l.Package, p.pass.Pkg.Path())) {
			functions = append(functions, l)
		}
	}
	l, ok := nearest(functions, func(l model.ConfigLimiter) string { return l.Package }, p.pass)
	if !ok {
		return "", "", nil, false
	}
	rate, ok := shortest(p.rates())
	if !ok {
		return "", "", nil, false
	}
	p.need(c, rate)
	name := l.Func
	if l.Package != p.pass.Pkg.Path() {
		var qualifier string
		qualifier, imports = p.use(l.Package, l.Name)
		name = qualifier + "." + name
	}
	if l.RateFirst {
		return name + "(" + rate + ", ", ")", imports, true
	}
	return name + "(", ", " + rate + ")", imports, true
}

// manager returns the call at a position that makes a manager, nil if there is none.
func (x *Fixer) manager(pos token.Pos) (*place, *ast.CallExpr) {
	p, ok := x.at(pos)
	if !ok {
		return nil, nil
	}
	if call := p.call(); call != nil && x.kindOf(call) == known.NewManager {
		return p, call
	}
	return nil, nil
}

// call returns the call whose function's name starts at the place, nil if there is none.
func (p *place) call() *ast.CallExpr {
	for _, n := range p.path {
		if call, ok := n.(*ast.CallExpr); ok && syntax.NamePos(syntax.Callee(call)) == p.pos {
			return call
		}
	}
	return nil
}

// CallAt returns the call whose function's name starts at a position, nil if there is none.
func CallAt(pass *analysis.Pass, pos token.Pos) *ast.CallExpr {
	p, ok := In(pass).at(pos)
	if !ok {
		return nil
	}
	return p.call()
}

// Called returns the name of the function that a call calls, also through a variable that a library has for it, "" if that is not known.
func Called(pass *analysis.Pass, call *ast.CallExpr) symbol.Name {
	obj := typeutil.Callee(pass.TypesInfo, call)
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	if v, ok := obj.(*types.Var); ok && v.Parent() != v.Pkg().Scope() {
		return ""
	}
	sym := symbol.Of(obj)
	if original, ok := known.Variables[sym]; ok {
		return original
	}
	return sym
}
