package rl6004

import (
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.NeverAsked,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.NeverAsked, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	const unasked = "nothing calls AddRateLimited on this queue: its limiter is never asked, "
	switch f.What {
	case queuing.Counted:
		return unasked + "failures do not back off, and NumRequeues is always 0"
	case queuing.Unretried:
		return unasked + "and nothing retries a failure"
	}
	return unasked + "and failures do not back off"
}
