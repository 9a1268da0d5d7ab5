package judge

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
)

// Watched is what a controller watches, where all of that is known: the rule looks for what its reconciler waits for besides.
var Watched = register(&Attribute{
	Key:    "watched",
	Rule:   "RL7003",
	faults: (*Judge).watched,
})

// WatchedAlone is the verdict on a controller of which all is known that it watches: Detail has the types.
const WatchedAlone Verdict = "watched alone"

func (j *Judge) watched() []Fault {
	var faults []Fault
	for _, rec := range j.controllers() {
		if types, all := rec.Watched(); all && rec.Constructor == "Complete" {
			faults = append(faults, Fault{Verdict: WatchedAlone, Cause: rec.Site, AtCause: true, Detail: strings.Join(types, separator),
				Controllers: []*host.Controller{rec}})
		}
	}
	return faults
}
