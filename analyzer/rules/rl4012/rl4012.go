package rl4012

import (
	_ "embed"
	"time"

	"github.com/rllint/rllint/internal/engine/lost"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4012",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	found := model.Of(pass).Behaviour
	for _, answer := range found.Backoff {
		if answer.Call == "" {
			pass.Report(analysis.Diagnostic{Pos: answer.Pos, Message: early})
		}
	}
	for _, delay := range found.Lost.Delays {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: delay.Pos, Message: message(delay)}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Fresh) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "the limiter " + m.Text + " is made anew each time and knows of no " +
			"failure: it always says the first delay; keep one limiter for all"}))
	}
	return nil, nil
}

const early = "this wrapper answers with RequeueAfter before it calls the reconciler: the queue takes that for success and forgets the " +
	"object's failures, so one that always fails never backs off; wait here, or keep the failures elsewhere"

func message(d lost.Delay) string {
	if d.Length == lost.Requeued {
		return "an error of " + d.Call + " brings the request back, and nobody hears of it: no log and no metric tells of the failure; " +
			"return the error, which backs off just the same"
	}
	same := "the same "
	if d.About {
		same += "delay of about "
	}
	follows := "failures never back off and none of its metrics counts them; return the error, or let the delay grow"
	if d.Length >= lost.Late {
		follows = "none of its metrics counts the failure, and one that would pass at once waits as long; return the error"
	}
	return "an error of " + d.Call + " is answered with " + same + model.Short(time.Duration(d.Length)) +
		" each time: the queue takes that for success, so " + follows
}
