// Package wrap gives analyzers another Run without changing them: other users of the same
// analyzers, in the same process, see nothing of it.
package wrap

import (
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A Run is what an analyzer does to a package.
type Run = func(*analysis.Pass) (any, error)

// Analyzers returns copies of analyzers that run what around makes of their Run. Around is asked for
// each analyzer and each that one requires, once; where it returns nil the analyzer runs as it is. An
// analyzer of which nothing changes, in itself or in what it requires, is returned as it is, so
// that drivers which know it already need not run it twice.
func Analyzers(list []*analysis.Analyzer, around func(*analysis.Analyzer) Run) []*analysis.Analyzer {
	w := &wrapper{around: around, made: make(map[*analysis.Analyzer]*analysis.Analyzer)}
	return w.all(list)
}

type wrapper struct {
	around func(*analysis.Analyzer) Run
	made   map[*analysis.Analyzer]*analysis.Analyzer
}

func (w *wrapper) all(list []*analysis.Analyzer) []*analysis.Analyzer {
	out := make([]*analysis.Analyzer, len(list))
	for i, a := range list {
		out[i] = w.one(a)
	}
	return out
}

func (w *wrapper) one(a *analysis.Analyzer) *analysis.Analyzer {
	if made := w.made[a]; made != nil {
		return made
	}
	requires, run := w.all(a.Requires), w.around(a)
	if run == nil && slices.Equal(requires, a.Requires) {
		w.made[a] = a
		return a
	}
	if run == nil {
		run = a.Run
	}
	copied := *a
	copied.Requires = requires
	copied.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Analyzer = a
		inner.ResultOf = make(map[*analysis.Analyzer]any, len(requires))
		for i, r := range a.Requires { // the analyzer asks for the results of those that it knows
			inner.ResultOf[r] = pass.ResultOf[requires[i]]
		}
		return run(&inner)
	}
	w.made[a] = &copied
	return &copied
}
