package rl1000

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityInfo, &analysis.Analyzer{
	Name:     "RL1000",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	pass.ResultOf[model.Analyzer].(*model.Result).Report(pass, judge.Promise, message)
	return nil, nil
}

func message(c *model.Cause) string {
	const see = "; see rllint explain RL1000"
	unset := 0
	for _, r := range c.Reaches {
		if r.Limits[judge.Limiter].Verdict == judge.Unset {
			unset++
		}
	}
	switch unset {
	case len(c.Reaches):
		return fmt.Sprintf("nothing limits how fast this program reconciles: %s %s failures from 5 ms on, and watch events and polls reach %s at any rate%s",
			c.Subject(), c.Verb("retries", "retry"), c.Verb("it", "them"), see)
	case 0:
		return fmt.Sprintf("nothing limits how fast this program reconciles: watch events and polls reach %s at any rate%s", c.Subject(), see)
	}
	verb := "retry"
	if unset == 1 {
		verb = "retries"
	}
	return fmt.Sprintf("nothing limits how fast this program reconciles: watch events and polls reach %s at any rate, and %d of them %s failures from 5 ms on%s", c.Subject(), unset, verb, see)
}
