package rl0002

import (
	"strings"

	"github.com/rllint/rllint/analyzer/rules/rl1001"
	"github.com/rllint/rllint/analyzer/rules/rl1002"
	"github.com/rllint/rllint/analyzer/rules/rl1003"
	"github.com/rllint/rllint/internal/engine/directive"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation. It requires every rule whose
// findings can be suppressed, also those that are switched off: a directive is not
// useless because its rule does not run today.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name: "RL0002",
	Requires: []*analysis.Analyzer{
		report.Analyzer,
		model.Analyzer,
		rl1001.Analyzer.Analyzer,
		rl1002.Analyzer.Analyzer,
		rl1003.Analyzer.Analyzer,
	},
	Run: run,
})

func run(pass *analysis.Pass) (any, error) {
	filter := pass.ResultOf[report.Analyzer].(*report.Filter)
	useAtControllers(filter, pass.ResultOf[model.Analyzer].(*model.Result))
	for _, d := range filter.Directives() {
		if concerns(d) && !filter.Used(d) {
			pass.Report(analysis.Diagnostic{
				Pos: d.Pos, End: d.End,
				Message: "the directive suppresses nothing: " + strings.Join(d.Rules, ",") + " has no finding here",
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
		for name, verdict := range map[string]judge.Verdict{
			"RL1001": c.Limiter.Verdict,
			"RL1002": c.Middleware.Verdict,
			"RL1003": c.Concurrency.Verdict,
		} {
			switch verdict {
			case judge.Shared, judge.Wrapped, judge.Rate:
			default:
				filter.Use(c.Site.File, c.Site.Line, name)
			}
		}
	}
}
