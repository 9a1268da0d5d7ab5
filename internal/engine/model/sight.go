package model

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
)

// limitsInSight reports whether a rate, a global limiter or middleware is in sight of the package: in
// its own code, or in that of an import. If not, it cannot know whether the programs that use it
// promise a rate, and what its controllers lack is decided where main is analysed.
func (a *packageAnalysis) limitsInSight() bool {
	if a.sight {
		return true // an import's
	}
	for _, f := range a.pkg.Funcs {
		if ofLimits(f) {
			return true
		}
	}
	return false
}

// ofLimits reports whether a function has to do with limits that controllers share.
func ofLimits(f *code.Func) bool {
	if slices.ContainsFunc(f.ParamNames, isRateName) || slices.ContainsFunc(f.ResultTypes, isLimiterType) || slices.ContainsFunc(f.ParamTypes, isLimiterType) {
		return true
	}
	reconciles, asks := false, false
	for _, u := range f.Uses {
		reconciles = reconciles || known.IsReconcile(u)
		asks = asks || known.Asks(u)
		if settings.Limiters[u] || settings.Middleware[u] || settings.RateSources[u] {
			return true
		}
	}
	if reconciles && asks {
		return true // it asks a limiter before it reconciles
	}
	for _, c := range f.Consts {
		if c.Kind == code.ConstBasic && isRateName(strings.Trim(c.Text, `"`)) {
			return true
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; (in.Op == code.OpField || in.Op == code.OpFieldAddr) && isRateName(in.Str) {
				return true
			}
		}
	}
	return false
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
