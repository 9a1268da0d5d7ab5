package settings

import (
	"encoding/json"
	"fmt"
	"maps"
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

// UnmarshalJSON reads the name of a preset, or an object that says true or false of rules and may name a
// preset, of which it then says what is different.
func (r *Rules) UnmarshalJSON(data []byte) error {
	var name string
	if json.Unmarshal(data, &name) == nil {
		rules, err := Preset(name)
		*r = rules
		return err
	}
	var named struct {
		Preset *string `json:"preset"`
	}
	var members map[string]any
	if err := json.Unmarshal(data, &members); err != nil {
		return fmt.Errorf("rules must be the name of a set of rules, or true or false for each rule")
	}
	rules := make(Rules)
	if err := json.Unmarshal(data, &named); err != nil {
		return fmt.Errorf("preset must be the name of a set of rules: %s", strings.Join(Presets, ", "))
	}
	if named.Preset != nil {
		preset, err := Preset(*named.Preset)
		if err != nil {
			return err
		}
		maps.Copy(rules, preset)
	}
	for name, value := range members {
		on, ok := value.(bool)
		switch {
		case name == "preset":
		case !ok:
			return fmt.Errorf("%s must be true or false, not %v", name, value)
		default:
			rules[strings.ToUpper(name)] = on
		}
	}
	*r = rules
	return nil
}
