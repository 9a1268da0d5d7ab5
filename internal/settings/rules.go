package settings

import (
	"fmt"
	"slices"
	"strings"

	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/analyzer"
)

// Rules says of rules, by name, whether they run. Those it does not name do.
type Rules map[string]bool

// Presets are the names of the sets of rules that [Preset] knows.
var Presets = []string{"all", "limits", "operator"}

// Preset returns a set of rules by its name. Those about directives are in each.
func Preset(name string) (Rules, error) {
	rules := make(Rules)
	for _, a := range analyzer.Analyzers {
		rule := a.Analyzer.Name
		aboutLimits := strings.HasPrefix(rule, "RL1")
		switch {
		case strings.HasPrefix(rule, "RL0"):
		case name == "limits":
			rules[rule] = aboutLimits
		case name == "operator":
			rules[rule] = !aboutLimits
		case name == "all":
			rules[rule] = true
		default:
			if slices.ContainsFunc(analyzer.Analyzers, func(a *lint.Analyzer) bool { return a.Analyzer.Name == name }) {
				return nil, fmt.Errorf("%s is a rule and no set of rules: run it alone with -%s", name, name)
			}
			return nil, fmt.Errorf("there is no set of rules %q; the sets are %s", name, strings.Join(Presets, ", "))
		}
	}
	return rules, nil
}
