package rl4009

import (
	_ "embed"
	"fmt"
	"go/token"
	"time"

	"github.com/rllint/rllint/internal/engine/dropped"
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
	Name:     "RL4009",
	Requires: []*analysis.Analyzer{mistakes.Analyzer, model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	said := make(map[string]bool) // where, without the column
	for _, lost := range model.Of(pass).Behaviour.Dropped {
		if lost.Error {
			continue // of RL4007
		}
		said[line(pass, lost.Pos)] = true
		pass.Report(analysis.Diagnostic{Pos: lost.Pos, Message: message(lost)})
	}
	for _, m := range mistakes.Of(pass, mistakes.Unreturned) {
		pass.Reportf(m.Pos, "%s asks for the request again here, and every return after that hands back an empty Result: it does not come back; "+
			"return %[1]s", m.Text)
	}
	for _, m := range mistakes.Of(pass, mistakes.Overwritten) {
		pass.Reportf(m.Pos, "this deferred function puts another Result in the place of %s, also where that asks for the request again: it does "+
			"not come back then; set the error alone", m.Text)
	}
	for _, m := range mistakes.Of(pass, mistakes.Overtaken) {
		pass.Reportf(m.Pos, "the delay that is set here never counts: line %d puts another one in its place; keep the sooner of the two",
			pass.Fset.Position(m.Expr.Pos()).Line)
	}
	for _, m := range mistakes.Of(pass, mistakes.ShadowedDelay) {
		if !said[line(pass, m.Pos)] {
			pass.Reportf(m.Pos, ":= makes another %s in this block, and the one that is returned is never set: it does not come back; assign it "+
				"with =", m.Text)
		}
	}
	return nil, nil
}

func line(pass *analysis.Pass, pos token.Pos) string {
	at := pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", at.Filename, at.Line)
}

func message(d dropped.Result) string {
	asks := "RequeueAfter"
	switch {
	case d.Requeue && !d.Half:
		asks = "Requeue"
	case d.Length > 0:
		asks = "RequeueAfter (" + model.Short(time.Duration(d.Length)) + ")"
	}
	read := "is looked at only where there is an error"
	if d.Half {
		return d.Call + " can return " + asks + " and nil, but its caller asks for Requeue alone, which is false then: " +
			"the request does not come back; ask for IsZero instead"
	}
	if d.Alone {
		return d.Call + " can return " + asks + " and nil, but its Result is thrown away here, and no caller hears of it: the request does not " +
			"come back for that; return it, too, or an error"
	}
	if d.Ignored {
		read = "is not looked at"
	}
	return d.Call + " can return " + asks + " and nil, but its Result " + read +
		": the request does not come back; return the Result if it is not empty"
}
