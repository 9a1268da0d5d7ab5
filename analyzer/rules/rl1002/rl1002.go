package rl1002

import (
	"fmt"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1002",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := model.Of(pass)
	fixes := fix.In(pass)
	wrap := wrapper(result.Wrappers)
	result.ReportFixable(pass, judge.Middleware, func(c *model.Cause) string { return message(c, wrap) },
		func(c *model.Cause) []analysis.SuggestedFix { return fixes.Wrap(result.Wrappers, c) })
	return nil, nil
}

// wrapper names the function that wraps reconcilers in this program, "" if it has none or several.
func wrapper(list []model.Wrapper) string {
	if len(list) != 1 {
		return ""
	}
	return list[0].Name + "." + list[0].Func
}

func message(c *model.Cause, wrap string) string {
	never := c.Verb("never asks", "never ask")
	shared := "one that they share"
	if c.Promised.Limiter.Line > 0 {
		shared = "that limiter"
	}
	follows := ""
	if p := &c.Promised; p.Limiter.Line == 0 && p.Rate != "" {
		follows = ", whatever " + c.RateAt() + " says"
	}
	why, reconciler := "", ""
	c.Note = c.Asks == judge.Library || c.Asks == judge.Common
	switch {
	case c.Asks == judge.NoLimiter:
		return fmt.Sprintf("%s %s: %s; hand it %s", c.Subject(), c.Verb("panics in each reconcile", "panic in each reconcile"), c.Detail,
			c.LimiterAsked())
	case c.Asks == judge.ItsOwn && len(c.Details) > 1: // not all of them have one
		never, why = c.Verb("does not ask", "do not ask"), " ("+c.Detail+")"
	case c.Asks == judge.ItsOwn:
		return fmt.Sprintf("%s %s %s (%s): what that one lets through comes on top of the rest%s; hand %s %s", c.Subject(),
			c.Verb("does not ask", "do not ask"), c.LimiterAsked(), c.Detail, follows, c.Verb("it", "them"), shared)
	case c.Asks == judge.Sometimes:
		never, why = c.Verb("does not always ask", "do not always ask"), " ("+c.Detail+")"
	case c.Detail != "":
		reconciler = " (" + c.Detail + ")"
	}
	whose := c.Verb("its reconciler", "their reconcilers")
	instead := "; wrap " + whose + reconciler + " in one that asks it"
	if wrap != "" {
		instead = "; wrap " + whose + reconciler + " with " + wrap
	}
	return fmt.Sprintf("%s %s %s%s: watch events, polls and requeues reach %s at any rate%s%s",
		c.Subject(), never, c.LimiterAsked(), why, c.Verb("it", "them"), follows, instead)
}
