package model

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
)

// limitsInSight reports whether a rate, a global limiter or middleware is in sight of the package: in
// its own code, or in that of an import. If not, it cannot know whether the programs that use it
// promise a rate, and what its controllers lack is decided where main is analysed.
func (a *packageAnalysis) limitsInSight() bool {
	if a.sight {
		return true // an import's
	}
	// A library that has limiters may limit something else by them, such as a client's own requests.
	_, version := modules.DependencyOf(a.pass)
	limiters := version == "" || aboutControllers(a.pass.Pkg)
	for _, f := range a.pkg.Funcs {
		if ofRates(f) || limiters && ofLimiters(f) {
			return true
		}
	}
	return false
}

// aboutControllers reports whether a package imports what controllers or their queues are made of.
func aboutControllers(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool {
		path := imp.Path()
		return path == known.ControllerRuntime || strings.HasPrefix(path, known.ControllerRuntime+"/") || path == known.Workqueue
	})
}

// ofLimiters reports whether a function has to do with limiters that controllers may share.
func ofLimiters(f *code.Func) bool {
	if slices.ContainsFunc(f.ResultTypes, isLimiterType) || slices.ContainsFunc(f.ParamTypes, isLimiterType) {
		return true
	}
	// It may ask a limiter before it reconciles.
	return slices.ContainsFunc(f.Uses, known.IsReconcile) && slices.ContainsFunc(f.Uses, known.Asks)
}

// ofRates reports whether a function has to do with a rate, or is named in the settings.
func ofRates(f *code.Func) bool {
	if slices.ContainsFunc(f.ParamNames, isRateName) {
		return true
	}
	for _, u := range f.Uses {
		if settings.Limiters[u] || settings.Middleware[u] || settings.RateSources[u] {
			return true
		}
	}
	body := f.Body()
	for _, c := range body.Consts {
		if c.Kind == code.ConstBasic && isRateName(strings.Trim(c.Text, `"`)) {
			return true
		}
	}
	return body.Any(func(in *code.Instr) bool {
		return (in.Op == code.OpField || in.Op == code.OpFieldAddr) && isRateName(in.Str)
	})
}

func isRateName(name string) bool { return known.IsRateName(name) || settings.RateName(name) }

// isLimiterType reports whether a type is that of a global token bucket. A limiter of a queue delays
// the objects that fail, and promises no rate.
func isLimiterType(typ string) bool {
	switch code.BaseType(typ) {
	case known.Rate + ".Limiter", known.Workqueue + ".BucketRateLimiter", known.Workqueue + ".TypedBucketRateLimiter":
		return true
	}
	return false
}
