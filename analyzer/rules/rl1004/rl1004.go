package rl1004

import (
	"fmt"
	"strings"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1004",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := model.Of(pass)
	fixes := fix.In(pass)
	result.ReportFixable(pass, judge.Client, message, func(c *model.Cause) []analysis.SuggestedFix {
		return fixes.Client(result.ConfigLimiters, c)
	})
	return nil, nil
}

func message(c *model.Cause) string {
	if c.Verdict == judge.Unset {
		return "the client of this manager does not follow " + c.RateAt() + ": " + c.ClientDefault()
	}
	client := "the client does not follow " + c.RateAt() + ": "
	switch {
	case c.Verdict == judge.Flag:
		return client + "its QPS is what " + c.Detail + " says"
	case strings.HasPrefix(c.Value, "-"):
		return client + fmt.Sprintf("its QPS is the constant %s, which is no limit", c.Value)
	}
	return client + fmt.Sprintf("its QPS is the constant %s", judge.Either(c.Value))
}
