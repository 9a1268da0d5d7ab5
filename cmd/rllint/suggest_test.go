package main

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"explain", "explain", 0}, {"explain", "explian", 1}, {"help", "hlep", 1},
		{"inventory", "inventroy", 1}, {"adopt", "adapt", 1}, {"cache", "cach", 1}, {"man", "help", 4},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("from %q to %q it is %d, want %d", test.a, test.b, got, test.want)
		}
		if got := distance(test.b, test.a); got != test.want {
			t.Errorf("from %q to %q it is %d, want %d", test.b, test.a, got, test.want)
		}
	}
}

func TestMisspelt(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := misspelt("explian"); err == nil || !strings.HasSuffix(err.Error(), "did you mean rllint explain?") {
		t.Errorf("explian: %v", err)
	}
	for _, arg := range []string{"./explian", "explian/...", "net", "operator", "strings"} {
		if err := misspelt(arg); err != nil {
			t.Errorf("%s: %v", arg, err)
		}
	}
}

func TestKnownFlag(t *testing.T) {
	for arg, want := range map[string]string{
		"-verison":         "there is no flag -verison: did you mean -version?; see rllint -help",
		"-newfrom=main":    "there is no flag -newfrom: did you mean -new-from?; see rllint -help",
		"-write-baselines": "there is no flag -write-baselines: did you mean -write-baseline?; see rllint -help",
		"-rl1002":          "there is no flag -rl1002: did you mean -RL1002?; see rllint -help",
		"-RL4002":          "there is no flag -RL4002; see rllint -help",
		"-exclude-paths":   "there is no flag -exclude-paths; see rllint -help",
		"-x":               "there is no flag -x; see rllint -help",
	} {
		c, _ := lookup("")
		if _, err := c.run([]string{arg}, nil, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", arg, err, want)
		}
	}
}
