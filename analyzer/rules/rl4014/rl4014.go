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

const message = "this object is the one in the informer's cache, and is changed in place: whoever reads it next finds the " +
	"change made, written or not; change a DeepCopy of it instead"

func run(pass *analysis.Pass) (any, error) {
	for _, m := range mistakes.Of(pass, mistakes.Cached) {
		d := analysis.Diagnostic{Pos: m.Pos, Message: message}
		if m.At.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: m.At, Message: "here it is changed"}}
		}
		if m.Meant { // of an event, or a map of the object
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	return nil, nil
}
