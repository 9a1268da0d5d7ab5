package model

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

const configType = "*" + known.Rest + ".Config"

// configLimiter tells whether a function limits a rest.Config: it is called with arguments that its
// callers decide.
func (a *packageAnalysis) configLimiter(pkg *code.Package, fn *code.Func) (ConfigLimiter, bool) {
	l := ConfigLimiter{Package: pkg.Path, Name: pkg.Name, Func: fn.Sym.Last()}
	if fn.Sym.Anonymous() || fn.Free > 0 || fn.Params != 2 || fn.Results != 1 || fn.ResultTypes[0] != configType {
		return l, false
	}
	config := slices.Index(fn.ParamTypes, configType)
	if config < 0 {
		return l, false
	}
	rate := 1 - config
	switch t := fn.ParamTypes[rate]; {
	case fn.Sym.IsMethod() && rate == 0 && !strings.Contains(t, "["):
		l.Receiver = strings.TrimPrefix(t, "*")
	case fn.Sym.IsMethod() || t != "int":
		return l, false
	}
	l.RateFirst = rate < config
	_, in, v := a.called(fn)
	for _, field := range []string{"QPS", "Burst"} {
		if !derivesFrom(in.Field(v, field), fn.ParamNames[rate], 0) {
			return l, false
		}
	}
	return l, true
}

// derivesFrom reports whether a number derives from a parameter on each way on which there is one.
func derivesFrom(v value.Value, param string, depth int) bool {
	if depth > 16 {
		return false
	}
	switch v := v.(type) {
	case *value.Union:
		some := false
		for _, x := range v.Of {
			if value.IsZero(x) {
				continue // such as where the config is nil
			}
			if !derivesFrom(x, param, depth+1) {
				return false
			}
			some = true
		}
		return some
	case *value.Arith:
		return derivesFrom(v.X, param, depth+1) || v.Y != nil && derivesFrom(v.Y, param, depth+1)
	case *value.Param:
		root, _, _ := strings.Cut(v.Name, ".")
		return root == param
	}
	return false
}
