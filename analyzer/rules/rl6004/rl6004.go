package rl6004

import (
	"github.com/rllint/rllint/internal/engine/behaviour"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.NeverAsked,
	Requires: []*analysis.Analyzer{behaviour.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	behaviour.Of(pass).Queues.Report(pass, queuing.NeverAsked, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	if f.What == queuing.Counted {
		return "nothing calls AddRateLimited on this queue: its limiter is never asked, failures do not back off, and NumRequeues is always 0"
	}
	return "nothing calls AddRateLimited on this queue: its limiter is never asked, and failures do not back off"
}
