package rl5002

import (
	"fmt"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     "RL5002",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Ineffective, message)
	for _, flag := range mistakes.Of(pass, mistakes.RateNeverParsed) {
		pass.Reportf(flag.Pos, "%s", flag.Unparsed())
	}
	for _, m := range mistakes.Of(pass, mistakes.Late) {
		pass.Reportf(m.Pos, "%s has no effect: what was made of this config before has a copy of it, and nothing is made of it later; "+
			"set it before", m.Text)
	}
	for _, m := range mistakes.Of(pass, mistakes.Unmade) {
		pass.Reportf(m.Pos, "%s has no effect: no client or manager is made of this config; hand it to what makes them", m.Text)
	}
	for _, m := range mistakes.Of(pass, mistakes.Copied) {
		pass.Reportf(m.Pos, "%s has no effect: this function was handed a copy of the config; take a pointer to it", m.Text)
	}
	return nil, nil
}

func message(c *model.Cause) string {
	switch c.Verdict {
	case judge.Idle:
		of := ""
		if program := strings.Split(c.Detail, "/"); c.Detail != "" {
			of = " of " + strings.Join(program[max(len(program)-2, 0):], "/")
		}
		return c.Name + " sets the rate of no client" + of + ": none that is followed takes its QPS from it"
	case judge.Doubled:
		return fmt.Sprintf("%s sets the variable of %s: the one that is given last sets the rate, and the burst is as if there were no flag",
			c.Name, c.Detail)
	case judge.Bypassed, judge.Unreached:
		c.Note = c.Verdict == judge.Unreached // it may be meant for clients that are not followed
		return fmt.Sprintf("a client that is made of this config makes %s: %s does not reach it", c.Value, c.Name)
	}
	now := c.Value
	if now == "0" {
		now = "client-go's 5 (burst 10)"
	}
	return fmt.Sprintf("the default of %s makes the client slower than without it: %s requests a second, where the config had %s", c.Name, now,
		c.Detail)
}
