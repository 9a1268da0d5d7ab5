package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
)

// Instance is whose requests a queue's per-item limiter remembers.
var Instance = register(&Attribute{
	Key:    "instance",
	Rule:   "RL2001",
	faults: (*Judge).mixed,
})

// Mixed says that one limiter remembers requests of several kinds as if they were of one.
const Mixed Verdict = "mixed"

// mixed finds per-item limiters that are in the queues of controllers of different kinds.
func (j *Judge) mixed() []Fault {
	type instance struct {
		limiter *host.Limiter
		once    *interp.Object
		at      code.Pos
	}
	users := make(map[instance][]*host.Controller)
	var order []instance
	made := make(map[instance]*host.Limiter)
	for _, rec := range j.controllers() {
		if _, several := queueLimiter.Of(&rec.Record).limiter.(*interp.Union); several || rec.ForType == "" {
			continue // it may be another one, or for the same kind
		}
		for _, l := range j.queueLimiters(rec) {
			if !l.Kind.PerItem() {
				continue
			}
			key := instance{limiter: l}
			if l.Once != nil {
				key = instance{once: l.Once, at: l.At.Pos}
			}
			if made[key] == nil {
				made[key], order = l, append(order, key)
			}
			users[key] = append(users[key], rec)
		}
	}
	var faults []Fault
	for _, key := range order {
		recs := users[key]
		if slices.ContainsFunc(recs, func(rec *host.Controller) bool { return rec.ForType != recs[0].ForType }) {
			faults = append(faults, Fault{Verdict: Mixed, Detail: made[key].Made.Outermost().Short(), Cause: made[key].At, Controllers: recs})
		}
	}
	return faults
}
