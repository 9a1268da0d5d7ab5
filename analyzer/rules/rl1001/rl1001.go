package rl1001

import (
	"fmt"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1001",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := model.Of(pass)
	fixes := fix.In(pass)
	result.ReportFixable(pass, judge.Limiter, func(c *model.Cause) string { return message(c, c.Ignored(result.OptionMakers)) },
		func(c *model.Cause) []analysis.SuggestedFix {
			return fixes.Limiter(result.OptionMakers, c)
		})
	return nil, nil
}

// message says what is wrong with the queue limiter. Ignored says what is missing where main's options come to the controllers.
func message(c *model.Cause, ignored string) string {
	retries := c.Reaches[0].QueueDefault()
	switch options := c.OptionsOfMain(); {
	case c.Verdict == judge.Adhoc:
		return fmt.Sprintf("%s %s a queue limiter of %s own (%s), so %s retries wait for other times than those of the other controllers",
			c.Subject(), c.Verb("has", "have"), c.Verb("its", "their"), c.Detail, c.Verb("its", "their"))
	case c.DefaultsAlone() && options != "" && ignored != "":
		return fmt.Sprintf("%s %s %s: %s; %s one worker, and %s", c.Subject(), c.Verb("ignores", "ignore"), options, ignored,
			c.Verb("it runs", "each runs"), retries)
	case c.DefaultsAlone() && options != "":
		return fmt.Sprintf("%s %s not get %s: %s one worker, and %s", c.Subject(), c.Verb("does", "do"), options, c.Verb("it runs", "each runs"),
			retries)
	case c.DefaultsAlone():
		return fmt.Sprintf("%s %s no queue limiter (%s) and one worker: %s", c.Subject(), c.Verb("has", "have"), c.Detail, retries)
	}
	return fmt.Sprintf("%s %s no queue limiter (%s): %s", c.Subject(), c.Verb("has", "have"), c.Detail, retries)
}
