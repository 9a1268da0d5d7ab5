package rl2001

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL2001",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := model.Of(pass)
	result.Report(pass, judge.Instance, message)
	result.Behaviour.Queues.Report(pass, queuing.Shared, messageOfQueue)
	return nil, nil
}

func message(c *model.Cause) string {
	return fmt.Sprintf("this limiter is in the queues of %s of different kinds and holds %s: it knows objects by namespace and name only, "+
		"so that those of one kind delay those of another and erase their back-off",
		c.Subject(), c.Detail)
}

func messageOfQueue(f queuing.Finding) string {
	return fmt.Sprintf("the queue made at line %s asks the same limiter, which counts the failures of each key: a key of one delays the "+
		"equal key of the other and erases its back-off", f.Detail)
}
