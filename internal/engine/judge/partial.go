package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// In a program that does not fully type-check, what a branch rests on may be among the code that
// is missing. A verdict then stands only if it is the same whichever way the branch goes.

// eitherWay is the verdict where values differ by branches that may not type-check.
func eitherWay() Judgement {
	return unresolved("which of several values it has may be decided by code that does not type-check")
}

// chosen reports whether what does not type-check may decide which of several values one is.
func (j *Judge) chosen(v value.Value) bool {
	return j.Program.Partial && j.Program.Run.ChosenByMissing(v)
}

// mayBeUsed reports whether what does not type-check may use the limiter that a controller's set-up function made: it was handed
// out, or parts of it come from there.
func (j *Judge) mayBeUsed(rec *host.Controller, limiter *value.Object) bool {
	return j.Program.Partial && (j.Program.Run.Escaped(limiter) || queueLimiter.Of(&rec.Record).lacks)
}

// differ reports whether the ways a value came about lead to different judgements. Two settings are none.
func differ(v value.Value, judge func(v value.Value) Judgement) bool {
	var first *Judgement
	return value.Some(v, func(x value.Value) bool {
		own := judge(x)
		if first == nil {
			first = &own
		}
		return first.Verdict != own.Verdict || first.Value != own.Value
	})
}

// differs reports whether the number of workers depends on a branch.
func (j *Judge) differs(rec *host.Controller, number value.Value) bool {
	return differ(number, func(x value.Value) Judgement {
		if x == nil {
			x = value.Zero{}
		}
		return j.number(rec, x, "")
	})
}

// sometimes reports whether some ways to the innermost reconciler ask a shared limiter and some do not.
func sometimes(c *host.Chain, asked []Verdict) bool {
	wrapped := 0
	for _, w := range c.Ways {
		if slices.ContainsFunc(w.Asked, func(id int) bool { return asked[id] == Wrapped }) {
			wrapped++
		}
	}
	return 0 < wrapped && wrapped < len(c.Ways)
}

func isUnresolved(a host.Asked) bool { return slices.ContainsFunc(a.All(), value.IsUnresolved) }
