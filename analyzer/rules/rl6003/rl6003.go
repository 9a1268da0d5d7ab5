package rl6003

import (
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.NoForget,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.NoForget, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	switch f.What {
	case queuing.Anywhere:
		return "AddRateLimited counts a failure of the item, and nothing in this package calls Forget on its queue: after a success " +
			"the next error waits as if all before had failed too"
	case queuing.Early:
		return "the worker returns without Forget: an item that failed before keeps its failures, and the next error waits longer than it should"
	case queuing.Gone:
		return "an item whose object was deleted is not forgotten: the first error of a new object of that name is delayed as if the old " +
			"failures were its own"
	case queuing.Spent:
		return "an item that succeeds is not forgotten: NumRequeues counts all its failures and not those in a row, and the worker gives it " +
			"up after as many"
	case queuing.Mounting:
		return "nor is the item forgotten: each event counts as one more failure of it, and the next one waits longer still"
	case queuing.Leaked:
		return "an item that is through is not forgotten, and no later item is equal to this pointer: the queue's limiter keeps its entry for " +
			"good"
	case queuing.GivenUp:
		return "an item that is given up after an error is not forgotten: it keeps its failures, and when it is added again the next error " +
			"counts on from there"
	}
	return "an item that succeeds is not forgotten: the queue's limiter keeps its failures, and the next error of an equal item waits " +
		"longer than it should"
}
