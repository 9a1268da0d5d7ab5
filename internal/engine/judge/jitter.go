package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
)

// Jitter is whether chance is part of the intervals after which the controllers of a program poll.
var Jitter = register(&Attribute{
	Key:    "jitter",
	Rule:   "RL2005",
	faults: (*Judge).unjittered,
})

// InStep says that objects are polled in step.
const InStep Verdict = "in step"

// unjittered returns one fault for the controllers that poll after the time of a setting alone. It names the setting of most.
func (j *Judge) unjittered() []Fault {
	if !j.Program.Main || j.Program.Cut {
		return nil
	}
	var recs []*host.Controller
	uses := make(map[string]int) // controllers of a setting
	var most Judgement
	for _, rec := range distinct(j.controllers()) {
		p := j.Of(Poll, rec)
		if p.Verdict != Flag || p.Jitter != "no" {
			continue
		}
		recs = append(recs, rec)
		if uses[p.Detail]++; uses[p.Detail] > uses[most.Detail] {
			most = p
		}
	}
	if uses[most.Detail] < 2 {
		return nil // it may be one that waits for something of its own
	}
	cause := recs[0].Site
	if managers := j.managersOf(recs); len(managers) > 0 {
		cause = managers[0]
	}
	setting, _, _ := strings.Cut(most.Detail, " (")
	value := most.Value
	if slices.ContainsFunc(recs, func(rec *host.Controller) bool { return j.Of(Poll, rec).Value != value }) {
		value = ""
	}
	return []Fault{{Verdict: InStep, Cause: cause, AtCause: true, Controllers: recs, Detail: setting, Value: value}}
}
