package judge

import (
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// Unwatched is whether anything can bring a request to a controller: it watches something, and the program sets it up.
var Unwatched = register(&Attribute{
	Key:  "nothing watched",
	Rule: "RL7003",
	record: host.Recorder{Controller: func(c *host.Creation) {
		unwatched.Set(&c.Controller.Record, c.WatchesNothing())
	}},
	faults: (*Judge).unwatched,
})

// The verdicts on controllers that no request comes to.
const (
	Unwoken  Verdict = "idle"     // it watches nothing
	Uncalled Verdict = "uncalled" // nothing in the program mentions the function that sets it up
)

func (j *Judge) unwatched() []Fault {
	var faults []Fault
	for _, rec := range j.controllers() {
		if unwatched.Of(&rec.Record) {
			faults = append(faults, Fault{Verdict: Unwoken, Cause: rec.Site, AtCause: true, Controllers: []*host.Controller{rec}})
		}
	}
	if !j.Program.Main || j.Program.Unread {
		return faults
	}
	for _, s := range j.Program.Uncalled {
		faults = append(faults, Fault{Verdict: Uncalled, Name: s.In.Short(), Cause: value.Place{Pos: s.Pos}, AtCause: true})
	}
	return faults
}
