package rl1006

import (
	"fmt"
	"path/filepath"
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
	pass.ResultOf[model.Analyzer].(*model.Result).Report(pass, judge.Multiplicity, message)
	return nil, nil
}

func message(c *model.Cause) string {
	var others []string
	for _, s := range c.Others {
		others = append(others, fmt.Sprintf("%s:%d", filepath.Base(s.File), s.Line))
	}
	return fmt.Sprintf("this is one of %s global limiters made from %s, each asked by other controllers: together they let %s times the rate through (see %s)",
		c.Value, c.Name, c.Value, strings.Join(others, ", "))
}
