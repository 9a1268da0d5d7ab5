package rl2006

import (
	_ "embed"
	"fmt"
	"go/types"

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
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL2006",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Unread, message)
	for _, m := range mistakes.Of(pass, mistakes.Overruled) {
		pass.Reportf(m.Pos, "the builder keeps only the options of its last WithOptions, at line %d, and these go unread: "+
			"give it all options in one", pass.Fset.Position(m.Expr.End()).Line)
	}
	for _, m := range mistakes.Of(pass, mistakes.UnreadFlag) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "flag --" + m.Text +
			" has no effect: it sets " + types.ExprString(m.Expr) + ", which nothing reads; use the value, or drop the flag"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.UnreadOption) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: m.Text + " is set, and nothing reads it: the controller has the " +
			"default, whatever it says; pass it on with WithOptions"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.ReadEarly) {
		line := pass.Fset.Position(m.Expr.Pos()).Line
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf(
			"flag --%s always has its default here: flags are parsed at line %d; read it after that", m.Text, line)}))
	}
	for _, m := range mistakes.Of(pass, mistakes.ReadAsBuilt) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "flag --" + m.Text + " always has its default here, which runs before " +
			"anybody parses the command line; read it where the command runs"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.ConfigEarly) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: fmt.Sprintf("flag --kubeconfig has no effect on this config: flags are "+
			"parsed at line %d; read the config after that", pass.Fset.Position(m.Expr.Pos()).Line)}))
	}
	return nil, nil
}

func message(c *model.Cause) string {
	at := ""
	if c.By.Line > 0 {
		at = " (" + c.Near(c.By) + ")"
	}
	if c.Verdict == judge.DropsLimiter {
		return c.Name + " gets options with a RateLimiter for " + c.Subject() + at +
			" and does not read them: the queue has the default limiter; pass them on with WithOptions"
	}
	return c.Name + " gets options with the number of workers for " + c.Subject() + ", " + c.Detail + at +
		", and does not read them: the controller runs one worker whatever that says; pass them on with WithOptions"
}
