package analyzer

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestAnalyzersAreValid(t *testing.T) {
	if err := analysis.Validate(Plain()); err != nil {
		t.Error(err)
	}
	if !slices.IsSortedFunc(Plain(), func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the rules are not in the order of their names")
	}
}
