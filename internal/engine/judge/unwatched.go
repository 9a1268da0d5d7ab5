package judge

import (
	"github.com/rllint/rllint/internal/engine/host"
)

// Unwatched is whether anything can bring a request to a controller.
var Unwatched = register(&Attribute{
	Key:  "nothing watched",
	Rule: "RL7003",
	record: host.Recorder{Controller: func(c *host.Creation) {
		unwatched.Set(&c.Controller.Record, c.WatchesNothing())
	}},
	faults: (*Judge).unwatched,
})

var unwatched = host.NewSlot[bool]("nothing watched")

// Unwoken says that a controller watches nothing.
const Unwoken Verdict = "idle"

func (j *Judge) unwatched() []Fault {
	var faults []Fault
	for _, rec := range j.controllers() {
		if unwatched.Of(&rec.Record) {
			faults = append(faults, Fault{Verdict: Unwoken, Cause: rec.Site, AtCause: true, Controllers: []*host.Controller{rec}})
		}
	}
	return faults
}
