package rl3001

import (
	"fmt"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/delay"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL3001",
	Requires: []*analysis.Analyzer{model.Analyzer, delay.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	fixes := fix.In(pass)
	pass.ResultOf[model.Analyzer].(*model.Result).ReportFixable(pass, judge.Numbers, message, func(c *model.Cause) []analysis.SuggestedFix {
		return fixes.Delays(c)
	})
	for _, d := range pass.ResultOf[delay.Analyzer].(*delay.Result).Delays {
		if d.Kind == delay.NoBurst {
			pass.Report(analysis.Diagnostic{Pos: d.Pos, Message: "this limiter cannot work: its burst is 0: it lets nothing through"})
		}
	}
	return nil, nil
}

func message(c *model.Cause) string {
	return fmt.Sprintf("this limiter of %s cannot work: %s", c.Subject(), c.Detail)
}
