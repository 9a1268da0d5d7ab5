package rl4005

import (
	"fmt"
	"time"

	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL4005",
	Requires: []*analysis.Analyzer{mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, d := range mistakes.Of(pass, mistakes.Unitless, mistakes.Counted, mistakes.Passed, mistakes.RateOfDelay, mistakes.NeverSet) {
		found := analysis.Diagnostic{Pos: d.Pos, Message: message(d)}
		if d.Meant || d.Kind == mistakes.Passed || d.Kind == mistakes.NeverSet { // whoever computes the time may know that it has not passed
			found = rule.Noted(found)
		}
		pass.Report(found)
	}
	return nil, nil
}

func message(d mistakes.Mistake) string {
	switch d.Kind {
	case mistakes.RateOfDelay:
		return fmt.Sprintf("rate.Limit(%[1]s) takes the delay's nanoseconds for events a second, which limits nothing: call rate.Every(%[1]s)",
			d.Text)
	case mistakes.NeverSet:
		return d.Text + " is always 0: nothing sets this field; set it where the struct is made"
	case mistakes.Counted:
		return d.Text + " counts nanoseconds, so that there is no delay: multiply it by its unit"
	case mistakes.Passed:
		return "RequeueAfter is not positive once the time in " + d.Text +
			" has passed, and the request is then dropped: max with a short delay lets it come back"
	}
	return fmt.Sprintf("%s is a delay of %s, which is none: name its unit, such as %s * time.Second", d.Text, time.Duration(d.Value), d.Text)
}
