// Package rl1001 makes the rule RL1001 known to nogo, the linter of Bazel's rules
// for Go, which wants a package with a variable Analyzer of this type for each
// analyzer. Name it in the deps of the nogo rule.
package rl1001

import (
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer/rules/rl1001"
)

// Analyzer is the rule RL1001.
var Analyzer *analysis.Analyzer = rl1001.Analyzer.Analyzer
