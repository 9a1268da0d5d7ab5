package judge

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// QueueKind is which queue a controller has. It decides what limits retries where Options.RateLimiter does not. Nothing is wrong with
// either: the rule is that of the limiter.
var QueueKind = register(&Attribute{
	Key:    "queue",
	Rule:   Limiter.Rule,
	Listed: true,
	record: host.Recorder{
		Controller: func(c *host.Creation) {
			queueOptions.Set(&c.Controller.Record, queueOptionsOf{c.Field(c.Options, "NewQueue"), preferenceOf(c.Interp, c.Options)})
		},
		Manager: func(c *interp.Call, m *host.Manager) {
			queueOptions.Set(&m.Record, queueOptionsOf{preference: preferenceOf(c.Interp, c.Field(m.Options, "Controller"))})
		},
	},
	judge: (*Judge).queueKind,
	queue: func(_ *Judge, q *host.Queue) Judgement {
		out := Judgement{Verdict: FirstCome, Detail: q.Constructor, At: q.Site}
		switch {
		case value.IsUnresolved(q.Own):
			return unresolved("what the queue is made around does not type-check")
		case q.Own != nil:
			out.Verdict = Own
		case q.Priority:
			out.Verdict = Priority
		}
		return out
	},
})

// preferenceOf returns what UsePriorityQueue may say in options.
func preferenceOf(in *interp.Interp, options value.Value) (list []prefers) {
	value.Each(in.Field(options, "UsePriorityQueue"), func(v value.Value) {
		p, ok := value.Dynamic(v).(value.Ptr)
		switch {
		case value.IsZero(v):
			list = append(list, prefers{})
		case ok:
			value.Each(in.Load(p), func(x value.Value) {
				if x == nil {
					x = value.Zero{}
				}
				list = append(list, prefers{x, p.Obj.At})
			})
		default:
			list = append(list, prefers{whether: v})
		}
	})
	return list
}

// queueKind judges which queue a controller has.
func (j *Judge) queueKind(rec *host.Controller) Judgement {
	own := queueOptions.Of(&rec.Record).newQueue
	if value.IsZero(own) {
		return j.byPreference(rec)
	}
	if f, ok := value.Dynamic(own).(*value.Closure); ok {
		return Judgement{Verdict: Own, Detail: "Options.NewQueue is " + f.Sym.Outermost().Short(), At: orSite(f.At, rec)}
	}
	return notFollowed(own, "one of several queues")
}

// byPreference judges which of controller-runtime's two queues a controller has: what its options say, else its manager's, else the
// default of the version.
func (j *Judge) byPreference(rec *host.Controller) Judgement {
	defaults, ok := known.DefaultsOf(j.Program.Version)
	if !ok {
		return noVersion()
	}
	kind, _ := DefaultQueue(defaults)
	byDefault := Judgement{Verdict: kind, Detail: "default of controller-runtime " + j.Program.Version}
	if !defaults.Choice {
		return byDefault
	}
	return oneQueue(queueOptions.Of(&rec.Record).preference, func() Judgement {
		switch {
		case rec.Unmanaged:
			return byDefault
		case rec.ManagerOpen:
			return undecided("the manager, whose UsePriorityQueue applies,")
		}
		var ofManagers []prefers
		for _, m := range rec.Managers {
			ofManagers = append(ofManagers, queueOptions.Of(&m.Record).preference...)
		}
		return oneQueue(ofManagers, func() Judgement { return byDefault })
	})
}

// oneQueue is the judgement that several preferences come to, where otherwise says what holds without one.
func oneQueue(list []prefers, otherwise func() Judgement) Judgement {
	out := unknown("the options that have UsePriorityQueue cannot be followed")
	for i, p := range list {
		one := otherwise
		if p.whether != nil {
			one = func() Judgement { return preferred(p) }
		}
		switch found := one(); {
		case i == 0 || found.Verdict == Unknown:
			out = found
		case found.Verdict != out.Verdict:
			return unknown("UsePriorityQueue is true or false")
		}
	}
	return out
}

// preferred judges what UsePriorityQueue says. Of a flag it is what the default says.
func preferred(p prefers) Judgement {
	out := Judgement{Verdict: FirstCome, At: p.at}
	of := p.whether
	switch v := of.(type) {
	case *host.Input:
		of, out.Detail = v.Default, fmt.Sprintf("%s, by default", v)
	case *value.Param:
		return undecided(v.Name)
	}
	yes, ok := value.Truth(of)
	switch {
	case !ok:
		return unknown("what UsePriorityQueue is cannot be followed")
	case yes:
		out.Verdict = Priority
	}
	if out.Detail == "" {
		out.Detail = fmt.Sprintf("UsePriorityQueue is %v", yes)
	}
	return out
}

// DefaultQueue returns which queue controllers have by default, and what limits their retries then.
func DefaultQueue(d known.Defaults) (kind Verdict, parameters string) {
	if kind = FirstCome; d.Priority {
		kind = Priority
	}
	return kind, defaultLimiter(kind)
}

// defaultLimiter is what limits the retries in a queue whose limiter is nil, in the words of [parameters].
func defaultLimiter(kind Verdict) string {
	const perItem = "back-off 5ms to 16m40s"
	switch kind {
	case Priority:
		return perItem + ", no bucket"
	case FirstCome:
		return perItem + ", bucket 10/s burst 100"
	}
	return perItem
}
