package rl6007

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.BadKey,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.BadKey, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	const unequal = "so that two keys for one object are not equal: "
	if f.What == queuing.OfLimiter {
		return fmt.Sprintf("When gets a key of type %s, %seach has a back-off of its own, and the limiter keeps every key", f.Detail, unequal)
	}
	is := "key is of type"
	if f.Several {
		is = "keys are of the types"
	}
	return fmt.Sprintf("the %s %s, %sits events are not merged, and each has a back-off of its own", is, f.Detail, unequal)
}
