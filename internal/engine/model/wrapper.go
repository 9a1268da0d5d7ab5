package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// collect returns what is told of the functions of the package and of those it imports, directly or not, of each for which tell does,
// in the order of their packages and names.
func collect[T any](a *packageAnalysis, tell func(*code.Package, *code.Func) (T, bool)) []T {
	packages := a.packages()
	var list []T
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		pkg := packages[path]
		for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
			if t, ok := tell(pkg, pkg.Funcs[sym]); ok {
				list = append(list, t)
			}
		}
	}
	return list
}

// called runs a function with arguments that its callers decide, and returns what it returns.
func (a *packageAnalysis) called(fn *code.Func) (*host.Host, *interp.Interp, value.Value) {
	h := host.New(settings, nil)
	in := interp.New(a.pkg, h)
	in.OpenGlobals = true
	return h, in, in.Run(fn, interp.Params(fn))
}

// wrapper tells whether a function is a wrapper: it is called with arguments that its callers
// decide, and what it returns is given a request.
func (a *packageAnalysis) wrapper(pkg *code.Package, fn *code.Func) (Wrapper, bool) {
	w := Wrapper{Package: pkg.Path, Name: pkg.Name, Func: fn.Sym.Last(), Params: fn.ParamTypes, Err: fn.ErrResult, Reconciler: -1,
		Limiter: -1}
	if fn.Sym.IsMethod() || fn.Sym.Anonymous() || fn.Free > 0 || fn.Results != 1 && !(fn.Results == 2 && fn.ErrResult) {
		return w, false
	}
	for i, t := range fn.ParamTypes {
		if isReconciler(t) {
			if w.Reconciler >= 0 {
				return w, false
			}
			w.Reconciler = i
		}
	}
	if w.Reconciler < 0 {
		return w, false
	}
	h, in, v := a.called(fn)
	if results, ok := v.(value.Tuple); ok && len(results) > 0 {
		v = results[0]
	}
	chain := h.Follow(in, v, value.Place{Pos: fn.Pos})
	if !chain.ByCallers {
		return w, false
	}
	for i, param := range fn.ParamNames {
		if i != w.Reconciler && slices.ContainsFunc(chain.Asked, func(asked host.Asked) bool { return asksParam(&asked, param) }) {
			if w.Limiter >= 0 {
				return w, false
			}
			w.Limiter = i
		}
	}
	return w, w.Limiter >= 0
}

// asksParam reports whether what is asked is, or comes from, an argument.
func asksParam(asked *host.Asked, param string) bool {
	return slices.ContainsFunc(asked.All(), func(v value.Value) bool {
		return value.Some(v, func(v value.Value) bool {
			o, ok := value.Dynamic(v).(*value.Param)
			return ok && (o.Name == param || strings.HasPrefix(o.Name, param+"."))
		})
	})
}

// isReconciler reports whether a type is the interface of reconcilers.
func isReconciler(t string) bool {
	base := code.BaseType(t)
	return !strings.HasPrefix(t, "*") && (base == known.Reconcile+".Reconciler" || base == known.Reconcile+".TypedReconciler")
}
