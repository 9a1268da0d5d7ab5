package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// Client is what limits the requests of a manager's client.
var Client = register(&Attribute{
	Key:    "client of a manager",
	Rule:   "RL1004",
	whole:  true,
	faults: (*Judge).clients,
})

// clients judges the clients of the managers whose controllers are under the rate.
func (j *Judge) clients() []Fault {
	if !j.promises() {
		return nil
	}
	var faults []Fault
	for _, m := range j.Program.Managers {
		under := j.underRate(m)
		if len(under) == 0 {
			continue
		}
		if f := j.client(m); f.Verdict.Bad() {
			if !f.Cause.Pos.IsValid() || f.Cause.Pos.InDependency() {
				f.Cause = m.At
			}
			f.Controllers = under
			faults = append(faults, f)
		}
	}
	return faults
}

// underRate returns the controllers of a manager, if the rate is meant for them: those of
// a program's only manager, or those of one of which some derive anything from the rate.
func (j *Judge) underRate(m *host.Manager) []*host.Controller {
	list := j.controllersOf(m)
	some := !slices.ContainsFunc(j.Program.Managers, func(other *host.Manager) bool { return other.At.Pos != m.At.Pos })
	for _, rec := range list {
		some = some || j.concurrency(rec).Verdict == Rate || j.middleware(rec).Verdict == Wrapped
	}
	if !some {
		return nil
	}
	return list
}

// clientLimit judges what limits the client of one manager. A limit that a limiter of the
// config's own sets goes before QPS and Burst.
func (j *Judge) clientLimit(m *host.Manager) Judgement {
	l := m.Limits
	if !l.Whole {
		return unknown("the config cannot be followed")
	}
	if l.Free {
		return Judgement{Verdict: Unlimited, Detail: "a limiter that lets all requests through", At: m.At}
	}
	qps, _, followed := j.ratesOfClient(l)
	if !followed {
		return unknown("the limiter of the config cannot be followed")
	}
	q := j.number(&host.Controller{Site: m.At}, qps, "client")
	if q.Verdict == Unset && len(l.Made) > 0 {
		q.Detail = l.Made[0]
	}
	return q
}

// client is clientLimit where it breaks the promise of a rate.
func (j *Judge) client(m *host.Manager) Fault {
	q := j.clientLimit(m)
	if q.Verdict == Const && len(j.rateInputs()) == 0 {
		return Fault{Verdict: Unknown} // a constant rate has a constant for its client
	}
	f := Fault{Verdict: q.Verdict, Detail: q.Detail, Value: q.Value, Name: q.Name}
	if q.Verdict == Const || q.Verdict == Flag { // what sets it is to be changed, wherever the manager is made
		f.Cause = q.Cause
	}
	return f
}

// ratesOfClient returns the rate and the burst of the limiter that a client asks. If the config has one on some ways only, they are also
// those of the config without it.
func (j *Judge) ratesOfClient(l host.ClientLimits) (qps, burst value.Value, ok bool) {
	ok = true
	value.Each(l.RateLimiter, func(v value.Value) {
		switch made := j.Program.LimiterOf(v); {
		case value.IsZero(v):
			qps, burst = value.Join(qps, l.QPS), value.Join(burst, l.Burst)
		case made != nil && len(made.Args) >= 2:
			qps, burst = value.Join(qps, made.Args[0]), value.Join(burst, made.Args[1])
		default:
			ok = false
		}
	})
	return qps, burst, ok && qps != nil
}
