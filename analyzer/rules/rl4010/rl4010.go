package rl4010

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/rllint/rllint/internal/engine/conflicts"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityInfo, &analysis.Analyzer{
	Name:     "RL4010",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, c := range model.Of(pass).Behaviour.Conflicts {
		d := analysis.Diagnostic{Pos: c.Pos, Message: message(c, pass.Fset.Position(c.Since).Line)}
		if c.Form == conflicts.Emptied || c.Form == conflicts.Cached {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	for _, m := range mistakes.Of(pass, mistakes.WrittenAgain) {
		pass.Report(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("this conflicts each time: %s has the resource version from before the "+
			"update in line %d, whose answer is thrown away; go on with what that returns", m.Text, pass.Fset.Position(m.Expr.Pos()).Line)})
	}
	for _, m := range mistakes.Of(pass, mistakes.WrittenInstead) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("where the update in line %d failed by a conflict, this one "+
			"fails too: %s has the same resource version; return the error, or get the object again first",
			pass.Fset.Position(m.Expr.Pos()).Line, m.Text)}))
	}
	for _, m := range mistakes.Of(pass, mistakes.WrittenMade) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("this update fails each time: %s has no resource version, "+
			"which an update of a custom kind needs; change what line %d reads, or take its version over",
			m.Text, pass.Fset.Position(m.Expr.Pos()).Line)}))
	}
	return nil, nil
}

// message says what is wrong with a write, and of which line the one is that is the reason.
func message(c conflicts.Conflict, since int) string {
	switch c.Form {
	case conflicts.Hidden:
		return "nothing is tried again: where this update fails, the function returns another error in place of the conflict; return the " +
			"update's error itself"
	case conflicts.Carried:
		return "after a conflict each further try fails too: this has the resource version of " + c.Object +
			", which nothing reads again; leave the version as it was read in the function that is retried"
	case conflicts.Wiped:
		return "this writes " + c.Object + " just as it was read: the Get before it has put what is stored in the place of what was set " +
			"outside; change it in the function that is retried, after the Get"
	case conflicts.Emptied:
		return "where this update fails, its answer, which has no name, takes the place of " + c.Object + ", by which the next try asks for " +
			"the object: keep the answer in another variable until the error is looked at"
	case conflicts.Cached:
		return "the tries follow each other within some 50 ms, and each reads from the informer's cache, which may not have the change yet " +
			"that conflicts: after a conflict get the object from the API server"
	case conflicts.Ends:
		return "after a conflict this poll ends as if the update had gone well, and nothing tries again: return false and nil, so that it " +
			"gets the object anew"
	case conflicts.Taken:
		is := "it is"
		if c.Part == "Finalizers" {
			is = "they are"
		}
		return fmt.Sprintf("this writes the %s of %s as %s stored: the answer of the request in line %d has taken the place of what was set "+
			"before; write that first, or set it after that request", strings.ToLower(c.Part), c.Object, is, since)
	case conflicts.Outdated:
		return fmt.Sprintf("this conflicts where the request in line %d has changed anything: it has the version from before that; go on with "+
			"what that was handed, or get the object again", since)
	case conflicts.Unchanged:
		return "this patch is empty: it is made from " + c.Object + " as it is; copy that before it is changed, and make the patch from the copy"
	case conflicts.Reversed:
		return "this patch takes back what was changed: it is made from that, and " + c.Object + " is as it was read; patch the one that was " +
			"changed, from the other"
	}
	return "after a conflict each further try fails too: this updates " + c.Object +
		" with the resource version of before; get it again in the function that is retried, and change it there"
}
