package rl4013

import (
	_ "embed"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4013",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, answer := range model.Of(pass).Behaviour.Backoff {
		if answer.Call != "" {
			pass.Report(analysis.Diagnostic{Pos: answer.Pos, Message: message(answer.Call)})
		}
	}
	return nil, nil
}

func message(call string) string {
	return "the error of " + call + " becomes final whatever its kind: after a timeout or a conflict nobody tries again until something " +
		"else happens to the object; return the error, and make final only a kind that another try cannot mend"
}
