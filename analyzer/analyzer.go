// Package analyzer lists the rules of rllint.
package analyzer

import (
	"github.com/rllint/rllint/analyzer/rules/rl0001"
	"github.com/rllint/rllint/analyzer/rules/rl0002"
	"github.com/rllint/rllint/analyzer/rules/rl1000"
	"github.com/rllint/rllint/analyzer/rules/rl1001"
	"github.com/rllint/rllint/analyzer/rules/rl1002"
	"github.com/rllint/rllint/analyzer/rules/rl1003"
	"github.com/rllint/rllint/analyzer/rules/rl1004"
	"github.com/rllint/rllint/analyzer/rules/rl1005"
	"github.com/rllint/rllint/analyzer/rules/rl1006"
	"github.com/rllint/rllint/analyzer/rules/rl1007"
	"github.com/rllint/rllint/analyzer/rules/rl2001"
	"github.com/rllint/rllint/analyzer/rules/rl2002"
	"github.com/rllint/rllint/analyzer/rules/rl2003"
	"github.com/rllint/rllint/analyzer/rules/rl2004"
	"github.com/rllint/rllint/analyzer/rules/rl3001"
	"github.com/rllint/rllint/analyzer/rules/rl4001"
	"github.com/rllint/rllint/analyzer/rules/rl4003"
	"github.com/rllint/rllint/analyzer/rules/rl4004"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:generate go run ../internal/rulepages ../docs/rules

// The rules about programs, in the order of their names.
var rules = []*lint.Analyzer{
	rl1000.Analyzer,
	rl1001.Analyzer,
	rl1002.Analyzer,
	rl1003.Analyzer,
	rl1004.Analyzer,
	rl1005.Analyzer,
	rl1006.Analyzer,
	rl1007.Analyzer,
	rl2001.Analyzer,
	rl2002.Analyzer,
	rl2003.Analyzer,
	rl2004.Analyzer,
	rl3001.Analyzer,
	rl4001.Analyzer,
	rl4003.Analyzer,
	rl4004.Analyzer,
}

// Analyzers lists every rule, in the order of their names, with its documentation: first
// the two about directives.
var Analyzers = append([]*lint.Analyzer{rl0001.New(rules...), rl0002.New(rules...)}, rules...)

// Plain returns the same rules as plain go/analysis analyzers.
func Plain() []*analysis.Analyzer {
	plain := make([]*analysis.Analyzer, len(Analyzers))
	for i, a := range Analyzers {
		plain[i] = a.Analyzer
	}
	return plain
}
