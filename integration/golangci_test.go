package integration

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
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
	if ok || !strings.Contains(out, `there is no setting "colour"`) {
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

// TestGolangciDocumented runs golangci-lint with the configuration of docs/integrations.md on the example provider: as it
// is, and with the exclusion that is shown after it.
func TestGolangciDocumented(t *testing.T) {
	var plugin struct{ Version string }
	if err := yaml.Unmarshal([]byte(documentedYAML(t, "version: v")), &plugin); err != nil {
		t.Fatal(err)
	}
	if tried := requirements(t, "go.mod")["github.com/golangci/golangci-lint/v2"]; plugin.Version != tried {
		t.Errorf("golangci-lint %s is documented, %s is tried", plugin.Version, tried)
	}

	var config, more map[string]map[string]any
	whole := documentedYAML(t, `version: "2"`)
	if err := yaml.Unmarshal([]byte(strings.TrimPrefix(whole, "version: \"2\"\n")), &config); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal([]byte(strings.Replace(documentedYAML(t, "linters:"), "internal/legacy", "internal/controller", 1)),
		&more); err != nil {
		t.Fatal(err)
	}
	config["linters"]["exclusions"] = more["linters"]["exclusions"]
	excluding, err := yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		config string
		want   map[string]bool // by what the output has
	}{
		{whole, map[string]bool{": RL1001: ": true, ": RL1002: ": false, "database.go:29:29: RL1003: ": true}},
		{"version: \"2\"\n" + string(excluding), map[string]bool{": RL1001: ": true, "database.go:29:29: RL1003: ": false,
			"main.go:42:7: RL1003: ": true}},
	} {
		name := filepath.Join(t.TempDir(), "golangci.yml")
		if err := os.WriteFile(name, []byte(run.config), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := combined("../testdata/src/provider", environment("GOFLAGS=", "GOLANGCI_LINT_CACHE="+t.TempDir()), program(t, "./golangci-lint"),
			"run", "--config", name, "--enable-only=rllint", "./...")
		for part, want := range run.want {
			if strings.Contains(out, part) != want {
				t.Errorf("%q is there: %v, want %v in\n%s", part, !want, want, out)
			}
		}
	}
}
