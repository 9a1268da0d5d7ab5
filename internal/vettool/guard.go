package vettool

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
)

// guard makes a panic in any analyzer, or in one it requires, an error of that
// analyzer: go vet then shows one line for the package and goes on with the next.
func guard(analyzers []*analysis.Analyzer) {
	visit(analyzers, func(a *analysis.Analyzer) { a.Run = guarded(a.Name, a.Run) })
}

func guarded(name string, run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if cause := recover(); cause != nil {
				result, err = nil, fmt.Errorf("%s: internal error in %s, the package is left out: %v", pass.Pkg.Path(), name, cause)
			}
		}()
		return run(pass)
	}
}
