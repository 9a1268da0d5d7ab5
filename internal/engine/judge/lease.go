package judge

import (
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// Lease is whether a manager renews the lease of its leader election through a limiter that its reconcilers use up. That is so only if the
// rest.Config has a RateLimiter: what is made of QPS and Burst, each client has for itself.
var Lease = register(&Attribute{
	Key:  "lease of a manager",
	Rule: "RL5003",
	record: host.Recorder{Manager: func(c *interp.Call, m *host.Manager) {
		config := c.Field(m.Options, "LeaderElectionConfig")
		limiter := value.Lift(config, func(v value.Value) value.Value {
			if value.IsZero(v) {
				return m.Limits.RateLimiter // controller-runtime copies the manager's config, in pkg/manager/manager.go
			}
			return c.Field(v, "RateLimiter")
		})
		on, lock := c.Field(m.Options, "LeaderElection"), c.Field(m.Options, "LeaderElectionResourceLockInterface")
		elections.Set(&m.Record, election{on, lock, limiter})
	}},
	faults: (*Judge).leases,
})

// LeaseWaits says that a lease is renewed through the limiter of the reconcilers.
const LeaseWaits Verdict = "lease"

// leases finds the managers that renew their leases so.
func (j *Judge) leases() []Fault {
	if !j.Program.Main {
		return nil
	}
	var faults []Fault
	for _, m := range j.Program.Managers {
		e, shared := elections.Of(&m.Record), value.Place{}
		for p := range value.Pointers(m.Limits.RateLimiter) {
			shared = p.Obj.At
		}
		elects := value.Some(e.on, turnsOn) && value.IsZero(e.lock)
		own := j.controllersOf(m)
		if elects && len(own) > 0 && shared.Pos.IsValid() && !m.Limits.Free && value.Same(e.limiter, m.Limits.RateLimiter) {
			faults = append(faults, Fault{Verdict: LeaseWaits, Cause: m.At, AtCause: true, Controllers: own, By: shared})
		}
	}
	return faults
}

// turnsOn reports whether a setting is on, or can be switched on by those who run the program: lease, disabled.
func turnsOn(v value.Value) bool {
	on, known := value.Truth(v)
	return on && known || anySource(v, isSetting)
}

// isSetting reports whether those who run the program decide a value.
func isSetting(v value.Value) bool {
	if u, ok := v.(*value.Unknown); ok {
		return u.Set
	}
	_, ok := v.(*host.Input)
	return ok
}
