package rl2003

import (
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL2003",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.ByHand, message)
	for _, d := range mistakes.Of(pass, mistakes.OtherLimiter) {
		pass.Report(analysis.Diagnostic{Pos: d.Pos, Message: other(d.Text)})
	}
	return nil, nil
}

func other(limiter string) string {
	return "this delay is that of " + limiter + ", which is not the limiter of the queue: AddAfter asks none, and nothing makes " + limiter +
		" forget, so the delays of an item only grow; call AddRateLimited, which asks the queue's"
}

func message(c *model.Cause) string {
	c.Note = c.Detail == "NumRequeues" // who returns errors elsewhere has the count that the queue goes by
	asks := "this asks the limiter of the queue of " + c.Subject() + ": "
	switch c.Detail {
	case "When":
		return asks + "When counts a failure, and after RequeueAfter the queue forgets its count, so the delay stays the first one"
	case "NumRequeues":
		return asks + "the count is the queue's, and RequeueAfter and success erase it"
	}
	return "this makes the queue of " + c.Subject() + " forget failures: the back-off that it has built up starts again"
}
