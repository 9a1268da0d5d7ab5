package rl7003

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL7003",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer, syntax.Analyzer},
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
	reportOwned(pass)
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

// reportOwned reports the kinds of objects that a reconciler makes for its own, and of whose changes no watch tells. It may have several
// controllers, of which a program sets up one.
func reportOwned(pass *analysis.Pass) {
	causes := model.Of(pass).Causes(judge.Watched)
	all := make(map[symbol.Name][]string)
	for _, c := range causes {
		for _, of := range c.Reaches {
			all[of.Reconciler] = append(all[of.Reconciler], strings.Split(c.Detail, ",")...)
		}
	}
	for _, c := range causes {
		var kinds []string
		for _, of := range c.Reaches {
			for _, pair := range mistakes.OwnedBy(pass, of.Reconciler) {
				watched := all[of.Reconciler]
				if slices.Contains(watched, string(pair[0])) && !slices.Contains(watched, string(pair[1])) {
					kinds = append(kinds, pair[1].Last())
				}
			}
		}
		if slices.Sort(kinds); len(kinds) > 0 {
			pos := c.Pos
			for at := range syntax.Preorder(pass, (*ast.SelectorExpr)(nil)) {
				if sel := at.Node().(*ast.SelectorExpr); sel.Sel.Pos() == c.Pos {
					pos = sel.Pos() // where the builder begins
				}
			}
			pass.Report(rule.Noted(analysis.Diagnostic{Pos: pos, Message: c.Subject() + " is the controller of each " +
				strings.Join(slices.Compact(kinds), " and ") + " that it makes, and watches none: whoever changes or deletes one does not wake it; " +
				"watch them with Owns"}))
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
