package rl1002

import (
	"fmt"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1002",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := pass.ResultOf[model.Analyzer].(*model.Result)
	fixes := fix.In(pass)
	result.ReportFixable(pass, judge.Middleware, message, func(c *model.Cause) []analysis.SuggestedFix {
		return fixes.Wrap(result.Wrappers(), c)
	})
	return nil, nil
}

func message(c *model.Cause) string {
	reconciler := "the reconciler"
	if c.Detail != "" {
		reconciler += " (" + c.Detail + ")"
	}
	return fmt.Sprintf("%s of %s is not wrapped in global-rate middleware: watch events, polls and requeues reach it at any rate, whatever max-reconcile-rate says",
		reconciler, c.Subject())
}
