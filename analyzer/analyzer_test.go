package analyzer

import (
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/analyzer/rules/rl0002"
	"github.com/rllint/rllint/internal/engine/rule"
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

// Directives may name these rules and no others.
func TestNamesAreThoseOfTheRules(t *testing.T) {
	var names []string
	for _, a := range Plain() {
		names = append(names, a.Name)
	}
	if !slices.Equal(rule.Names, names) {
		t.Errorf("rule.Names is %q, the rules are %q", rule.Names, names)
	}
}

// A directive for a rule that RL0002 does not wait for would always look useless.
func TestUselessDirectivesKnowEveryRule(t *testing.T) {
	for _, a := range Plain() {
		aboutDirectives := strings.HasPrefix(a.Name, "RL0")
		if !aboutDirectives && !slices.Contains(rl0002.Analyzer.Analyzer.Requires, a) {
			t.Errorf("RL0002 does not require %s", a.Name)
		}
	}
}
