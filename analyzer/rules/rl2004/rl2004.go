package rl2004

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL2004",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Siblings, message)
	return nil, nil
}

func message(c *model.Cause) string {
	switch c.Verdict {
	case judge.NoPoll:
		return fmt.Sprintf("%s reaches no controller: %s %s every %s, a constant in %s", c.Detail, c.Subject(), c.Verb("polls", "poll"), c.Value,
			c.Name)
	case judge.Strayed:
		return fmt.Sprintf("%s polls every %s, a constant in %s: %s, which does not reach this one", c.Subject(), c.Value, c.Name, c.Detail)
	}
	c.Note = c.Verdict == judge.Unlike // which may well be meant: some kinds have few objects
	return fmt.Sprintf("%s does not get %s, and sets nothing of its own", c.Subject(), c.Detail)
}
