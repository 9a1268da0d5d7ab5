package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Promised is what a program limits all its controllers by, for messages about those that it does not limit so.
type Promised struct {
	Rate    string      // the rate as people write it, such as "--max-reconcile-rate"; "" where there is none
	RateAt  value.Place // where it is defined
	Limiter value.Place // where the limiter is made that all controllers are to ask; none where there is none
}

// Promised returns what the program limits all its controllers by, as far as the run knows.
func (j *Judge) Promised() Promised {
	var p Promised
	if inputs := j.rateInputs(); len(inputs) > 0 {
		p.Rate, p.RateAt = inputs[0].Written(), inputs[0].At
	}
	global := j.globalLimiters()
	slices.SortStableFunc(global, func(a, b *globalLimiter) int { return len(b.askedBy) - len(a.askedBy) })
	for _, g := range global {
		if g.Kind == known.Bucket {
			p.Limiter = g.At
			return j.rateOf(p, g.Limiter)
		}
	}
	for _, l := range j.Program.Limiters {
		if l.Kind == known.Bucket && !j.inQueue(l) && !j.limitsClient(l) && len(j.ratesOf(l)) > 0 {
			p.Limiter = l.At
			return j.rateOf(p, l)
		}
	}
	return p
}

// rateOf is p with the rate that a limiter is made from, where that is known.
func (j *Judge) rateOf(p Promised, l *host.Limiter) Promised {
	if rates := j.ratesOf(l); len(rates) > 0 {
		p.Rate, p.RateAt = rates[0].Written(), rates[0].At
	}
	return p
}
