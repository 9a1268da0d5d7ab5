package rl4001

import (
	"fmt"
	"go/token"
	"slices"
	"time"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/pairs"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     pairs.Rule,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	fixes := fix.In(pass)
	controllers := model.Of(pass)
	filter := pass.ResultOf[report.Analyzer].(*report.Filter)
	list := controllers.Behaviour.Pairs.Pairs
	var certain []token.Pos
	for _, pair := range list {
		if pair.Certain && !pair.Terminal { // of a final error nobody knows whether it is meant
			certain = append(certain, pair.Pos)
		}
	}
	for _, pair := range list {
		loses := pair.Loses()
		if !loses && !pairs.Possible() {
			at := pass.Fset.Position(pair.Pos)
			filter.Use(at.Filename, at.Line, pairs.Rule) // a directive is of use, though nothing is shown
			continue
		}
		d := analysis.Diagnostic{Pos: pair.Pos, Message: message(pair, controllers.Retries(pair.Type))}
		if slices.Contains(certain, pair.Pos) {
			d.SuggestedFixes = fixes.EmptyResult(pair.Pos, certain)
		}
		if !loses {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	return nil, nil
}

// firstWarning is the first version of controller-runtime that warns of an error beside a Result.
const firstWarning = "v0.16.0"

// message says of a pair what becomes of the request. Retries says after which times the queue hands it out again.
func message(p pairs.Pair, retries string) string {
	field, instead := "RequeueAfter", "return nil with the RequeueAfter, or the error with an empty Result"
	if p.Length > 0 {
		field = "RequeueAfter (" + model.Short(time.Duration(p.Length)) + ")"
	}
	if p.Requeue {
		field = "Requeue"
	}
	with := "controller-runtime"
	if p.Version != "" {
		with += " " + p.Version
	}
	when := "returning an error drops " + field
	switch {
	case p.Terminal:
		return fmt.Sprintf("returning a TerminalError drops %s: %s does not retry the request at all", field, with)
	case p.Deferred:
		when, instead = "where this deferred call sets an error or a Result, the error drops "+field, "empty the Result where there is an error"
	case p.Older && p.Maybe:
		when, instead = "the error from before the status was written drops "+field, "look at that error first"
	case p.Maybe:
		when = "where this error is not nil, it drops " + field
	}
	if p.Requeue {
		if p.Version != "" && semver.Compare(p.Version, firstWarning) < 0 {
			return when + ": the error alone brings the request back"
		}
		return fmt.Sprintf("%s: the error alone brings the request back, and %s logs a warning each time", when, with)
	}
	return fmt.Sprintf("%s: the retry comes %s; %s", when, retries, instead)
}
