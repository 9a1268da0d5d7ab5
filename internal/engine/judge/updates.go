package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Updates is whether a filter lets the updates through that a controller watches objects for.
var Updates = register(&Attribute{
	Key:    "updates",
	Rule:   "RL7001",
	faults: (*Judge).unheard,
})

// The verdicts on a filter of objects whose generation the API server does not count.
const (
	Unheard   Verdict = "unheard"   // it holds back all updates
	Unheeded  Verdict = "unheeded"  // it does so, of objects that for the most part others than users update
	Unlabeled Verdict = "unlabeled" // it holds back all updates but those of the metadata
	Undeleted Verdict = "undeleted" // it holds back all updates but that which begins a deletion
	Unnoticed Verdict = "unnoticed" // it holds back the updates that change nothing but the status, labels or annotations
	Shut      Verdict = "shut"      // it holds back all updates that change a part, whatever else they change
	Mistyped  Verdict = "mistyped"  // it holds back all updates, since it is for objects of another type
	Missed    Verdict = "missed"    // it holds back the deletions that the watch missed
	Together  Verdict = "together"  // each of several passes what changes one part, and together they hold that back
)

// passesBeside reports whether another watch of the controller may let those changes pass that one holds back, or is the first of those
// that hold them back. updates/statuses, twice.
func (j *Judge) passesBeside(w *host.Watch) bool {
	var all []*host.Watch
	for _, other := range j.Program.Watches {
		if other.Controller == w.Controller && other.Kind == w.Kind && other.Part == w.Part && other.Shut == w.Shut {
			all = append(all, other)
		}
	}
	return all[0] != w || len(all) < w.Controller.Watching(symbol.Name(w.Kind))
}

// unheard finds the filters that hold back updates. Where callers decide what is watched, the finding stands at the predicate and is about
// all of them: those are known together only where the program is. So does one about a part of the objects, if the predicate is a function
// of the package: that is where it is mended.
func (j *Judge) unheard() []Fault {
	var faults []Fault
	for _, w := range j.Program.Watches {
		cause := w.At
		if w.Predicate.Pos.IsValid() && (w.Elsewhere || w.Missed || w.Alone && w.Predicate.Package() == w.At.Package()) {
			cause = w.Predicate
		}
		if minor, ok := known.Minor(j.Program.Version); w.Missed && (!ok || minor < 15) {
			continue // which tell of no deletion that the watch missed it
		}
		if cause.Pos.InDependency() || !j.Program.Main && cause.Package() != j.pkg.Path ||
			w.Part != "" && w.Controller != nil && w.Controller.Watching(symbol.Name(w.Kind)) > 1 && j.passesBeside(w) {
			continue
		}
		kind, verdict := w.Kind, verdictOn(w)
		if w.Part != "" {
			kind = strings.Join(append([]string{kind + "." + string(w.Part)}, w.Looked...), " ")
		}
		at := func(f Fault) bool { return f.Cause.Pos == cause.Pos }
		same := func(f Fault) bool {
			return at(f) && (f.Verdict == verdict || f.Verdict == Unheeded && verdict == Unheard || f.Verdict == Unheard && verdict == Unheeded) &&
				(w.Part == "" || strings.HasPrefix(f.Detail, w.Kind+"."))
		}
		i := slices.IndexFunc(faults, same)
		if i < 0 && w.Part != "" && slices.ContainsFunc(faults, at) { // a filter of all watches: updates/joined
			cause = w.At
			i = slices.IndexFunc(faults, same)
		}
		if i < 0 {
			i = len(faults)
			faults = append(faults, Fault{Verdict: verdict, Cause: cause, AtCause: true})
		}
		f := &faults[i]
		if verdict == Unheard {
			f.Verdict = Unheard
		}
		if w.Part != "" {
			f.By = w.Predicate
		}
		if !slices.Contains(split(f.Detail), kind) {
			f.Detail = strings.TrimPrefix(f.Detail+separator+kind, separator)
		}
		if w.Controller != nil && !slices.Contains(f.Controllers, w.Controller) {
			f.Controllers = append(f.Controllers, w.Controller)
		}
	}
	return faults
}

// verdictOn returns what is wrong with a watch.
func verdictOn(w *host.Watch) Verdict {
	switch {
	case w.Shut:
		return Shut
	case w.Part != "":
		return Unnoticed
	case w.Mistyped:
		return Mistyped
	case w.Missed:
		return Missed
	case w.Joined:
		return Together
	case w.Labels:
		return Unlabeled
	case w.Deleted:
		return Undeleted
	case w.Data:
		return Unheard
	}
	return Unheeded
}
