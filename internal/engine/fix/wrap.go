package fix

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/model"
	"golang.org/x/tools/go/analysis"
)

// Wrap suggests to wrap a reconciler in global-rate middleware where its controller is
// created: with a function that does so and a limiter that are both in reach there.
func Wrap(pass *analysis.Pass, wrappers []model.Wrapper, c *model.Cause) []analysis.SuggestedFix {
	p, ok := placeOf(pass, c.Pos)
	if !ok {
		return nil
	}
	s, ok := siteAt(p)
	if !ok {
		return nil
	}
	reconciler, want := s.reconciler()
	if reconciler == nil {
		return nil
	}
	var all []wrapping
	for _, w := range wrappers {
		all = append(all, s.wrappings(w, want)...)
	}
	w, ok := nearest(all, func(w wrapping) string { return w.Package }, pass)
	if !ok {
		return nil
	}
	qualifier, imports := "", []analysis.TextEdit(nil)
	if w.Package != pass.Pkg.Path() {
		qualifier, imports = s.use(w.Package, w.Name)
		qualifier += "."
	}
	before := qualifier + w.Func + "(" + strings.Join(w.before, "")
	edits := slices.Concat(imports, []analysis.TextEdit{
		insert(reconciler.Pos(), before),
		insert(reconciler.End(), strings.Join(w.after, "")+")"),
	})
	return []analysis.SuggestedFix{{
		Message:   "wrap the reconciler with " + qualifier + w.Func + " and " + w.limiter,
		TextEdits: edits,
	}}
}

// A wrapping is a wrapper with the arguments for one reconciler.
type wrapping struct {
	model.Wrapper
	limiter       string
	before, after []string // what stands before and after the reconciler between the parentheses
}

// wrappings returns the ways to call a wrapper at the site, one for each limiter in reach.
func (s *site) wrappings(w model.Wrapper, want types.Type) []wrapping {
	own := w.Package == s.pass.Pkg.Path()
	if w.Err || !own && (!ast.IsExported(w.Func) || !visible(w.Package, s.pass.Pkg.Path())) || w.Params[w.Reconciler] != code.TypeString(want) {
		return nil
	}
	var list []wrapping
	for _, limiter := range s.reach(w.Params[w.Limiter]) {
		one := wrapping{Wrapper: w, limiter: limiter}
		args, ok := s.arguments(w, limiter)
		if !ok {
			continue
		}
		for i, arg := range args {
			switch {
			case i < w.Reconciler:
				one.before = append(one.before, arg+", ")
			case i > w.Reconciler:
				one.after = append(one.after, ", "+arg)
			}
		}
		list = append(list, one)
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
