package rl1007

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL1007",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Kind, message)
	return nil, nil
}

func message(c *model.Cause) string {
	if c.Verdict == judge.PerItemToo {
		return fmt.Sprintf("what %s %s before each reconcile holds %s beside its token bucket: it delays each object by itself, healthy ones too",
			c.Subject(), c.Verb("asks", "ask"), c.Detail)
	}
	return fmt.Sprintf("what %s %s before each reconcile is no token bucket but holds %s: it delays each object by itself, healthy ones "+
		"too, and limits nothing overall",
		c.Subject(), c.Verb("asks", "ask"), c.Detail)
}
