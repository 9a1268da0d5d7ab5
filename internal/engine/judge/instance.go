package judge

import (
	"fmt"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
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
		once    *value.Object
		at      code.Pos
		choice  string // among which it is, if it is one of several
	}
	users := make(map[instance][]*host.Controller)
	var order []instance
	made := make(map[instance]*host.Limiter)
	for _, rec := range j.controllers() {
		choice, known := j.choice(queueLimiter.Of(&rec.Record).limiter)
		if !known || rec.ForType == "" {
			continue // it may be another one, or for the same kind
		}
		for _, l := range j.queueLimiters(rec) {
			if !l.Kind.PerItem() {
				continue
			}
			key := instance{limiter: l, choice: choice}
			if l.Once != nil {
				key = instance{once: l.Once, at: l.At.Pos, choice: choice}
			}
			if made[key] == nil {
				made[key], order = l, append(order, key)
			}
			users[key] = append(users[key], rec)
		}
	}
	var faults []Fault
	told := make(map[string]bool) // of those that are chosen between, one is enough
	for _, key := range order {
		recs := oneOfEach(users[key])
		if key.choice != "" && told[key.choice] {
			continue
		}
		if slices.ContainsFunc(recs, func(rec *host.Controller) bool { return rec.ForType != recs[0].ForType }) {
			told[key.choice] = true
			faults = append(faults, Fault{Verdict: Mixed, Detail: made[key].Made.Outermost().Short(), Cause: made[key].At, Controllers: recs})
		}
	}
	return faults
}

// choice tells the limiters between which the program chooses for a queue, "" if there is one. Two queues with the same
// choice have the same instance, whichever it is. It returns false where one of them is not known.
func (j *Judge) choice(limiter value.Value) (choice string, known bool) {
	u, several := limiter.(*value.Union)
	if !several {
		return "", true
	}
	var among []int
	for _, v := range u.Of {
		if value.IsZero(v) {
			continue // the library makes one for each queue
		}
		i := slices.IndexFunc(j.Program.Limiters, func(l *host.Limiter) bool { return l == j.Program.LimiterOf(v) })
		if i < 0 {
			return "", false
		}
		among = append(among, i)
	}
	if len(among) == 1 {
		return "", true // that one, or the library's
	}
	slices.Sort(among)
	return fmt.Sprint(among), true
}
