package rl1002

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/analyzer/controllers"
	"github.com/rllint/rllint/analyzer/rule"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1002",
	Requires: []*analysis.Analyzer{controllers.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	pass.ResultOf[controllers.Analyzer].(*controllers.Result).Report(pass, controllers.Middleware, message)
	return nil, nil
}

func message(c *controllers.Cause) string {
	reconciler := "the reconciler"
	if c.Detail != "" {
		reconciler += " (" + c.Detail + ")"
	}
	return fmt.Sprintf("%s of %s is not wrapped in global-rate middleware: watch events, polls and requeues reach it at any rate, whatever max-reconcile-rate says",
		reconciler, c.Subject())
}
