package level

import "testing"

func TestCategory(t *testing.T) {
	for _, test := range []struct {
		category, rule string
		level          Level
	}{
		{"RL1003", "RL1003", 0},
		{"RL1003/note", "RL1003", Note},
		{"RL1003/error", "RL1003", Error},
		{"RL1003/odd", "RL1003/odd", 0},
		{"", "", 0},
	} {
		rule, l := Split(test.category)
		if rule != test.rule || l != test.level {
			t.Errorf("%q is %q at %q, want %q at %q", test.category, rule, l, test.rule, test.level)
		}
		if got := Category(rule, l); got != test.category {
			t.Errorf("%q comes back as %q", test.category, got)
		}
	}
}

func TestMap(t *testing.T) {
	m := make(Map)
	const text = "RL1=error,RL2=note"
	if err := m.Set("RL2=note,RL1=error"); err != nil || m.String() != text {
		t.Errorf("%v, %v, want %s", m, err, text)
	}
	if err := m.Set(""); err != nil || len(m) != 0 {
		t.Errorf("%v, %v, want nothing", m, err)
	}
	for bad, want := range map[string]string{
		"RL1":      `"RL1" is not of the form RL1003=note`,
		"RL1=info": `there is no level "info"; the levels are note, warning, error`,
	} {
		if err := m.Set(bad); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", bad, err, want)
		}
	}
}
