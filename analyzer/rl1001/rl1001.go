package rl1001

import (
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/analyzer/controllers"
	"github.com/rllint/rllint/analyzer/rule"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1001",
	Requires: []*analysis.Analyzer{controllers.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model := pass.ResultOf[controllers.Analyzer].(*controllers.Result)
	for _, cause := range model.Causes(controllers.Limiter) {
		pass.Report(analysis.Diagnostic{Pos: cause.Pos, End: cause.End, Category: "RL1001", Message: cause.Detail})
	}
	return nil, nil
}
