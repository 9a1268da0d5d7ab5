package rl4014

import (
	_ "embed"

	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4014",
	Requires: []*analysis.Analyzer{mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, m := range mistakes.Of(pass, mistakes.Cached) {
		pass.Report(analysis.Diagnostic{Pos: m.Pos, Message: m.Text + " is the object in the informer's cache, and is changed in place: " +
			"if its write fails, a retry may find the change made and do nothing; change " + m.Text + ".DeepCopy() instead"})
	}
	return nil, nil
}
