package rl0002

import (
	"strings"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/directive"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// New returns the rule with its documentation. It requires the other rules, whose findings
// can be suppressed, also those that are switched off: a directive is not useless because
// its rule does not run today.
func New(others ...*lint.Analyzer) *lint.Analyzer {
	requires := []*analysis.Analyzer{report.Analyzer, model.Analyzer}
	for _, a := range others {
		requires = append(requires, a.Analyzer)
	}
	return rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{Name: "RL0002", Requires: requires, Run: run})
}

func run(pass *analysis.Pass) (any, error) {
	filter := pass.ResultOf[report.Analyzer].(*report.Filter)
	useAtControllers(filter, model.Of(pass))
	for _, d := range filter.Directives() {
		if concerns(d) && !filter.Used(d) {
			pass.Report(analysis.Diagnostic{
				Pos: d.Pos, End: d.End,
				Message:        "the directive suppresses nothing: " + strings.Join(d.Rules, ",") + " has no finding here",
				SuggestedFixes: fix.In(pass).Remove(d.Pos, d.End),
			})
		}
	}
	return nil, nil
}

// concerns reports whether d is for rllint alone and has a meaning.
func concerns(d *directive.Directive) bool {
	if d.To < d.From || len(d.Rules) == 0 || d.Form == directive.Nolint {
		return false
	}
	if d.Form == directive.Own {
		return true
	}
	for _, name := range d.Rules {
		if !strings.HasPrefix(name, "RL") {
			return false
		}
	}
	return true
}

// useAtControllers takes a directive at a controller for used if the controller is
// not known to be in order there: the finding that it suppresses may stand in a
// package that imports this one.
func useAtControllers(filter *report.Filter, result *model.Result) {
	for _, c := range result.Controllers {
		for attr, limit := range c.Limits {
			if !limit.Verdict.Good() {
				filter.Use(c.Site.File, c.Site.Line, attr.Rule)
			}
		}
	}
}
