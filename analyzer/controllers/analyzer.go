// Package controllers finds every controller-runtime controller a program
// creates and works out the limits each one really runs under.
//
// It is the model under the rules: they read its [Result] and touch no facts.
package controllers

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = &analysis.Analyzer{
	Name:       "controllers",
	Doc:        "find controllers and the limits they run under",
	URL:        "https://pkg.go.dev/github.com/rllint/rllint/analyzer/controllers",
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	return &Result{}, nil
}
