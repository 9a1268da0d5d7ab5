package rl6001

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/queuing"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     queuing.NoDone,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	model.Of(pass).Behaviour.Queues.Report(pass, queuing.NoDone, message)
	return nil, nil
}

func message(f queuing.Finding) string {
	switch {
	case f.What == queuing.Anywhere:
		return "nothing in this package gives the items of this queue back with Done: the queue hands each of them out once, and never again"
	case f.What == queuing.Watch:
		return "an event handler gives back an item that it has not taken: while a worker has one of that key, Done lets a second worker " +
			"take it at the same time; leave Done to the worker"
	case f.What == queuing.Unnamed:
		return "the item that is taken here is thrown away, so that nothing can give it back with Done: the queue never hands it out again, " +
			"and keeps back what is added with the same key"
	case f.Detail != "":
		return fmt.Sprintf("the way that ends at line %s does not give the item back with Done: the queue never hands it out again, and keeps "+
			"back what is added with the same key", f.Detail)
	}
	return "the item is not given back with Done: the queue never hands it out again, and keeps back what is added with the same key"
}
