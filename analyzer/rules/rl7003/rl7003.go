package rl7003

import (
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL7003",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Unwatched, message)
	for _, m := range mistakes.Of(pass, mistakes.Early) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this goroutine reads with the manager's client (" + m.Text +
			") before the manager has started: the read fails while the cache is not started; " +
			"hand the function to mgr.Add as a manager.RunnableFunc, which begins it after that"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Replaced) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "nothing asks these predicates: those of the next WithPredicates of " +
			"this watch take their place; hand all of them to one WithPredicates"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.ForTwice) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this builder is told twice what it is for: Complete returns an error, " +
			"or with an old controller-runtime the last one alone counts; watch one of them with Owns or Watches"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.AtOnce) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: m.Text + " reads with the manager's client before the manager has " +
			"started: the read fails while the cache is not started; read with mgr.GetAPIReader, or in a Runnable"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Unindexed) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "nothing in this program registers the index " + m.Text +
			": a list by it fails each time; register it with IndexField before the manager starts"}))
	}
	reportAwaited(pass)
	return nil, nil
}

// reportAwaited reports the objects that a reconciler does without where they are missing, though no watch tells of one that is made later.
func reportAwaited(pass *analysis.Pass) {
	seen := make(map[token.Pos]bool)
	for _, c := range model.Of(pass).Causes(judge.Watched) {
		for _, of := range c.Reaches {
			for _, object := range mistakes.AwaitedBy(pass, of.Reconciler) {
				if slices.Contains(strings.Split(c.Detail, ","), string(object.Type)) || seen[object.Pos] {
					continue
				}
				seen[object.Pos] = true
				state, once := " is missing", "there is one"
				if object.Unready.IsValid() {
					state = fmt.Sprintf(" is not ready (line %d)", pass.Fset.Position(object.Unready).Line)
					once = "it is"
				}
				pass.Report(rule.Noted(analysis.Diagnostic{Pos: object.Pos, Message: "where this " + object.Type.Last() + state +
					" the request counts as done, and " + c.Subject() + " watches none: nothing brings the request back once " + once +
					"; watch them, or return a RequeueAfter"}))
			}
		}
	}
}

func message(c *model.Cause) string {
	if c.Verdict == judge.Uncalled {
		c.Note = true // another program may, or one that is not written yet
		return "this controller never runs: nothing in the program calls " + c.Name + ", though it calls most functions like that beside it"
	}
	return c.Subject() + " watches nothing: its builder has no For, Owns or Watches, so Complete returns an error and no request ever comes"
}
