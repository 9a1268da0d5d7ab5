package rl2005

import (
	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityInfo, &analysis.Analyzer{
	Name:     "RL2005",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	fixes := fix.In(pass)
	model.Of(pass).ReportFixable(pass, judge.Jitter, message, fixes.Jitter)
	return nil, nil
}

func message(c *model.Cause) string {
	every := ""
	if c.Value != "" {
		every = " (" + c.Value + ")"
	}
	return c.Subject() + " " + c.Verb("polls", "poll") + " after the time that " + c.Detail + " gives" + every +
		", always the same: objects that were seen together stay together, and come in waves; add a random part, as wait.Jitter does"
}
