package rl2003

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
	Name:     "RL2003",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	fixes := fix.In(pass)
	pass.ResultOf[model.Analyzer].(*model.Result).ReportFixable(pass, judge.ByHand, message, func(c *model.Cause) []analysis.SuggestedFix {
		if c.Detail != "When" {
			return nil
		}
		return fixes.Requeue(c)
	})
	return nil, nil
}

func message(c *model.Cause) string {
	follows := ""
	switch c.Detail {
	case "When":
		follows = "it counts a failure, and RequeueAfter makes the queue forget all of them, so that the delay never grows"
	case "NumRequeues":
		follows = "the count is the queue's, which RequeueAfter and success erase"
	default:
		follows = "the back-off that the queue has built up is erased"
	}
	return fmt.Sprintf("%s is called of the limiter in the queue of %s: %s", c.Detail, c.Subject(), follows)
}
