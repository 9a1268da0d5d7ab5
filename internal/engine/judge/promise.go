package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// Promise is whether a program limits all its controllers together at all: whether it has an
// input for the rate, or a limiter that middleware of controllers shares.
var Promise = register(&Attribute{
	Key:    "promise",
	Rule:   "RL1000",
	faults: (*Judge).unpromised,
})

// NoPromise is the verdict on a program that limits nothing.
const NoPromise Verdict = "none"

// Promises reports whether the program is known to promise a rate. What of it is not known does not count as a
// promise.
func (j *Judge) Promises() bool { return !j.Program.Main || j.promises() }

// unpromised returns one fault for a program that promises no rate. It is about the controllers
// that are known to be unlimited, and stands where the manager is made.
func (j *Judge) unpromised() []Fault {
	if j.settings.EveryController || j.Promises() || j.Program.Cut {
		return nil
	}
	var unlimited []*host.Controller
	for _, rec := range j.controllers() {
		switch j.middleware(rec).Verdict {
		case Missing:
			unlimited = append(unlimited, rec)
		case Unknown:
			if j.Program.Partial {
				return nil // a limiter may be in what does not type-check
			}
		}
	}
	if len(unlimited) == 0 {
		return nil
	}
	cause := unlimited[0].Site
	if managers := j.managersOf(unlimited); len(managers) > 0 {
		cause = managers[0]
	}
	return []Fault{{Verdict: NoPromise, Cause: cause, AtCause: true, Controllers: unlimited, Known: j.known(unlimited)}}
}

// managersOf returns where the managers of controllers were made, in the order in which the program makes them.
func (j *Judge) managersOf(controllers []*host.Controller) []value.Place {
	var list []value.Place
	for _, m := range j.Program.Managers {
		if slices.ContainsFunc(controllers, func(c *host.Controller) bool { return slices.Contains(c.Managers, m) }) {
			list = append(list, m.At)
		}
	}
	return list
}
