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
	"github.com/rllint/rllint/analyzer/rules/rl2005"
	"github.com/rllint/rllint/analyzer/rules/rl2006"
	"github.com/rllint/rllint/analyzer/rules/rl3001"
	"github.com/rllint/rllint/analyzer/rules/rl4001"
	"github.com/rllint/rllint/analyzer/rules/rl4003"
	"github.com/rllint/rllint/analyzer/rules/rl4004"
	"github.com/rllint/rllint/analyzer/rules/rl4005"
	"github.com/rllint/rllint/analyzer/rules/rl4006"
	"github.com/rllint/rllint/analyzer/rules/rl4007"
	"github.com/rllint/rllint/analyzer/rules/rl4008"
	"github.com/rllint/rllint/analyzer/rules/rl4009"
	"github.com/rllint/rllint/analyzer/rules/rl4010"
	"github.com/rllint/rllint/analyzer/rules/rl4011"
	"github.com/rllint/rllint/analyzer/rules/rl4012"
	"github.com/rllint/rllint/analyzer/rules/rl4013"
	"github.com/rllint/rllint/analyzer/rules/rl4014"
	"github.com/rllint/rllint/analyzer/rules/rl5001"
	"github.com/rllint/rllint/analyzer/rules/rl5002"
	"github.com/rllint/rllint/analyzer/rules/rl5003"
	"github.com/rllint/rllint/analyzer/rules/rl6001"
	"github.com/rllint/rllint/analyzer/rules/rl6002"
	"github.com/rllint/rllint/analyzer/rules/rl6003"
	"github.com/rllint/rllint/analyzer/rules/rl6004"
	"github.com/rllint/rllint/analyzer/rules/rl6005"
	"github.com/rllint/rllint/analyzer/rules/rl6007"
	"github.com/rllint/rllint/analyzer/rules/rl6008"
	"github.com/rllint/rllint/analyzer/rules/rl7001"
	"github.com/rllint/rllint/analyzer/rules/rl7002"
	"github.com/rllint/rllint/analyzer/rules/rl7003"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:generate go run ../internal/development/rulepages ../docs/rules

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
	rl2005.Analyzer,
	rl2006.Analyzer,
	rl3001.Analyzer,
	rl4001.Analyzer,
	rl4003.Analyzer,
	rl4004.Analyzer,
	rl4005.Analyzer,
	rl4006.Analyzer,
	rl4007.Analyzer,
	rl4008.Analyzer,
	rl4009.Analyzer,
	rl4010.Analyzer,
	rl4011.Analyzer,
	rl4012.Analyzer,
	rl4013.Analyzer,
	rl4014.Analyzer,
	rl5001.Analyzer,
	rl5002.Analyzer,
	rl5003.Analyzer,
	rl6001.Analyzer,
	rl6002.Analyzer,
	rl6003.Analyzer,
	rl6004.Analyzer,
	rl6005.Analyzer,
	rl6007.Analyzer,
	rl6008.Analyzer,
	rl7001.Analyzer,
	rl7002.Analyzer,
	rl7003.Analyzer,
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
