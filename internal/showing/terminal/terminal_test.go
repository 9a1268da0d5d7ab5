package terminal

import "testing"

func TestLinks(t *testing.T) {
	all := []string{"FORCE_HYPERLINK", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM", "TERM_PROGRAM", "TERM", "VTE_VERSION"}
	for _, test := range []struct {
		name, value string
		want        bool
	}{
		{"TERM", "xterm-256color", false},
		{"TERM", "linux", false},
		{"TERM", "foot", true},
		{"VTE_VERSION", "6800", true},
		{"VTE_VERSION", "4602", false},
		{"VTE_VERSION", "new", false},
		{"TERM_PROGRAM", "Apple_Terminal", false},
		{"TERM_PROGRAM", "WezTerm", true},
		{"WT_SESSION", "1", true},
		{"FORCE_HYPERLINK", "1", true},
		{"FORCE_HYPERLINK", "0", false},
	} {
		for _, name := range all {
			t.Setenv(name, "")
		}
		t.Setenv(test.name, test.value)
		if got := Links(); got != test.want {
			t.Errorf("%s=%s: %v", test.name, test.value, got)
		}
	}
}
