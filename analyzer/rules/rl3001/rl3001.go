package rl3001

import (
	"fmt"
	"slices"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL3001",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	controllers := model.Of(pass)
	controllers.Report(pass, judge.Numbers, message)
	for _, d := range mistakes.Of(pass, mistakes.NoBurst) {
		said := func(c model.Cause) bool { return d.Pos <= c.Pos && c.Pos < d.Expr.End() } // of a controller's limiter
		if !slices.ContainsFunc(controllers.Causes(judge.Numbers), said) {
			pass.Report(analysis.Diagnostic{Pos: d.Pos, Message: "this limiter cannot work: its burst is 0: it lets nothing through"})
		}
	}
	return nil, nil
}

func message(c *model.Cause) string {
	is := "cannot work"
	if c.Verdict == judge.NoBackOff {
		is = "is a bucket alone, without back-off"
	}
	return fmt.Sprintf("this limiter of %s %s: %s", c.Subject(), is, c.Detail)
}
