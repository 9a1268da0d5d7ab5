package rl4001

import (
	"fmt"
	"time"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/outcome"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     outcome.Rule,
	Requires: []*analysis.Analyzer{outcome.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	fixes := fix.In(pass)
	for _, pair := range pass.ResultOf[outcome.Analyzer].(*outcome.Result).Pairs {
		d := analysis.Diagnostic{Pos: pair.Pos, Message: message(pair)}
		if pair.Certain {
			d.SuggestedFixes = fixes.EmptyResult(pair.Pos)
		}
		pass.Report(d)
	}
	return nil, nil
}

func message(p outcome.Pair) string {
	field, instead := "RequeueAfter", ""
	if p.Length > 0 {
		field += " of " + time.Duration(p.Length).String()
	}
	if p.Requeue {
		field = "Requeue"
	}
	when := "beside an error"
	if p.Maybe {
		when = "where the error beside it is not nil"
	}
	if p.Deferred {
		when = "where this deferred call puts it beside an error"
	}
	with := "controller-runtime"
	if p.Version != "" {
		with += " " + p.Version
	}
	switch {
	case p.Terminal:
		return fmt.Sprintf("%s is ignored beside a TerminalError: %s does not retry the request at all", field, with)
	case p.Requeue:
		instead = "the error alone brings the request back, and each time a warning is logged"
	case p.Length > 0:
		instead = "instead of every " + time.Duration(p.Length).String()
	}
	if p.Requeue {
		return fmt.Sprintf("%s is ignored %s: with %s %s", field, when, with, instead)
	}
	text := fmt.Sprintf("%s is ignored %s: %s retries after 5 ms, 10 ms, … up to 1000 s", field, when, with)
	if instead != "" {
		text += " " + instead
	}
	return text + ", unless the controller has a limiter of its own"
}
