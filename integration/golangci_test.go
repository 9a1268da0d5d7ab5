package integration

import (
	"slices"
	"strings"
	"testing"
)

// TestGolangciCache runs golangci-lint cold, again from its cache, and with
// another setting: the findings are right each time.
func TestGolangciCache(t *testing.T) {
	dir := scratch(t, map[string]string{"clean.go": cleanSource, "bad.go": badSource})
	env := environment("GOLANGCI_LINT_CACHE=" + t.TempDir())
	both := []string{dir + "/bad.go:3 RL0001", dir + "/bad.go:3 RL0002"}
	runs := []struct {
		name, settings string
		want           []string
	}{
		{"cold", "", both},
		{"from its cache", "", both},
		{"a rule off", "rules: {RL0001: false}", both[1:]},
		{"a path left out", "exclude: [bad.go]", nil},
		{"as at first", "", both},
	}
	for _, run := range runs {
		if got := places(golangci(t, dir, env, run.settings, "./...")); !slices.Equal(got, run.want) {
			t.Errorf("%s: found %q, want %q", run.name, got, run.want)
		}
	}
}

func TestGolangciBadSettings(t *testing.T) {
	dir := scratch(t, map[string]string{"clean.go": cleanSource})
	write(t, dir, map[string]string{".golangci.yml": strings.Replace(golangciConfig, "SETTINGS", "colour: blue", 1)})
	out, ok := combined(dir, environment("GOLANGCI_LINT_CACHE="+t.TempDir()), program(t, "./golangci-lint"), "run", "./...")
	if ok || !strings.Contains(out, `unknown field "colour"`) {
		t.Errorf("a setting that does not exist is accepted:\n%s", out)
	}
}

// TestGolangciDirectives checks that golangci-lint's own directive hides a finding.
func TestGolangciDirectives(t *testing.T) {
	dir := scratch(t, map[string]string{"bad.go": badSource})
	env := environment("GOLANGCI_LINT_CACHE=" + t.TempDir())
	if got := places(golangci(t, dir, env, "", "./...")); len(got) == 0 {
		t.Error("there is nothing to hide")
	}
	write(t, dir, map[string]string{
		"bad.go": "package scratch\n\n//nolint:rllint // shown in the manual\nfunc g() {\n\tprintln() //rllint:ignore RL1001\n}\n",
	})
	if got := places(golangci(t, dir, env, "", "./...")); len(got) > 0 {
		t.Errorf("a directive does not hide %q", got)
	}
}
