package judge

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
)

// ByHand is who asks the limiter of a controller's queue.
var ByHand = register(&Attribute{
	Key:  "byhand",
	Rule: "RL2003",
	record: host.Recorder{Controller: func(c *host.Creation) {
		askedByHand.Set(&c.Controller.Record, c.AskedByHand(c.Interp, c.Reconciler, c.Field(c.Options, "RateLimiter"), c.At))
	}},
	faults: (*Judge).askedByHand,
})

// Counted says that a reconciler asks the limiter of its own queue, which counts a failure.
const Counted Verdict = "counted"

// askedByHand finds the calls that reconcilers make of their own queue's limiter.
func (j *Judge) askedByHand() []Fault {
	var faults []Fault
	at := make(map[code.Pos]int)
	for _, rec := range j.controllers() {
		for _, call := range askedByHand.Of(&rec.Record) {
			i, have := at[call.At.Pos]
			if !have {
				i = len(faults)
				at[call.At.Pos] = i
				faults = append(faults, Fault{Verdict: Counted, Detail: call.Method, Cause: call.At, AtCause: true})
			}
			faults[i].Controllers = append(faults[i].Controllers, rec)
		}
	}
	return faults
}
