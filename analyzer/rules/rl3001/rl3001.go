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
	for _, m := range mistakes.Of(pass, mistakes.NoSteps) {
		pass.Report(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("this back-off has no Steps, so that %s never calls what it is to try; "+
			"set how many tries there may be", m.Text)})
	}
	for _, m := range mistakes.Of(pass, mistakes.Unheeded) {
		pass.Report(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("nobody heeds the answer of %s: it takes a token and holds "+
			"nothing back; call Wait", m.Text)})
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
