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
	return fmt.Sprintf("the key is %s, so that two keys for one object are not equal: its events are not merged, and each has a "+
		"back-off of its own", f.Detail)
}
