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
	watches := make(map[value.Place]bool) // one call may be reached on several ways, such as with an empty list of objects and with others
	for _, rec := range j.controllers() {
		watches[rec.Site] = watches[rec.Site] || !unwatched.Of(&rec.Record)
	}
	for _, rec := range j.controllers() {
		// Who calls the set-up functions of a package, and whether anybody does, is a program's to say: unwatched, left.
		if !watches[rec.Site] && j.Program.Main && !rec.Swept {
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
