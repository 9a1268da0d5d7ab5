package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/value"
)

// controllers returns the controllers of the program: those that only code which cannot be
// followed may create are left out where the program creates others in the same place.
func (j *Judge) controllers() []*host.Controller {
	called := make(map[value.Value]bool)
	for _, c := range j.records {
		if !c.Swept {
			called[c.Site.Pos] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(j.records), func(c *host.Controller) bool { return c.Swept && called[c.Site.Pos] })
}

// controllersOf returns the controllers of a manager.
func (j *Judge) controllersOf(m *host.Manager) []*host.Controller {
	return slices.DeleteFunc(j.controllers(), func(rec *host.Controller) bool { return !slices.Contains(rec.Managers, m) })
}

// A globalLimiter is a limiter that middleware of controllers asks and shares.
type globalLimiter struct {
	*host.Limiter
	askedBy []*host.Controller
}

// globalLimiters returns the limiters that middleware asks and that more than one
// controller may ask, in the order in which they were made.
func (j *Judge) globalLimiters() []*globalLimiter {
	byLimiter := make(map[*host.Limiter]*globalLimiter)
	for _, rec := range j.controllers() {
		for _, l := range j.askedLimiters(rec) {
			g := memo.Of(byLimiter, l, func() *globalLimiter { return &globalLimiter{Limiter: l} })
			g.askedBy = append(g.askedBy, rec)
		}
	}
	var list []*globalLimiter
	for _, l := range j.Program.Limiters {
		if g := byLimiter[l]; g != nil {
			list = append(list, g)
		}
	}
	return list
}

// askedLimiters returns the limiters made by primitives that a controller's middleware
// asks and that are not its own, each once.
func (j *Judge) askedLimiters(rec *host.Controller) []*host.Limiter {
	var list []*host.Limiter
	chain := chainOf.Of(&rec.Record)
	for i := range chain.Asked {
		if a := &chain.Asked[i]; j.asks(rec, a) == Wrapped {
			for _, l := range j.madeOf(a) {
				list = memo.Add(list, l)
			}
		}
	}
	return list
}

// madeOf returns the limiters made by primitives that are asked where one is.
func (j *Judge) madeOf(a *host.Asked) (list []*host.Limiter) {
	for _, v := range a.All() {
		value.Each(v, func(v value.Value) {
			if l := j.Program.LimiterOf(v); l != nil {
				list = append(list, l)
			}
		})
	}
	return list
}

// rateInputs returns the inputs that are the program's max-reconcile-rate.
func (j *Judge) rateInputs() []*host.Input {
	var list []*host.Input
	for _, i := range j.Program.Inputs() {
		if j.isRate(i.Name) || j.rates[i] {
			list = append(list, i)
		}
	}
	return list
}

// promises reports whether the program has a rate input or a global limiter.
func (j *Judge) promises() bool {
	if len(j.rateInputs()) > 0 || len(j.globalLimiters()) > 0 {
		return true
	}
	return slices.ContainsFunc(j.controllers(), func(rec *host.Controller) bool { return j.concurrency(rec).Verdict == Rate })
}

// here returns where a place is for the analysed package: itself, or the call that leads there.
func (j *Judge) here(p value.Place) code.Pos {
	if pos := p.In(j.pkg.Path); pos.IsValid() {
		return pos
	}
	return p.Pos
}
