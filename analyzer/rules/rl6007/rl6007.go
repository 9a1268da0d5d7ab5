package rl6007

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/behaviour"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.BadKey,
	Requires: []*analysis.Analyzer{behaviour.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	behaviour.Of(pass).Queues.Report(pass, queuing.BadKey, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	const follows = "so that two keys for one object are not equal: its events are not merged, and each has a back-off of its own"
	kind, is, holds := "key", "is of type", "holds"
	if f.Several {
		kind, is, holds = "keys", "are of the types", "hold"
	}
	if f.What == queuing.OfLimiter {
		return fmt.Sprintf("When gets a key of type %s, so that two keys for one object are not equal: each has a back-off of its own, and "+
			"the limiter keeps every key", f.Detail)
	}
	if f.What == queuing.HoldsObject {
		return fmt.Sprintf("the %s of type %s %s a pointer or an interface, %s", kind, f.Detail, holds, follows)
	}
	return fmt.Sprintf("the %s %s %s, %s", kind, is, f.Detail, follows)
}
