package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// limiterOfQueue judges the limiter of a queue made by hand.
func (j *Judge) limiterOfQueue(q *host.Queue) Judgement {
	if !q.Limited && q.Limiter == nil {
		return Judgement{Verdict: None, Detail: q.Constructor + " makes a queue without a limiter", At: q.Site}
	}
	if value.IsZero(q.Limiter) {
		return Judgement{Verdict: Default, Detail: "the default of " + q.Constructor, At: q.Site}
	}
	var out, lost Judgement
	value.Each(q.Limiter, func(v value.Value) {
		one := j.oneLimiterOfQueue(q, v)
		switch {
		case one.Verdict == Unknown:
			lost = one
		case out.Verdict == "" || out.Verdict == Default:
			out = one
		}
	})
	if lost.Verdict == Unknown {
		return lost
	}
	out.Value = parameters(j.limitersOfQueue(q))
	return out
}

func (j *Judge) oneLimiterOfQueue(q *host.Queue, v value.Value) Judgement {
	switch v := value.Dynamic(v).(type) {
	case value.Zero, nil:
		return Judgement{Verdict: Unset, Detail: "the limiter is nil", At: q.Site}
	case value.Ptr:
		out := Judgement{Verdict: Adhoc, Detail: code.BaseType(v.Obj.Type).Short(), At: v.Obj.At}
		l := j.Program.LimiterOf(v)
		switch {
		case j.queuesWith(v) > 1:
			out.Verdict = Shared
			out.Detail += " in several queues"
		case l != nil && (l.Kind == known.DefaultOfItems || l.Kind == known.DefaultOfQueue):
			out.Verdict = Default
		}
		return out
	case *value.Struct:
		return Judgement{Verdict: Adhoc, Detail: code.BaseType(v.Type).Short(), At: q.Site}
	}
	return notFollowed(v, "a limiter that cannot be followed")
}

// queuesWith returns how many queues ask one limiter. Those that one call of a framework makes are the lanes of one queue where no worker
// of theirs has a client to work with (testdata/src/queuelanes); where workers have (twice there), each is a queue of its own.
func (j *Judge) queuesWith(limiter value.Ptr) int {
	with := make(map[any]bool)
	for _, q := range j.Program.OwnQueues() {
		for p := range value.Pointers(q.Limiter) {
			if p.Obj != limiter.Obj {
				continue
			}
			var by any = q
			alone := len(q.Workers) == 0 || q.Alone()
			if n := q.Site.Node; n != nil && alone && (n.Fn.Generated || q.Site.Pos.InDependency()) {
				by = n
			}
			with[by] = true
		}
	}
	return len(with)
}

// workers judges how many goroutines take items from a queue.
func (j *Judge) workers(q *host.Queue) Judgement {
	if len(q.Workers) == 0 {
		return unknown("nothing is seen to take items from the queue")
	}
	if slices.ContainsFunc(q.Workers, func(w host.Worker) bool { return w.Passes }) {
		return unknown("a goroutine that takes items hands them to others")
	}
	at := q.Workers[0].At
	number := q.WorkerCount(func(x, y value.Value) bool { return j.larger(x, y, at) })
	if n, ok := value.IntValue(number); ok && n == 1 {
		return Judgement{Verdict: Const, Detail: "one goroutine takes items", At: at, Value: "1", Level: "controller"}
	}
	return j.goroutines(number, at)
}

// goroutines judges a number of goroutines.
func (j *Judge) goroutines(number value.Value, at value.Place) Judgement {
	out := j.number(&host.Controller{Site: at}, number, "controller")
	if n, ok := value.IntValue(number); ok {
		out.Value, _ = value.NumberText(value.Int(n))
	}
	return out
}

// larger reports whether one number of goroutines is more than another: where one is settable, it is.
func (j *Judge) larger(x, y value.Value, at value.Place) bool {
	a, ok1 := value.IntValue(x)
	b, ok2 := value.IntValue(y)
	if ok1 && ok2 {
		return a > b
	}
	return rank[j.goroutines(x, at).Verdict] > rank[j.goroutines(y, at).Verdict]
}

// rank orders what is said of numbers of workers of which the program starts one or another.
var rank = map[Verdict]int{Unset: 0, Const: 1, Unknown: 2, Flag: 3, Rate: 4}
