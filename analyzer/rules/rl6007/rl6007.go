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
	whose, merged := "the key", "its events are not merged, and each has a back-off of its own"
	if f.What == queuing.OfLimiter {
		whose, merged = "the key of this limiter", "each has a back-off of its own, and the limiter keeps every one"
	}
	return fmt.Sprintf("%s is %s, so that two keys for one object are not equal: %s", whose, f.Detail, merged)
}
