package fix

import (
	"go/ast"
	"go/types"
	"slices"
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

// Wrap suggests to wrap a reconciler in global-rate middleware where its controller is
// created: with a function that does so and a limiter that are both in reach there.
func (x *Fixer) Wrap(wrappers []model.Wrapper, c *model.Cause) []analysis.SuggestedFix {
	s, ok := x.site(c.Pos)
	if !ok {
		return nil
	}
	reconciler, want := s.reconciler()
	if reconciler == nil {
		return nil
	}
	if x.wrapped(reconciler, wrappers) || c.Asks == judge.NoLimiter {
		return nil // with no limiter, or one of this controller's own: other controllers of the site may hand in the program's
	}
	var all []wrapping
	for _, w := range wrappers {
		all = append(all, s.wrappings(w, want)...)
	}
	if len(all) == 0 {
		return s.limit(c)
	}
	w, ok := nearest(all, func(w wrapping) string { return w.Package }, x.pass)
	if !ok {
		return nil
	}
	s.need(c, w.limiter)
	qualifier, imports := "", []analysis.TextEdit(nil)
	if w.Package != x.pass.Pkg.Path() {
		qualifier, imports = s.use(w.Package, w.Name)
		qualifier += "."
	}
	before := strings.Join(append(w.arguments[:w.Reconciler:w.Reconciler], ""), ", ")
	after := strings.Join(append([]string{""}, w.arguments[w.Reconciler+1:]...), ", ")
	return []analysis.SuggestedFix{{
		Message:   "wrap the reconciler with " + qualifier + w.Func + " and " + w.limiter,
		TextEdits: append(imports, Insert(reconciler.Pos(), qualifier+w.Func+"("+before), Insert(reconciler.End(), after+")")),
	}}
}

// wrapped reports whether an expression is a call of one of the wrappers.
func (x *Fixer) wrapped(e ast.Expr, wrappers []model.Wrapper) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && slices.ContainsFunc(wrappers, func(w model.Wrapper) bool {
		return syntax.CalledName(x.pass.TypesInfo, call) == symbol.Join(w.Package, w.Func)
	})
}

// A wrapping is a wrapper with the arguments for one reconciler.
type wrapping struct {
	model.Wrapper
	limiter   string
	arguments []string // with nothing at the reconciler's place
}

// wrappings returns the ways to call a wrapper at the site, one for each limiter in reach.
func (s *site) wrappings(w model.Wrapper, want types.Type) []wrapping {
	own := w.Package == s.pass.Pkg.Path()
	if w.Err || !own && (!ast.IsExported(w.Func) || !visible(w.Package, s.pass.Pkg.Path())) ||
		!takes(w.Params[w.Reconciler], code.TypeString(want)) {
		return nil
	}
	var list []wrapping
	for _, limiter := range s.limitersFor(w) {
		if args, ok := s.arguments(w, limiter); ok {
			list = append(list, wrapping{w, limiter, args})
		}
	}
	return list
}

// arguments returns the arguments of a wrapper, with nothing at the reconciler's place.
func (s *site) arguments(w model.Wrapper, limiter string) ([]string, bool) {
	args := make([]string, len(w.Params))
	for i, param := range w.Params {
		switch {
		case i == w.Reconciler:
		case i == len(w.Params)-1 && w.Variadic:
			return args[:i], true // options that need not be given
		case i == w.Limiter:
			args[i] = limiter
		case param == "string":
			name, ok := s.name()
			if !ok {
				return nil, false
			}
			args[i] = name
		default:
			return nil, false
		}
	}
	return args, true
}

// takes reports whether a parameter of a type takes a reconciler of the type that is wanted: the type itself, or
// that of a generic function for requests of any type.
func takes(param, want string) bool {
	args := code.TypeArgs(param)
	return param == want || len(args) == 1 && strings.HasPrefix(args[0], "$") && code.BaseType(param) == code.BaseType(want)
}

// limitersFor returns the limiters in reach that a wrapper takes: those of its type, or of another interface with
// the same methods, as libraries have them for each other.
func (s *site) limitersFor(w model.Wrapper) []string {
	wanted := w.Params[w.Limiter]
	var param types.Type
	if fn := s.declared(w); fn != nil && w.Limiter < fn.Signature().Params().Len() {
		param = fn.Signature().Params().At(w.Limiter).Type()
	}
	return s.find(func(_ string, t types.Type) bool {
		if typ := code.TypeString(t); typ == wanted || known.SameLimiter(typ, wanted) {
			return true
		}
		return param != nil && types.IsInterface(t) && types.IsInterface(param) && types.Identical(t.Underlying(), param.Underlying())
	})
}

// declared returns the function that a wrapper is, nil if the package neither declares nor mentions it: what else its
// imports declare depends on the driver.
func (x *Fixer) declared(w model.Wrapper) *types.Func {
	if w.Package == x.pass.Pkg.Path() {
		fn, _ := x.pass.Pkg.Scope().Lookup(w.Func).(*types.Func)
		return fn
	}
	if x.functions == nil {
		x.functions = make(map[string]*types.Func)
		for _, obj := range x.pass.TypesInfo.Uses {
			if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() == nil && fn.Pkg() != nil {
				x.functions[fn.Pkg().Path()+"."+fn.Name()] = fn.Origin()
			}
		}
	}
	return x.functions[w.Package+"."+w.Func]
}

// nearest returns what a maintainer would take: a function of the package, else of its module, else of any
// other. Where several would do equally well there is none.
func nearest[T any](all []T, packageOf func(T) string, pass *analysis.Pass) (T, bool) {
	var none T
	for _, near := range []func(path string) bool{
		func(path string) bool { return path == pass.Pkg.Path() },
		func(path string) bool { return pass.Module != nil && inModule(path, pass.Module.Path) },
		func(string) bool { return true },
	} {
		var found []T
		for _, one := range all {
			if near(packageOf(one)) {
				found = append(found, one)
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return none, false
}

// inModule reports whether a package is in a module, as far as its path tells.
func inModule(pkg, module string) bool { return pkg == module || strings.HasPrefix(pkg, module+"/") }

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
	isPriority := func(p *types.Package) bool { return p.Path() == PriorityPackage }
	if limiting.Priorities && !slices.ContainsFunc(typeutil.Dependencies(s.pass.Pkg), isPriority) {
		return nil // its module may not be required
	}
	list, err := limiting.Limit(s.pass, c.Pos)
	if err != nil {
		return nil
	}
	s.need(c, limits)
	return []analysis.SuggestedFix{{Message: "limit the controller with " + limits, TextEdits: list}}
}
