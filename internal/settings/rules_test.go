package settings

import "testing"

func TestPreset(t *testing.T) {
	tests := []struct {
		name    string
		on, off []string
	}{
		{"operator", []string{"RL2001", "RL3001", "RL4001"}, []string{"RL1001", "RL1007"}},
		{"limits", []string{"RL1001", "RL1007"}, []string{"RL2001", "RL3001", "RL4001"}},
		{"all", []string{"RL1001", "RL4001"}, nil},
	}
	for _, test := range tests {
		rules, err := Preset(test.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range test.on {
			if !rules[rule] {
				t.Errorf("%s: %s does not run", test.name, rule)
			}
		}
		for _, rule := range test.off {
			if on, set := rules[rule]; on || !set {
				t.Errorf("%s: %s runs", test.name, rule)
			}
		}
		if _, set := rules["RL0001"]; set {
			t.Errorf("%s says something of rules about directives", test.name)
		}
	}
}
