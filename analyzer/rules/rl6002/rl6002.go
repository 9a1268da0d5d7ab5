package rl6002

import (
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.NoBackOff,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.NoBackOff, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	switch f.What {
	case queuing.Resynced:
		return "each resync, every " + f.Detail + ", adds all objects again, also those that have not changed and those that wait for their " +
			"back-off: compare resource versions in UpdateFunc, or resync less often"
	case queuing.Reset:
		return "Forget takes back the failure that AddRateLimited has just counted: each retry waits as short as the first"
	case queuing.Fresh:
		return "Forget comes before AddRateLimited each time, so that the failures never add up: each retry waits as short as the first"
	}
	return "Add after an error puts the item back at once: an object that keeps failing is retried as fast as the workers can, without " +
		"back-off"
}
