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
		w.Params[w.Reconciler] != code.TypeString(want) {
		return nil
	}
	wanted := w.Params[w.Limiter]
	var list []wrapping
	for _, limiter := range s.find(func(_ string, t types.Type) bool {
		typ := code.TypeString(t)
		return typ == wanted || known.SameLimiter(typ, wanted)
	}) {
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
