package judge

import (
	"slices"
	"strings"

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
	Unlabeled Verdict = "unlabeled" // it holds back all updates but those of labels and annotations
	Undeleted Verdict = "undeleted" // it holds back all updates but that which begins a deletion
	Unnoticed Verdict = "unnoticed" // it holds back the updates that change nothing but the status, labels or annotations
	Mistyped  Verdict = "mistyped"  // it holds back all updates, since it is for objects of another type
)

// unheard finds the filters that hold back updates. Where callers decide what is watched, the finding stands at the predicate and is about
// all of them: those are known together only where the program is.
func (j *Judge) unheard() []Fault {
	var faults []Fault
	for _, w := range j.Program.Watches {
		cause := w.At
		if w.Elsewhere && w.Predicate.Pos.IsValid() {
			cause = w.Predicate
		}
		if cause.Pos.InDependency() || !j.Program.Main && cause.Package() != j.pkg.Path ||
			w.Part != "" && w.Controller != nil && w.Controller.Again(symbol.Name(w.Kind)) {
			continue
		}
		i := slices.IndexFunc(faults, func(f Fault) bool {
			return f.Cause.Pos == cause.Pos && (f.Verdict == Unlabeled) == w.Labels && (f.Verdict == Undeleted) == w.Deleted &&
				(f.Verdict == Mistyped) == w.Mistyped && (f.Verdict == Unnoticed) == (w.Part != "")
		})
		if i < 0 {
			i = len(faults)
			faults = append(faults, Fault{Verdict: Unheeded, Cause: cause, AtCause: true})
		}
		f := &faults[i]
		kind := w.Kind
		switch {
		case w.Part != "":
			f.Verdict = Unnoticed
			f.By = w.Predicate
			kind += "." + string(w.Part)
		case w.Mistyped:
			f.Verdict = Mistyped
		case w.Labels:
			f.Verdict = Unlabeled
		case w.Deleted:
			f.Verdict = Undeleted
		case w.Data:
			f.Verdict = Unheard
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
