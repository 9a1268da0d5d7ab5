package rl4008

import (
	"github.com/rllint/rllint/internal/engine/failure"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4008",
	Requires: []*analysis.Analyzer{failure.Analyzer},
	Run:      run,
})

const message = "an object that is gone is returned as an error, and its request retried with back-off for nothing: client.IgnoreNotFound leaves such an error out"

func run(pass *analysis.Pass) (any, error) {
	for _, gone := range pass.ResultOf[failure.Analyzer].(*failure.Result).Gones {
		pass.Report(analysis.Diagnostic{Pos: gone.Pos, Message: message, SuggestedFixes: ignoring(pass, gone)})
	}
	return nil, nil
}

// ignoring returns the fix that leaves out the error of an object that is gone, where the file has the package for it.
func ignoring(pass *analysis.Pass, gone failure.Gone) []analysis.SuggestedFix {
	if gone.Error == nil || gone.Client == "" {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message: "Leave out the error of an object that is gone",
		TextEdits: []analysis.TextEdit{
			{Pos: gone.Error.Pos(), End: gone.Error.Pos(), NewText: []byte(gone.Client + ".IgnoreNotFound(")},
			{Pos: gone.Error.End(), End: gone.Error.End(), NewText: []byte(")")},
		},
	}}
}
