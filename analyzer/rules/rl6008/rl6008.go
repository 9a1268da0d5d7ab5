package rl6008

import (
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     queuing.Dropped,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.Dropped, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	if f.What == queuing.Promised {
		return "the item is dropped after an error, though what is printed says that it is tried again: Forget takes its failures back and " +
			"adds nothing; call AddRateLimited"
	}
	return "the item is dropped after an error: nothing adds it again, and its work is not done until the object's next event"
}
