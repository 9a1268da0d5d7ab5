package rl1000

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityInfo, &analysis.Analyzer{
	Name:     "RL1000",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Promise, message)
	return nil, nil
}

// mostQueues bounds the kinds of queue limiters that a message names.
const mostQueues = 2

// message names the limits that there are: what spans no controllers may still limit each of them.
func message(c *model.Cause) string {
	subject, runs := "no limit spans "+c.Subject(), "retry"
	if len(c.Reaches) == 1 {
		subject, runs = c.Subject()+" has no limit besides its queue's", "retries"
	}
	who, n := workers(c)
	text := subject + ": " + who + " " + clients(c, n == 1)
	unset := 0
	for _, r := range c.Reaches {
		if r.Limits[judge.Limiter].Verdict == judge.Unset {
			unset++
		}
	}
	switch {
	case unset == 1 && len(c.Reaches) > 1:
		text += "; one of them retries failures from 5 ms on"
	case unset > 0:
		text += fmt.Sprintf("; %s %s failures from 5 ms on", of(unset, c, "they"), runs)
	}
	named := 0
	for _, k := range c.Known {
		switch k.Of {
		case judge.QueueLimit:
			if named++; named > mostQueues {
				continue
			}
			text += "; " + queues(k.Controllers, c) + " failures"
			if k.Text != "" {
				text += " (" + k.Text + ")"
			}
		case judge.ReconcilerLimit:
			text += "; " + asks(k.Controllers, c)
		}
	}
	return text
}

// workers names the workers of the controllers, by their number if each is a constant, and else 0.
func workers(c *model.Cause) (string, int) {
	total := 0
	for _, r := range c.Reaches {
		n, err := strconv.Atoi(r.Limits[judge.Concurrency].Value)
		if err != nil {
			return c.Verb("its workers", "their workers"), 0
		}
		total += n
	}
	if total == 1 {
		return "its worker", 1
	}
	return fmt.Sprintf("%s %d workers", c.Verb("its", "their"), total), total
}

// clients says what clients the workers have, each of several once. One says that there is one worker.
func clients(c *model.Cause, one bool) string {
	var list []string
	for _, k := range c.Known {
		switch {
		case k.Of == judge.ClientFree:
			list = append(list, "no limit")
		case k.Of == judge.ClientLimit && k.Text != "":
			list = append(list, k.Text)
		case k.Of == judge.ClientLimit:
			list = append(list, "a limit that rllint does not know")
		}
	}
	run, have := "run", "have"
	if one {
		run, have = "runs", "has"
	}
	switch {
	case len(list) == 0:
		return run + " as fast as the work allows"
	case len(list) > 1 || slices.ContainsFunc(c.Reaches, func(r *model.Controller) bool { // of other managers
		return r.Limits[judge.Requests].At != c.Reaches[0].Limits[judge.Requests].At
	}):
		return have + " clients with " + strings.Join(list, " or ")
	case len(c.Reaches) > 1:
		return "share a client with " + list[0]
	}
	return have + " a client with " + list[0]
}

// of names so many of the controllers, all of them by a pronoun.
func of(n int, c *model.Cause, all string) string {
	switch {
	case len(c.Reaches) == 1:
		return "it"
	case n >= len(c.Reaches):
		return all
	}
	return fmt.Sprintf("%d of them", n)
}

// queues begins to say what the queue limiters of so many of the controllers do.
func queues(n int, c *model.Cause) string {
	switch {
	case len(c.Reaches) == 1:
		return "its queue limiter delays"
	case n >= len(c.Reaches):
		return "their queue limiters delay"
	case n == 1:
		return "the queue limiter of one of them delays"
	}
	return fmt.Sprintf("the queue limiters of %d of them delay", n)
}

// asks says that so many of the controllers ask a limiter.
func asks(n int, c *model.Cause) string {
	switch {
	case len(c.Reaches) == 1:
		return "it asks a limiter of its own before it reconciles"
	case n == 1:
		return "one of them asks a limiter of its own before it reconciles"
	}
	return of(n, c, "they") + " ask limiters of their own before they reconcile"
}
