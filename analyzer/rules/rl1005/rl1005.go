package rl1005

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
	Name:     "RL1005",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Budget, message)
	return nil, nil
}

func message(c *model.Cause) string {
	if c.Verdict == judge.Unused {
		return fmt.Sprintf("%s limits nothing: its value reaches no limiter, no number of workers and no client", c.Detail)
	}
	if len(c.Reaches) == 1 {
		return fmt.Sprintf("this limiter, made from %s, limits nothing: the one controller does not ask it before it reconciles",
			c.Promised.Written(c.Name))
	}
	return fmt.Sprintf("this limiter, made from %s, limits nothing: none of the %d controllers asks it before it reconciles",
		c.Promised.Written(c.Name), len(c.Reaches))
}
