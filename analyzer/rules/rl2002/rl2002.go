package rl2002

import (
	"fmt"
	"path/filepath"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL2002",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	pass.ResultOf[model.Analyzer].(*model.Result).Report(pass, judge.Identity, message)
	return nil, nil
}

func message(c *model.Cause) string {
	where := ""
	for _, s := range c.Others {
		where = fmt.Sprintf(" (see %s:%d)", filepath.Base(s.File), s.Line)
	}
	return fmt.Sprintf("%s %s set up twice for one manager%s: %s", c.Subject(), c.Verb("is", "are"), where, c.SecondOfName())
}
