package rl5001

import (
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL5001",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	pass.ResultOf[model.Analyzer].(*model.Result).Report(pass, judge.Requests, message)
	return nil, nil
}

func message(c *model.Cause) string {
	c.Note = c.Verdict == judge.Strained
	workers := c.Value + " workers"
	if c.Name != "" {
		workers = "as many workers as " + c.Name + " says"
	}
	if len(c.Reaches) == 0 {
		return "the queues of this program have " + workers + ", and clients of " + c.Detail + ", that nothing sets"
	}
	return c.Subject() + " " + c.Verb("has", "have") + " " + workers + ", and one client of " + c.Detail + ", that nothing sets"
}
