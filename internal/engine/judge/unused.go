package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/value"
)

// Budget is whether the max-reconcile-rate limits anything.
var Budget = register(&Attribute{
	Key:   "budget",
	Rule:  "RL1005",
	whole: true,
	record: host.Recorder{Controller: func(c *host.Creation) {
		c.Leave(c.Interp, c.Reconciler) // not all of its code is run
	}},
	faults: (*Judge).unused,
})

// The verdicts on the budget.
const (
	Unasked Verdict = "unasked" // a global limiter is made that no controller asks
	Unused  Verdict = "unused"  // the rate reaches nothing that limits
)

// unused judges the global limiters and the rate inputs of a program.
func (j *Judge) unused() []Fault {
	all := j.controllers()
	if len(all) == 0 || slices.ContainsFunc(all, func(rec *host.Controller) bool {
		c := chainOf.Of(&rec.Record)
		return c.ByCallers || c.WhyUnknown != ""
	}) {
		return nil // who asks what is not known
	}
	var faults []Fault
	for _, l := range j.Program.Limiters {
		if l.Kind != known.Bucket || j.Program.Used(l) || j.inQueue(l) || j.limitsClient(l) {
			continue
		}
		if of := j.inputsOf(l); len(of) > 0 && !of[0].At.Pos.InDependency() { // which has it for a client of its own
			faults = append(faults, Fault{Verdict: Unasked, Cause: l.At, Name: of[0].Name, Controllers: all})
		}
	}
	for _, i := range j.Program.Inputs() {
		if j.isRate(i.Name) && !j.Program.Left(i) && !j.limits(i) {
			faults = append(faults, Fault{Verdict: Unused, Detail: i.String(), Name: i.Name, Cause: i.At, Controllers: all})
		}
	}
	return faults
}

// inputsOf returns the inputs that a limiter's rate derives from.
func (j *Judge) inputsOf(l *host.Limiter) (list []*host.Input) {
	if len(l.Args) > 0 {
		eachSource(l.Args[0], func(v value.Value) {
			if i, ok := v.(*host.Input); ok {
				list = memo.Add(list, i.First())
			}
		})
	}
	return list
}

// ratesOf returns those of them that are rates.
func (j *Judge) ratesOf(l *host.Limiter) []*host.Input {
	return slices.DeleteFunc(j.inputsOf(l), func(i *host.Input) bool { return !j.isRate(i.Name) && !j.rates[i] })
}

// inQueue reports whether a limiter is in the queue of a controller, or in one that is made by hand.
func (j *Judge) inQueue(l *host.Limiter) bool {
	return slices.ContainsFunc(j.records, func(rec *host.Controller) bool { return slices.Contains(j.queueLimiters(rec), l) }) ||
		slices.ContainsFunc(j.Program.OwnQueues(), func(q *host.Queue) bool {
			return slices.Contains(j.limitersOfQueue(q), l)
		})
}

// limitsClient reports whether a limiter is that of a manager's client.
func (j *Judge) limitsClient(l *host.Limiter) bool {
	return slices.ContainsFunc(j.Program.Managers, func(m *host.Manager) bool {
		return j.Program.LimiterOf(m.Limits.RateLimiter) == l
	})
}

// limits reports whether a limiter, a number of workers or a client derives from an input.
func (j *Judge) limits(input *host.Input) bool {
	var list []value.Value
	for _, l := range j.Program.Limiters {
		list = append(list, l.Args...)
	}
	for _, m := range j.Program.Managers {
		n, c := managerNumbers.Of(&m.Record), m.Limits
		list = append(list, n.all, c.QPS, c.Burst)
		if e, ok := n.kinds.(*value.Entries); ok {
			list = append(list, e.Vals...)
		}
	}
	for _, rec := range j.records {
		list = append(list, ownNumber.Of(&rec.Record))
	}
	return slices.ContainsFunc(list, func(v value.Value) bool { return anySource(v, input.SameAs) })
}

// queueLimiters returns the limiters made by primitives that the queue of a controller asks.
func (j *Judge) queueLimiters(rec *host.Controller) []*host.Limiter {
	q := queueLimiter.Of(&rec.Record)
	return j.limitersIn(append([]value.Value{q.limiter}, q.within...))
}

// limitersOfQueue returns those that a queue asks which is made by hand.
func (j *Judge) limitersOfQueue(q *host.Queue) []*host.Limiter {
	return j.limitersIn(append([]value.Value{q.Limiter}, q.Within...))
}

// limitersIn returns the limiters made by primitives that some values are, or have in them.
func (j *Judge) limitersIn(values []value.Value) []*host.Limiter {
	var list []*host.Limiter
	var add func(v value.Value, depth int)
	add = func(v value.Value, depth int) {
		value.Each(v, func(v value.Value) {
			l := j.Program.LimiterOf(v)
			if l == nil || depth > 8 || slices.Contains(list, l) {
				return
			}
			list = append(list, l)
			for _, inner := range l.Inner {
				add(inner, depth+1)
			}
		})
	}
	for _, v := range values {
		add(v, 0)
	}
	return list
}
