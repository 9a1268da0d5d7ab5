package host

import (
	"math/bits"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// alternatives returns what a value can be.
func alternatives(v value.Value) []value.Value {
	var of []value.Value
	value.Each(v, func(x value.Value) { of = append(of, x) })
	return of
}

// isChoice reports whether the program's configuration has chosen between reconcilers. It has if nothing else has parted ways
// since the reconcile began: then they were there before it.
func (p *probe) isChoice(of []value.Value) bool {
	if len(of) < 2 || p.parted {
		return false
	}
	list, ok := p.current()
	return ok && !slices.ContainsFunc(list, func(s *state) bool { return s.unless.IsValid() })
}

// eitherOf calls each of the reconcilers that the configuration has chosen between.
func (p *probe) eitherOf(c *interp.Call, of []value.Value, call func(one *interp.Call, x value.Value) value.Value) (value.Value, bool) {
	handed, i := p.handed, 0
	return c.Either(of, func(x value.Value) value.Value {
		p.choose(of, i)
		i++
		p.handed = handed
		one := *c
		return call(&one, x)
	}), true
}

// choose notes on the ways that lead here that a reconciler is the i-th of several. The number of each is told by switches,
// one a binary digit, so that those with one configuration are told from those with another.
func (p *probe) choose(of []value.Value, i int) {
	if len(of) < 2 {
		return
	}
	n := slices.IndexFunc(p.choices, func(have []value.Value) bool { return slices.EqualFunc(have, of, value.Same) })
	if n < 0 {
		n = len(p.choices)
		p.choices = append(p.choices, of)
	}
	for digit := range bits.Len(uint(len(of) - 1)) {
		at := code.Pos{Place: code.Place{Line: n*bits.UintSize + digit + 1}} // in no file
		p.change(func(s state) state { return s.with(Switch{at, i>>digit&1 == 1}) })
	}
}
