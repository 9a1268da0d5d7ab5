package rl1001

import (
	"fmt"

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
	pass.ResultOf[controllers.Analyzer].(*controllers.Result).Report(pass, controllers.Limiter, message)
	return nil, nil
}

func message(c *controllers.Cause) string {
	if c.Verdict == controllers.Adhoc {
		return fmt.Sprintf("%s %s a queue limiter of %s own, %s: its back-off is not the one the other controllers share",
			c.Subject(), c.Verb("has", "have"), c.Verb("its", "their"), c.Detail)
	}
	return fmt.Sprintf("%s %s built without the shared limiter (%s): %s",
		c.Subject(), c.Verb("is", "are"), c.Detail, c.Reaches[0].QueueDefault())
}
