package settings

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestRulesFromJSON(t *testing.T) {
	tests := []struct {
		source  string
		on, off []string
	}{
		{`"operator"`, []string{"RL2001", "RL3001", "RL4001"}, []string{"RL1001", "RL1007"}},
		{`"limits"`, []string{"RL1001", "RL1007"}, []string{"RL2001", "RL3001", "RL4001"}},
		{`"all"`, []string{"RL1001", "RL4001"}, nil},
		{`{"preset": "operator", "rl2004": false, "RL1004": true}`, []string{"RL1004", "RL2001"}, []string{"RL1001", "RL2004"}},
		{`{"RL1001": false}`, nil, []string{"RL1001"}},
	}
	for _, test := range tests {
		var rules Rules
		if err := json.Unmarshal([]byte(test.source), &rules); err != nil {
			t.Errorf("%s: %v", test.source, err)
			continue
		}
		for _, rule := range test.on {
			if !rules[rule] {
				t.Errorf("%s: %s does not run", test.source, rule)
			}
		}
		for _, rule := range test.off {
			if on, set := rules[rule]; on || !set {
				t.Errorf("%s: %s runs", test.source, rule)
			}
		}
		if _, set := rules["RL0001"]; set {
			t.Errorf("%s says something of rules about directives", test.source)
		}
	}
}

func TestRulesFromWrongJSON(t *testing.T) {
	for source, want := range map[string]string{
		`"operators"`:           `there is no set of rules "operators"; the sets are all, limits, operator`,
		`"RL4007"`:              `RL4007 is a rule and no set of rules: run it alone with -RL4007`,
		`{"preset": "none"}`:    `there is no set of rules "none"`,
		`{"preset": true}`:      "preset must be the name of a set of rules",
		`["RL1001"]`:            "rules must be the name of a set of rules",
		`{"RL1001": "perhaps"}`: "RL1001 must be true or false",
	} {
		var rules Rules
		if err := json.Unmarshal([]byte(source), &rules); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}
