package rl4003

import (
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     blocking.Rule,
	Requires: []*analysis.Analyzer{blocking.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, wait := range pass.ResultOf[blocking.Analyzer].(*blocking.Result).Waits {
		pass.Report(analysis.Diagnostic{Pos: wait.Pos, Message: message(wait)})
	}
	return nil, nil
}

func message(f blocking.Found) string {
	var text strings.Builder
	text.WriteString(f.What)
	text.WriteString(" keeps a worker of the controller waiting")
	switch {
	case f.Loop && f.Length > 0:
		text.WriteString(" " + time.Duration(f.Length).String() + " again and again")
	case f.Length > 0:
		text.WriteString(" up to " + time.Duration(f.Length).String())
	}
	text.WriteString(", and other objects wait for the worker: ")
	text.WriteString(strings.Join(append([]string{f.Reconciler}, f.Way...), " → "))
	return text.String()
}
