package rl5003

import (
	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL5003",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).ReportFixable(pass, judge.Lease, message, fix.In(pass).Lease)
	return nil, nil
}

func message(c *model.Cause) string {
	at := ""
	if c.By.Line > 0 {
		at = " (" + c.Near(c.By) + ")"
	}
	return "leader election of this manager shares the RateLimiter of its rest.Config" + at + " with " + c.Subject() +
		": when they use up its tokens, the lease may be renewed too late, and then the program exits; " +
		"give LeaderElectionConfig a copy of the config without RateLimiter"
}
