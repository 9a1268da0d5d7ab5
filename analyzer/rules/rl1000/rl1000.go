package rl1000

import (
	"fmt"
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
	pass.ResultOf[model.Analyzer].(*model.Result).Report(pass, judge.Promise, message)
	return nil, nil
}

// mostQueues bounds the kinds of queue limiters that a message names.
const mostQueues = 2

// message names the limits that there are: what spans no controllers may still limit each of them.
func message(c *model.Cause) string {
	subject, each, runs := "no limit spans "+c.Subject(), "each", "retry"
	if len(c.Reaches) == 1 {
		subject, each, runs = "no limit but its own holds for "+c.Subject(), "it", "retries"
	}
	text := subject + ": " + each + " runs as fast as " + strings.Join(append([]string{"its workers"}, clients(c)...), " and ") + " allow"
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
	return text + "; see rllint explain RL1000"
}

// clients says what limits the requests of the controllers' clients, each of several once.
func clients(c *model.Cause) []string {
	var list []string
	for _, k := range c.Known {
		switch {
		case k.Of != judge.ClientLimit:
		case k.Text == "":
			list = append(list, "its client")
		default:
			list = append(list, "the client's "+k.Text)
		}
	}
	return list
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
