package rl5001

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL5001",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Report(pass, judge.Requests, message)
	return nil, nil
}

func message(c *model.Cause) string {
	c.Note = c.Verdict == judge.Strained
	subject, client := "the queues of this program have", "clients of "+c.Detail
	switch {
	case len(c.Reaches) > 0:
		subject, client = c.Subject()+" "+c.Verb("has", "have"), "one client of "+c.Detail
	case c.Sharing == 1:
		subject, client = "1 queue of this program has", "one client of "+c.Detail
	case c.Sharing > 1:
		subject, client = fmt.Sprintf("%d queues of this program have", c.Sharing), "one client of "+c.Detail
	}
	switch {
	case c.Part == 1:
		return fmt.Sprintf("%s %s, that nothing sets; 1 of them takes its number of workers from %s", subject, client, c.Name)
	case c.Part > 1:
		return fmt.Sprintf("%s %s, that nothing sets; %d of them take their number of workers from %s", subject, client, c.Part, c.Name)
	case c.Name != "":
		return fmt.Sprintf("%s as many workers as %s says, and %s, that nothing sets", subject, c.Name, client)
	}
	workers := c.Value + " workers"
	if len(c.Reaches) > 1 && !c.Note {
		workers += " each" // those that have more than the client serves
	}
	return fmt.Sprintf("%s %s, and %s, that nothing sets", subject, workers, client)
}
