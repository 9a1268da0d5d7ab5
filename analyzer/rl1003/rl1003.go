package rl1003

import (
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/analyzer/controllers"
)

// Analyzer is the rule with its documentation.
var Analyzer = &lint.Analyzer{
	Doc: &lint.RawDocumentation{Title: "MaxConcurrentReconciles unrelated to max-reconcile-rate"},
	Analyzer: &analysis.Analyzer{
		Name:     "RL1003",
		Doc:      "MaxConcurrentReconciles unrelated to max-reconcile-rate",
		URL:      "https://pkg.go.dev/github.com/rllint/rllint/analyzer/rl1003",
		Requires: []*analysis.Analyzer{controllers.Analyzer},
		Run:      run,
	},
}

func run(pass *analysis.Pass) (any, error) {
	model := pass.ResultOf[controllers.Analyzer].(*controllers.Result)
	for _, cause := range model.Causes(controllers.Concurrency) {
		pass.Report(analysis.Diagnostic{Pos: cause.Pos, End: cause.End, Category: "RL1003", Message: cause.Detail})
	}
	return nil, nil
}
