package judge

import (
	"math"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/value"
)

// Numbers is whether the numbers of the limiters that controllers have can work.
var Numbers = register(&Attribute{
	Key:    "numbers",
	Rule:   "RL3001",
	faults: (*Judge).unworkable,
})

// What is wrong with a limiter.
const (
	Unworkable Verdict = "unworkable"  // it cannot do what it is for
	NoBackOff  Verdict = "no back-off" // it limits retries, those of one object no more than those of all
)

// unworkable finds the limiters in queues and middleware whose constants cannot work.
func (j *Judge) unworkable() []Fault {
	users := make(map[*host.Limiter][]*host.Controller)
	var faults []Fault
	alone := make(map[*value.Object]int)
	for _, rec := range j.controllers() {
		queue := j.queueLimiters(rec)
		for _, l := range slices.Concat(queue, j.middlewareLimiters(rec)) {
			users[l] = memo.Add(users[l], rec)
		}
		if p, ok := value.Dynamic(queueLimiter.Of(&rec.Record).limiter).(value.Ptr); ok && j.bucketsOnly(p, 0) {
			if i, done := alone[p.Obj]; done {
				faults[i].Controllers = append(faults[i].Controllers, rec)
				continue
			}
			alone[p.Obj] = len(faults)
			faults = append(faults, Fault{Verdict: NoBackOff, Cause: p.Obj.At, Controllers: []*host.Controller{rec},
				Detail: "an object that fails is retried as fast as the bucket lets it"})
		}
	}
	for _, l := range j.Program.Limiters {
		if why := j.wrong(l); why != "" && users[l] != nil {
			faults = append(faults, Fault{Verdict: Unworkable, Detail: why, Cause: l.At, Controllers: users[l]})
		}
	}
	return faults
}

// middlewareLimiters returns the limiters made by primitives that a controller's middleware asks, its own too.
func (j *Judge) middlewareLimiters(rec *host.Controller) []*host.Limiter {
	var list []*host.Limiter
	for _, a := range chainOf.Of(&rec.Record).Asked {
		list = append(list, j.madeOf(&a)...)
	}
	return list
}

// bucketsOnly reports whether a queue's limiter is client-go's bucket, or a limiter of several that all are.
func (j *Judge) bucketsOnly(p value.Ptr, depth int) bool {
	if known.BucketType(code.BaseType(p.Obj.Type)) {
		return true
	}
	l := j.Program.LimiterOf(p)
	if l == nil || l.Kind != known.MaxOf || len(l.Inner) == 0 || depth > 8 {
		return false
	}
	for _, v := range l.Members {
		inner, ok := value.Dynamic(v).(value.Ptr)
		if !ok || !j.bucketsOnly(inner, depth+1) {
			return false
		}
	}
	return true
}

// everAsks reports whether a limiter of limiters holds any on some way that comes by the call which makes it: a list that a loop
// fills is empty only where the loop has nothing to go over.
func (j *Judge) everAsks(l *host.Limiter) bool {
	return slices.ContainsFunc(j.Program.Limiters, func(other *host.Limiter) bool {
		return other.At.Pos == l.At.Pos && other.Kind == l.Kind && len(other.Inner) > 0
	})
}

// wrong says what about a limiter's constants cannot work, "" if nothing is known to be wrong.
func (j *Judge) wrong(l *host.Limiter) string {
	n := make([]float64, len(l.Args))
	is := make([]bool, len(l.Args))
	for i, a := range l.Args {
		n[i], is[i] = number(a)
	}
	switch {
	case l.Kind == known.MaxOf && len(l.Args) > 0 && !j.everAsks(l):
		return "it asks no limiter: nothing is ever delayed"
	case len(n) < 2:
		return ""
	}
	switch l.Kind {
	case known.Exponential:
		switch {
		case is[0] && n[0] <= 0:
			return "its first delay is " + delay(n[0]) + ", and doubling that changes nothing: failures are retried at once, for ever"
		case is[0] && is[1] && n[1] <= 0:
			return "its longest delay is " + delay(n[1]) + ": failures are retried at once, for ever"
		case is[0] && is[1] && n[0] > n[1]:
			return "its first delay of " + delay(n[0]) + " is longer than its longest of " + delay(n[1]) +
				": each failure waits the same, and nothing backs off"
		}
		return inOrder(l.Args[0], l.Args[1])
	case known.FastSlow:
		for i := range 2 {
			if is[i] && n[i] <= 0 {
				return "it has a delay of " + delay(n[i]) + ": failures are retried at once"
			}
		}
	case known.Bucket:
		switch {
		case is[0] && n[0] >= math.MaxFloat64:
			return "its rate is infinite: it limits nothing"
		case is[0] && n[0] <= 0:
			return "its rate is 0: once its burst is used up it blocks for ever"
		case is[1] && n[1] <= 0:
			return "its burst is 0: it lets nothing through"
		}
	}
	return ""
}

// inOrder says what is wrong with delays of which some are flags, as these are by default. A default of 0
// is left alone: it mostly means that there is no limiter then.
func inOrder(first, longest value.Value) string {
	low, isLow := number(orDefault(first))
	high, isHigh := number(orDefault(longest))
	if !isLow || !isHigh || high <= 0 || low <= high {
		return ""
	}
	return "by default its first delay of " + delay(low) + " is longer than its longest of " + delay(high) +
		": each failure waits the same, and nothing backs off"
}

// orDefault returns the default of a flag, and any other value as it is.
func orDefault(v value.Value) value.Value {
	if flag, ok := v.(*host.Input); ok {
		return flag.Default
	}
	return v
}
