package model

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// optionMaker tells whether a function is an option maker: it is called on a receiver that its
// callers decide.
func (a *packageAnalysis) optionMaker(_ *code.Package, fn *code.Func) (OptionMaker, bool) {
	m := OptionMaker{Method: fn.Sym.Last()}
	if !fn.Sym.IsMethod() || fn.Free > 0 || fn.Params != 1 || fn.Results != 1 || len(fn.ResultTypes) != 1 {
		return m, false
	}
	m.Receiver, m.Options = strings.TrimPrefix(fn.ParamTypes[0], "*"), fn.ResultTypes[0]
	if strings.HasPrefix(m.Options, "*") || !known.IsOptions(code.BaseType(m.Options)) {
		return m, false
	}
	_, in, v := a.called(fn)
	limiter := in.Field(v, "RateLimiter")
	if !isSet(limiter) {
		return m, false
	}
	value.Each(limiter, func(v value.Value) {
		if p, ok := value.Dynamic(v).(*value.Param); ok {
			field, _ := strings.CutPrefix(p.Name, fn.ParamNames[0]+".")
			m.Limiters = append(m.Limiters, field)
		}
	})
	m.Number = !value.IsZero(in.Field(v, "MaxConcurrentReconciles"))
	workers, ok := in.Field(v, "MaxConcurrentReconciles").(*value.Param)
	m.Workers = ok && strings.HasPrefix(workers.Name, fn.ParamNames[0]+".")
	return m, true
}

// isSet reports whether a value is known not to be nil, or is what callers decide.
func isSet(v value.Value) bool {
	return v != nil && value.Every(v, func(v value.Value) bool {
		switch value.Dynamic(v).(type) {
		case value.Ptr, *value.Struct, *value.Param:
			return true
		}
		return false
	})
}
