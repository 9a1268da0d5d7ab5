package vettool

import (
	"fmt"
	"os"

	"github.com/rllint/rllint/internal/driving/wrap"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"golang.org/x/tools/go/analysis"
)

// guard returns analyzers in which a fault, in one of them or in one it requires, costs its package
// and nothing else, and shows as one line.
//
// The process ends at once: go vet keeps the answer of a tool that ends well, so a
// fault passed on as the analyzer's error would be shown once and never again.
func guard(analyzers []*analysis.Analyzer, u *unit) []*analysis.Analyzer {
	return wrap.Analyzers(analyzers, func(a *analysis.Analyzer) wrap.Run { return guarded(a.Name, a.Run, u.giveUp) })
}

func guarded(name string, run wrap.Run, giveUp func(message string)) wrap.Run {
	return func(pass *analysis.Pass) (any, error) {
		defer func() {
			if cause := recover(); cause != nil {
				giveUp(fmt.Sprintf("%s: internal error in %s, the package is left out: %v", pass.Pkg.Path(), name, cause))
			}
		}()
		result, err := run(pass)
		switch r := result.(type) {
		case *model.Result:
			if r.Why != "" {
				giveUp(r.Why)
			}
			for _, message := range r.Bounds { // what was found counts all the same
				fmt.Fprintf(os.Stderr, "rllint: %s\n", message)
			}
		case report.Partial:
			for _, message := range r.Problems() {
				giveUp(message)
			}
		}
		return result, err
	}
}

// giveUp ends the process. The packages that import this one go on as if there
// was nothing to learn from it.
func (u *unit) giveUp(message string) {
	if u.VetxOutput != "" && os.WriteFile(u.VetxOutput, nil, 0o666) == nil && u.VetxOnly {
		os.Exit(0)
	}
	fmt.Fprintf(os.Stderr, "rllint: %s\n", message)
	os.Exit(1)
}
