package rl6005

import (
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.EventsWait,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.EventsWait, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	switch f.What {
	case queuing.Apart:
		return "an event is added with AddRateLimited, which counts it as a failure: the item waits for the limiter"
	case queuing.Watch:
		return "an event is added with AddRateLimited, which counts it as a failure: the request waits for the limiter, and longer with each " +
			"event until it succeeds"
	}
	return "an event is added with AddRateLimited, which counts it as a failure: the item waits for the limiter, and longer with each " +
		"event until it succeeds"
}
