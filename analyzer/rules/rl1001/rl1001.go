package rl1001

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
	Name:     "RL1001",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := pass.ResultOf[model.Analyzer].(*model.Result)
	fixes := fix.In(pass)
	result.ReportFixable(pass, judge.Limiter, message, func(c *model.Cause) []analysis.SuggestedFix {
		return fixes.Limiter(result.OptionMakers(), c)
	})
	return nil, nil
}

func message(c *model.Cause) string {
	if c.Verdict == judge.Adhoc {
		return fmt.Sprintf("%s %s a queue limiter of %s own, %s: its back-off is not the one the other controllers share",
			c.Subject(), c.Verb("has", "have"), c.Verb("its", "their"), c.Detail)
	}
	return fmt.Sprintf("%s %s built without the shared limiter (%s): %s",
		c.Subject(), c.Verb("is", "are"), c.Detail, c.Reaches[0].QueueDefault())
}
