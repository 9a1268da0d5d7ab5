package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A site is a call that creates a controller.
type site struct {
	*place
	call *ast.CallExpr
	kind known.Kind
}

// site returns the site whose selector starts at a position.
func (x *Fixer) site(pos token.Pos) (*site, bool) {
	p, ok := x.at(pos)
	if !ok {
		return nil, false
	}
	call := p.call()
	if _, body := p.around(); call == nil || body == nil || syntax.Called(p.pass.TypesInfo, call) == nil {
		return nil, false
	}
	return &site{place: p, call: call, kind: p.kindOf(call)}, true
}

// calleeName returns the name of the function that is called, nil if it has none.
func calleeName(call *ast.CallExpr) *ast.Ident {
	switch f := syntax.Callee(call).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// reconciler returns the expression of the controller's reconciler at the site, and the type
// of reconcilers that is wanted there.
func (s *site) reconciler() (ast.Expr, types.Type) {
	switch s.kind {
	case known.BuilderComplete, known.BuilderBuild:
		sig, ok := s.pass.TypesInfo.TypeOf(s.call.Fun).(*types.Signature)
		if ok && sig.Params().Len() == 1 && len(s.call.Args) == 1 && !s.pass.TypesInfo.Types[s.call.Args[0]].IsNil() {
			return s.call.Args[0], sig.Params().At(0).Type()
		}
	case known.NewController:
		lit, ok := ast.Unparen(s.call.Args[len(s.call.Args)-1]).(*ast.CompositeLit)
		if !ok {
			return nil, nil
		}
		const name = "Reconciler"
		field, _, _ := types.LookupFieldOrMethod(s.pass.TypesInfo.TypeOf(lit), true, s.pass.Pkg, name)
		if value := syntax.Field(lit, name); field != nil && value != nil {
			return value, field.Type()
		}
	}
	return nil, nil
}

// name returns an expression for the controller's name: the one that the controller is given,
// else the one that controller-runtime makes from its type.
func (s *site) name() (string, bool) {
	if s.kind == known.NewController {
		return s.reusable(s.call.Args[0])
	}
	var named, object ast.Expr
	for _, link := range s.chain() {
		switch kind := s.kindOf(link); {
		case kind == known.BuilderNamed && len(link.Args) == 1:
			named = link.Args[0]
		case kind == known.BuilderFor && len(link.Args) > 0:
			object = link.Args[0]
		}
	}
	if named != nil {
		return s.reusable(named)
	}
	if object == nil {
		return "", false
	}
	t, ok := types.Unalias(code.Deref(s.pass.TypesInfo.TypeOf(object))).(*types.Named)
	if !ok || known.DynamicObject(symbol.Of(t.Obj())) {
		return "", false
	}
	return strconv.Quote(strings.ToLower(t.Obj().Name())), true
}

// reusable returns the text of an expression that can stand once more at the site: of
// constants, variables, and calls and selections of them. Another one that is the value of a
// variable in scope is that variable.
func (s *site) reusable(e ast.Expr) (string, bool) {
	makes := func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.UnaryExpr, *ast.CompositeLit:
			return true
		}
		return false
	}
	if syntax.Any(e, makes) || !s.visibleAt(e, s.pos) {
		return "", false
	}
	text := s.text(e)
	return text, !strings.Contains(text, "\n")
}

// chain returns the calls of builder methods that lead to the site, in the order in which they
// are written. Of a builder that is kept in a variable, those on it count too.
func (s *site) chain() []*ast.CallExpr {
	var links []*ast.CallExpr
	e := s.call.Fun
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		call, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			if v := syntax.Var(s.pass.TypesInfo, sel.X); v != nil {
				links = append(links, s.onVariable(v)...)
			}
			break
		}
		links = append(links, call)
		e = call.Fun
	}
	return links
}

// onVariable returns the calls of builder methods in the function that are made on a variable, or whose result is kept in it.
func (s *site) onVariable(v *types.Var) []*ast.CallExpr {
	var links []*ast.CallExpr
	function, _ := s.around()
	for call := range syntax.All[*ast.CallExpr](function) {
		if call != s.call && syntax.Mentions(s.pass.TypesInfo, call.Fun, v) {
			links = append(links, call)
		}
	}
	for value := range syntax.Given(s.pass.TypesInfo, function, v) {
		if value != nil {
			links = slices.AppendSeq(links, syntax.All[*ast.CallExpr](value))
		}
	}
	return links
}

// kindOf returns what the function is that a call calls.
func (x *Fixer) kindOf(call *ast.CallExpr) known.Kind {
	return known.Func(Called(x.pass, call))
}
