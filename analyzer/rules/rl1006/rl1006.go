package rl1006

import (
	"fmt"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1006",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Multiplicity, message)
	return nil, nil
}

func message(c *model.Cause) string {
	var others []string
	for _, s := range c.Others {
		others = append(others, c.Near(s))
	}
	return fmt.Sprintf("%s %s this limiter and others ask the one%s made at %s, all from %s: together they let %s times the rate through",
		c.Subject(), c.Verb("asks", "ask"), plural(len(others)), strings.Join(others, " and "), c.Promised.Written(c.Name), c.Value)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
