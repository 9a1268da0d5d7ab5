package rl1003

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL1003",
	Requires: []*analysis.Analyzer{model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	result := model.Of(pass)
	fixes := fix.In(pass)
	text := func(c *model.Cause) string {
		said := message(c, c.Ignored(result.OptionMakers))
		if slices.ContainsFunc(c.Reaches, func(reached *model.Controller) bool { return reached.Kept != nil }) { // passworkers
			said += "; first make it safe for more: it keeps state of a request (RL4011)"
		}
		return said
	}
	result.ReportFixable(pass, judge.Concurrency, text, func(c *model.Cause) []analysis.SuggestedFix {
		return fixes.Workers(result.OptionMakers, c)
	})
	result.Report(pass, judge.Handed, withoutEffect)
	for _, flag := range mistakes.Of(pass, mistakes.NeverParsed) {
		pass.Reportf(flag.Pos, "%s", flag.Unparsed())
	}
	for _, key := range mistakes.Of(pass, mistakes.NoSuchKind) {
		pass.Reportf(key.Pos, "%s is the name of no kind, so that this number of workers reaches no controller: write Kind.group, such as "+
			"Deployment.apps or Pod", key.Text)
	}
	for _, read := range mistakes.Of(pass, mistakes.BeforeParse) {
		pass.Reportf(read.Pos, "flag %s is read when the package is initialised, before flags are parsed: the number of workers is its "+
			"default, whatever it says", read.Text)
	}
	return nil, nil
}

// withoutEffect is the message on a setting for the number of workers that does not reach controllers.
func withoutEffect(c *model.Cause) string {
	c.Note = c.Verdict == judge.FewHave
	if c.Verdict == judge.Idle {
		return c.Name + " sets the number of workers of no controller"
	}
	if c.Verdict == judge.Hides {
		return fmt.Sprintf("%s %s %s: %s, which the manager has for its kind, changes nothing", c.Subject(), c.Verb("runs", "run"), workers(c),
			c.Name)
	}
	others := ""
	if c.Detail != "" {
		others = " of " + c.Detail
	}
	return fmt.Sprintf("%s %s one worker: %s, which sets the number of workers%s, does not reach %s", c.Subject(), c.Verb("runs", "run"),
		c.Name, others, c.Verb("it", "them"))
}

// message says what is wrong with the number of workers. Ignored says what is missing where main's options come to the controllers.
func message(c *model.Cause, ignored string) string {
	run := c.Verb("runs", "run")
	c.Note = c.Verdict == judge.Flag
	switch c.Verdict {
	case judge.Unset:
		switch options := c.OptionsOfMain(); {
		case c.DefaultsAlone() && options != "" && ignored != "":
			return fmt.Sprintf("%s %s %s and %s one worker%s, whatever %s says: %s", c.Subject(), c.Verb("ignores", "ignore"), options, run,
				c.Verb("", " each"), c.Rate(), ignored)
		case c.DefaultsAlone() && options != "":
			return fmt.Sprintf("%s %s not get %s and %s one worker%s, whatever %s says", c.Subject(), c.Verb("does", "do"), options, run,
				c.Verb("", " each"), c.Rate())
		}
		return fmt.Sprintf("%s %s one worker%s, whatever %s says: MaxConcurrentReconciles is set neither for %s nor for the manager",
			c.Subject(), run, c.Verb("", " each"), c.RateAt(), c.Verb("it", "them"))
	case judge.Flag:
		if len(c.Details) > 1 {
			return fmt.Sprintf("%s %s as many workers as %s say, and %s changes none of them", c.Subject(), run, several(c.Details), c.Rate())
		}
		return fmt.Sprintf("%s %s as many workers as %s says, whatever %s says", c.Subject(), run, c.Detail, c.Rate())
	}
	return fmt.Sprintf("%s %s %s%s, written as a constant: raising %s starts no more", c.Subject(), run, workers(c), c.Verb("", " each"),
		c.RateAt())
}

// mostNamed bounds the settings that a message names.
const mostNamed = 3

// several names settings, the first few of many.
func several(details []string) string {
	if more := len(details) - mostNamed; more > 0 {
		return fmt.Sprintf("%s and %d others", strings.Join(details[:mostNamed], ", "), more)
	}
	last := len(details) - 1
	return strings.Join(details[:last], ", ") + " and " + details[last]
}

func workers(c *model.Cause) string {
	switch n := c.Value; n {
	case "":
		return "as many workers as " + c.Detail + " says"
	case "1":
		return "1 worker"
	default:
		return judge.Either(n) + " workers"
	}
}
