package rl4007

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"

	"github.com/rllint/rllint/internal/engine/failure"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4007",
	Requires: []*analysis.Analyzer{failure.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, lost := range pass.ResultOf[failure.Analyzer].(*failure.Result).Lost {
		d := analysis.Diagnostic{Pos: lost.Pos, Message: message(lost)}
		if len(lost.Calls) > 0 {
			d.Message += calledAt(pass.Fset, lost.Calls)
			for _, call := range lost.Calls {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: call, Message: "it is called here"})
			}
		}
		if lost.Informed || lost.How == failure.Swallowed && !lost.Reconciles || lost.How == failure.DeferredStatus || lost.How == failure.Sometimes {
			d = rule.Noted(d) // callers may know by other means that something failed, or need not; an error of an earlier step brings the request back
		}
		pass.Report(d)
	}
	return nil, nil
}

// calledAt names the first of some calls, which are all of one package.
func calledAt(fset *token.FileSet, calls []token.Pos) string {
	first := fset.Position(slices.Min(calls))
	at := fmt.Sprintf(" (see %s:%d", filepath.Base(first.Filename), first.Line)
	if more := len(calls) - 1; more > 0 {
		at += fmt.Sprintf(" and %d more", more)
	}
	return at + ")"
}

func message(l failure.Lost) string {
	switch {
	case l.How == failure.Hidden:
		return "the error of " + l.Call + " is lost: this err is another variable than the one that is looked at after"
	case l.How == failure.Mistaken:
		return "the error of " + l.Call + " is lost: " + l.Other + " is returned in its place, which is nil here"
	case l.How == failure.Overwritten:
		return "the error of " + l.Call + " is lost: the next one is put in its place before anybody looks at it"
	case l.How == failure.Deferred:
		return "the error that this function returns is lost: this deferred call puts that of " + l.Call + " in its place, which is nil where that goes well"
	case l.How == failure.OnlyKind:
		return "the error of " + l.Call + " is lost: only one kind of it is asked for, and any other is dropped"
	case l.How == failure.Sometimes:
		return "the error of " + l.Call + " is lost where " + l.Other + " is nil: then the request counts as done, unless the Result brings it back"
	case l.How == failure.DeferredStatus:
		return "the error of " + l.Call + " is lost: this deferred function does not return it, and the request counts as done though the status was not written"
	case l.How == failure.ToldStatus:
		return "the error of " + l.Call + " is lost: " + l.Other + " does not return it, and the request counts as done though the status was not written"
	case l.Reconciles:
		return "the error of " + l.Call + " is lost: an empty Result and no error say that there is nothing left to try"
	case l.Told != "":
		return "the error of " + l.Call + " is lost: the caller hears " + l.Told + " and no error, whatever failed"
	}
	return "the error of " + l.Call + " is lost: the caller takes it that all went well, whatever failed"
}
