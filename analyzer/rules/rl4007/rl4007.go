package rl4007

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/lost"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4007",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, found := range model.Of(pass).Behaviour.Lost.Errors {
		d := analysis.Diagnostic{Pos: found.Pos, Message: message(found)}
		if len(found.Calls) > 0 {
			d.Message += calledAt(pass.Fset, found.Calls)
			for _, call := range found.Calls {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: call, Message: "it is called here"})
			}
		}
		if found.Informed || found.Noted || found.How == lost.Swallowed && !found.Reconciles || found.How.Doubtful() {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	for _, found := range model.Of(pass).Behaviour.Dropped {
		if found.Error {
			pass.Report(rule.Noted(analysis.Diagnostic{Pos: found.Pos,
				Message: "the error of " + found.Call + " is lost where its Result asks for the " +
					"request again: that is returned with nil before anybody looks at the error; look at the error first"}))
		}
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

func message(l lost.Error) string {
	switch {
	case l.How == lost.Mistaken:
		return "the error of " + l.Call + " is lost: " + l.Other + " is returned in its place, which is nil here"
	case l.How == lost.Overwritten && l.Other != "":
		return "the error of " + l.Call + " is lost but for the last item: the next round of this loop sets " + l.Other + " again; gather them"
	case l.How == lost.Overwritten && l.Noted:
		return "the error of " + l.Call + " is lost where the next one is put in its place before anybody looks at it; look at it first"
	case l.How == lost.Overwritten:
		return "the error of " + l.Call + " is lost: the next one is put in its place before anybody looks at it"
	case l.How == lost.Deferred:
		return "the error that this function returns is lost: this deferred call puts that of " + l.Call +
			" in its place, which is nil where that goes well"
	case l.How == lost.OnlyKind:
		return "the error of " + l.Call + " is lost: the code asks for " + l.Other + " of it, and drops any other; return that"
	case l.How == lost.Sometimes && !l.Reconciles:
		return "the error of " + l.Call + " is lost where " + l.Other + " is nil: then the caller takes it that all went well; return both"
	case l.How == lost.Sometimes:
		return "the error of " + l.Call + " is lost where " + l.Other +
			" is nil: then the request counts as done, unless the Result brings it back"
	case l.How == lost.DeferredStatus:
		return "the error of " + l.Call + " is lost: this deferred call does not return it, and the request counts as done though the status " +
			"was not written"
	case l.How == lost.DeferredOver:
		return "the error that this function returns is lost where " + l.Call +
			" fails too: this deferred call puts that in its place; return both, with errors.Join"
	case l.How == lost.Unheard && l.Other == "":
		return "the error of " + l.Call + " is lost with this goroutine: whoever has started it does not hear of it; hand it over, or try " +
			"again here"
	case l.How == lost.Unheard:
		return "the error of " + l.Call + " is lost: " + l.Other + " does not return it, and its callers do not hear of it; " +
			"return the error"
	case l.How == lost.Missed:
		return "the error of " + l.Call + " is lost with the event: nobody tries again before the object's next one; " +
			"add its key to a queue, and do this in its worker"
	case l.How == lost.Unasked:
		return "whatever the server answers, " + l.Call + " counts as done: an answer of 500 is no error to net/http; " +
			"look at StatusCode, and return an error"
	case l.How == lost.Remembered && l.Final:
		return "the object is written without its finalizer before " + l.Call + " has done its work: where that fails, the object is gone, " +
			"and nobody tries again; remove the finalizer after that"
	case l.How == lost.Remembered:
		return l.Other + " says that this is done before " + l.Call + " has done it: where that fails, the retry leaves it out; " +
			"write it after that"
	case l.How == lost.LeftOut:
		return "where the object of " + l.Call + " is gone already, this return leaves out what is deleted after it, and tells the caller that " +
			"all is done; go on with the next"
	case l.How == lost.Gathered:
		return "the errors that " + l.Call + " puts into its parameter " + l.Other + " are lost: no caller sees what becomes of that; " +
			"return them, or take a pointer"
	case l.How == lost.Shadowed:
		return "the error of " + l.Call + " is lost: := makes another " + l.Other + " in this block, and what follows asks the one around it; " +
			"assign it with ="
	case l.How == lost.Unused:
		return l.Call + " makes an error that nobody has: return it"
	case l.How == lost.AfterReturn:
		return "what this deferred function sets " + l.Call + " to is lost: " + l.Call + " is no named result, and what is returned was taken " +
			"from it before; name the result"
	case l.How == lost.Compared:
		return "the error of " + l.Call + " is compared with " + l.Other + ", and nothing keeps it: assign it, and compare with nil"
	case l.How == lost.NotSetUp && l.Other != "":
		return "where " + l.Call + " fails, the program goes on with " + l.Other + ", which was never set: end it, as it does for other errors " +
			"here"
	case l.How == lost.NotSetUp:
		return "where " + l.Call + " fails, for whatever reason, what is set up here is missing until the program starts again: " +
			"return the error, unless it says that there is no such kind"
	case l.How == lost.Taken && !l.Reconciles && strings.HasSuffix(l.Call, "List"):
		return "any error of " + l.Call + " is taken to say that there is nothing, whatever failed: return the error"
	case l.How == lost.Taken && !l.Reconciles:
		return "any error of " + l.Call + " is taken to say that there is no such object, whatever failed: ask IsNotFound, " +
			"and return any other error"
	case l.How == lost.Emptied && l.Other == "":
		return "the error of " + l.Call + " is lost: where that fails, the code goes on without an answer; return the error"
	case l.How == lost.Emptied && l.Told != "":
		return "the error of " + l.Call + " is lost: " + l.Other + " answers " + l.Told + " then, whatever failed; return the error"
	case l.How == lost.Emptied:
		return "the error of " + l.Call + " is lost: " + l.Other + " answers as if there were nothing to read; " +
			"return the error"
	case l.How == lost.ThrownAway && l.Final:
		return "the error of " + l.Call + " is thrown away before a TerminalError is returned: where that fails, nobody tries again; " +
			"return its error then"
	case l.How == lost.ThrownAway && l.Reconciles:
		return "the error of " + l.Call + " is thrown away: where that fails, the request counts as done all the same; return the error"
	case l.How == lost.ThrownAway:
		return "the error of " + l.Call + " is thrown away: where that fails, the code goes on as if there were nothing; look at the error"
	case l.How == lost.Omitted:
		return "the error of " + l.Call + " is lost: " + l.Other + " leaves out what it could not read, and its callers take the rest for all; " +
			"return the error"
	case l.How == lost.Overtold:
		return "the condition that tells of the error of " + l.Call + " is set to success further down: nobody ever sees it; return, or set it " +
			"to success only where there is no error"
	case l.How == lost.Denied:
		return "the error of " + l.Call + " is told in a condition, and then the function that this one ends with is told that there is none; " +
			"hand it the error"
	case l.How == lost.Unwritten:
		return "the condition that tells of the error of " + l.Call + " is never seen: this return comes before the status is written"
	case l.How == lost.Taken:
		return "any error of " + l.Call + " is taken to say that there is no such object, and the request counts as done: ask IsNotFound, and " +
			"return any other error"
	case l.How == lost.NilWrapped && l.Other != "" && l.Told == "":
		return "the error that " + l.Call + " is given is nil where this branch is taken for " + l.Other +
			" alone: its message has <nil> in the place of the cause; make a new error for that"
	case l.How == lost.NilWrapped && l.Other != "":
		return "the error that " + l.Call + " is given is nil where this branch is taken for " + l.Other +
			" alone, so it returns nil: the caller takes it that all went well; make a new error for that"
	case l.How == lost.NilWrapped && l.Told != "" && l.Reconciles:
		return "the error that " + l.Call + " is given is nil here, so it returns nil: nobody hears of what failed, and the Result alone " +
			"brings the request back; make a new error"
	case l.How == lost.NilWrapped && l.Told != "":
		return "the error that " + l.Call + " is given is nil here, so it returns nil: the caller takes it that all went well; make a new error"
	case l.How == lost.NilWrapped:
		return "the error that " + l.Call + " is given is nil here: its message has <nil> in the place of the cause; give it the error that is " +
			"there, or none"
	case l.How == lost.AskedInVain && l.Other != "":
		return l.Call + " never holds here: " + l.Other + " has left out errors of that kind before, so what is meant for them is done " +
			"for none; ask what it is handed"
	case l.How == lost.AskedInVain && l.Told != "":
		return l.Call + " never holds: it compares pointers, and the one to " + l.Told + " has just been made; ask errors.As"
	case l.How == lost.AskedInVain:
		return l.Call + " never holds here: the error that it is asked of is made of the text of another one; wrap that with %w"
	case l.How == lost.NilReturned:
		return l.Other + " is nil here, where the code tells of an error: the caller takes it that all went well; make a new error"
	case l.How == lost.Passed && l.Reconciles:
		return "the error of " + l.Call + " is lost where the steps after it go well: the request counts as done, so that nobody tries again; " +
			"return the error, also where the rest is to be done first"
	case l.How == lost.Passed:
		return "the error of " + l.Call + " is lost where the steps after it go well: the caller takes it that all did; return the error, " +
			"also where the rest is to be done first"
	case l.How == lost.ToldOnly:
		return "the error of " + l.Call + " is told and not returned, and the request counts as done: events are filtered by generation, so " +
			"nothing brings the object back; return the error"
	case l.How == lost.ToldUnchanged:
		done := "the request counts as done"
		if !l.Reconciles {
			done = "the caller takes it that all went well"
		}
		return "the error of " + l.Call + " is told in the status and not returned, and " + done + ": the next time the " +
			"status is as it was, so nothing brings the object back; return the error"
	case l.How == lost.ToldUnwritten:
		return "the error of " + l.Call + " is told in the object, which nothing writes after that, and the request counts as done: " +
			"return the error"
	case l.How == lost.Unwrapped:
		return "errors.Unwrap returns nil for an error that wraps no other: then " + l.Call + " is lost, and all counts as done; return it " +
			"as it is"
	case l.How == lost.Finalized:
		return "the error of " + l.Call + " is lost: " + l.Other +
			" does not return it, and the finalizer is removed all the same, so that nobody " +
			"tries again"
	case l.How == lost.FinalizedHere:
		return "the error of " + l.Call + " is lost: the finalizer is removed all the same, so that nobody tries again; return the error first"
	case l.How == lost.Unseen:
		return "the error of " + l.Call + " is lost: nobody looks at what a deferred call returns"
	case l.How == lost.Stated:
		return "the error of " + l.Call + " is told in a status alone: " + l.Other +
			" does not return it, so that no error brings the " +
			"request back"
	case l.Reconciles:
		return "the error of " + l.Call + " is lost: an empty Result and nil tell controller-runtime that the work is done; return the error"
	case l.Told != "":
		return "the error of " + l.Call + " is lost: the caller hears " + l.Told + " and no error, whatever failed"
	}
	return "the error of " + l.Call + " is lost: the caller takes it that all went well, whatever failed"
}
