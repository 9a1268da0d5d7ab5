package report

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Partial is implemented by results of analyzers that say what keeps them from being whole: a
// fault inside the analysis, or a bound of it. Drivers show that and do not call the run complete.
type Partial interface {
	// Problems has a sentence for people for each thing that is missing; it is empty if nothing is.
	Problems() []string
}

// SaysPartial reports whether an analyzer's results are [Partial].
func SaysPartial(a *analysis.Analyzer) bool {
	return a.ResultType != nil && a.ResultType.Implements(reflect.TypeFor[Partial]())
}

// Partials returns those of the analyzers, and of all that they require, whose results are [Partial], each once.
func Partials(list []*analysis.Analyzer) []*analysis.Analyzer {
	var found []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			if SaysPartial(a) {
				found = append(found, a)
			}
			visit(a.Requires)
		}
	}
	visit(list)
	return found
}
