package rl4004

import (
	"fmt"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/pairs"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityError, &analysis.Analyzer{
	Name:     pairs.DroppedRule,
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	for _, dropped := range model.Of(pass).Behaviour.Pairs.Dropped {
		pass.Report(analysis.Diagnostic{Pos: dropped.Pos, Message: message(dropped)})
	}
	return nil, nil
}

func message(p pairs.Pair) string {
	with := "controller-runtime"
	if p.Version != "" {
		with += " " + p.Version
	}
	return fmt.Sprintf("the request that the limiter turned away is dropped: for an empty Result without an error %s forgets it, and the "+
		"change that brought it is not acted upon", with)
}
