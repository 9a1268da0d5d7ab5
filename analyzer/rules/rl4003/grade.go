package rl4003

import (
	"regexp"
	"slices"
	"time"

	"github.com/rllint/rllint/internal/engine/blocking"
)

// How long a wait must be that its authors want to hear of without asking for notes.
const (
	long     = int64(10 * time.Second)
	longPoll = int64(30 * time.Second) // which ends as soon as its condition holds, as does a loop of several tries
	longItem = int64(5 * time.Second)  // in a loop over objects
	share    = int64(5 * time.Second)  // for each worker: where there are several, the others go on
)

// maxWay is how many calls lead to a wait of which it can be said without reading them that Reconcile comes to it: each
// of them may depend on something that is not looked at.
const maxWay = 6

// certain reports whether what the finding says holds whatever the code around the wait does: how long it takes follows from
// constants or from the loop that it stands in, and the calls that lead there are of functions that the program names itself.
func certain(f *blocking.Found) bool {
	if f.Chosen() || f.Foreign || len(f.Way) > maxWay || f.Retry && f.Length > 0 {
		return false
	}
	switch {
	case f.Repeat.Endless:
		return f.Forever
	case f.Repeat.Each:
		return f.Near && f.ForEach() >= longItem
	case f.Poll || f.Repeat.Times > 1 && f.Length < long:
		return f.Total() >= longPoll
	}
	return f.Total() >= long
}

// meant reports whether the authors may well have decided that the worker waits: a comment says so, or the wait belongs to
// something that is done once, or that a worker is there for.
func meant(f *blocking.Found) bool {
	return f.Explained || deliberate.MatchString(f.Reconciler) ||
		slices.ContainsFunc(f.Way, func(s blocking.Step) bool { return deliberate.MatchString(s.Name) })
}

// deliberate matches names of what is done once in the life of a program or of an object, and takes its time.
var deliberate = regexp.MustCompile(`(?i)uninstall|tear_?down|shut_?down|migrat|back_?up|restor`)

// spread reports whether a wait that ends is short for each of the workers.
func spread(wait blocking.Wait, workers int) bool {
	total := wait.Total()
	return workers > 1 && total > 0 && total/int64(workers) < share
}
