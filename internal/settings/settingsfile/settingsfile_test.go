package settingsfile

import (
	"reflect"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/settings"
)

func TestParse(t *testing.T) {
	got, err := Parse([]byte(`
# The rules that run.
rules:
  RL1001: false
  RL1003: true
rate-names: [reconcile-budget]
limiters:
  - example.com/lib/limits.New
middleware: [example.com/lib.Reconciler]
rate-sources: [example.com/lib.Config.Rate]
exclude:
  - internal/generated
  - "**/zz_*.go"
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &settings.Settings{
		Rules:       map[string]bool{"RL1001": false, "RL1003": true},
		RateNames:   []string{"reconcile-budget"},
		Limiters:    []string{"example.com/lib/limits.New"},
		Middleware:  []string{"example.com/lib.Reconciler"},
		RateSources: []string{"example.com/lib.Config.Rate"},
		Exclude:     []string{"internal/generated", "**/zz_*.go"},
	}
	if !reflect.DeepEqual(&got.Settings, want) {
		t.Errorf("got %+v, want %+v", got.Settings, want)
	}
	wantArgs := []string{
		"-RL1001=false",
		"-rate-names=reconcile-budget",
		"-limiters=example.com/lib/limits.New",
		"-middleware=example.com/lib.Reconciler",
		"-rate-sources=example.com/lib.Config.Rate",
		"-exclude=internal/generated,**/zz_*.go",
	}
	if args := got.Arguments(); !reflect.DeepEqual(args, wantArgs) {
		t.Errorf("arguments %q, want %q", args, wantArgs)
	}
}

func TestParseEmpty(t *testing.T) {
	for _, source := range []string{"", "# nothing\n", "rules: {}\n", "---\nrules: {}\n...\n"} {
		if _, err := Parse([]byte(source)); err != nil {
			t.Errorf("%q: %v", source, err)
		}
	}
}

func TestParseAliases(t *testing.T) {
	f, err := Parse([]byte("limiters: &both [example.com/lib.A, &b example.com/lib.B]\nmiddleware: *both\nrate-sources: [*b]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Middleware, f.Limiters) || !slices.Equal(f.RateSources, []string{"example.com/lib.B"}) {
		t.Errorf("got %+v", f.Settings)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ source, want string }{
		{"rules:\n  RL1: true\n", "2: " + settings.CheckRule("RL1").Error()},
		{"\nrule:\n", `2: there is no setting "rule"; the settings are rules, level, levels, rate-names, limiters, middleware, rate-sources, exclude, every-controller, dependencies, possible-errors`},
		{"rules:\n", "1: rules has no value: name a set of rules (all, limits, operator) or leave rules out"},
		{"rules:\n  preset: ~\n", "2: preset has no value: name a set of rules (all, limits, operator) or leave preset out"},
		{"exclude:\n - 'internal\\legacy'\n", `2: "internal\legacy" is not a path pattern: write / between names, and no backslash`},
		{"rules: operators\n", `1: there is no set of rules "operators"; the sets are all, limits, operator`},
		{"rules: RL4007\n", "1: RL4007 is a rule and no set of rules: run it alone with -RL4007"},
		{"rules: [RL1001]\n", "1: rules must be a mapping of keys to values"},
		{"rules:\n  RL1001:\n", `2: RL1001 must be true or false, not ""`},
		{"every-controller: ~\n", `1: every-controller must be true or false, not "~"`},
		{"rate-names: [a, ~]\n", "1: rate-names must be a list of names"},
		{"? [rules]\n: limits\n", "1: a key of the settings must be a name"},
		{"rules:\n  RL1001: sometimes\n", `2: RL1001 must be true or false, not "sometimes"`},
		{"level: info\n", `1: level: there is no level "info"; the levels are note, warning, error`},
		{"levels: note\n", "1: levels must be a mapping of keys to values"},
		{"levels:\n  RL1: note\n", "2: levels: " + settings.CheckRule("RL1").Error()},
		{"rate-names: rate\n", "1: rate-names must be a list"},
		{"rate-names:\n - [a]\n", "2: rate-names must be a list of names"},
		{"exclude:\n - a\n - '[b'\n", `3: "[b" is not a path pattern`},
		{"limiters:\n - New\n", `2: limiters: "New" is not of the form import/path.Name`},
		{"limiters: ['']\n", `1: limiters: "" is neither a name nor a path`},
		{"exclude: []\nexclude: []\n", `2: "exclude" is set twice`},
		{"- a\n", "1: the settings must be a mapping of keys to values"},
		{"exclude: []\n---\nrules: {}\n", "2: a second document starts here, which rllint would not read: write all settings in one document"},
		{"---\nexclude: []\n---\n", "3: a second document starts here, which rllint would not read: write all settings in one document"},
		{"exclude: []\n---\n\t\n", "3: this is not YAML: found character that cannot start any token"},
		{"rules:\n\tRL1001: true\n", "2: this is not YAML: found character that cannot start any token"},
	}
	for _, test := range tests {
		_, err := Parse([]byte(test.source))
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.source, err, test.want)
		}
	}
}

func TestParsePreset(t *testing.T) {
	for source, want := range map[string]string{
		"rules: operator\n": "-RL1001=false",
		"rules:\n  preset: operator\n  RL1001: true\n  RL2004: false\n": "-RL2004=false",
		"rules: limits\n": "-RL4001=false",
	} {
		f, err := Parse([]byte(source))
		if err != nil {
			t.Errorf("%q: %v", source, err)
		} else if args := f.Arguments(); !slices.Contains(args, want) || slices.Contains(args, "-RL1001=false") != (want == "-RL1001=false") {
			t.Errorf("%q: %v, want %s", source, args, want)
		}
	}
}

// TestSyntaxErrors checks that what the YAML parser finds wrong has the form of our own errors.
func TestSyntaxErrors(t *testing.T) {
	for source, want := range map[string]string{
		"a: \"\\q\"\n":              "1: this is not YAML: found unknown escape character",
		"exclude:\n  - a\n  b: c\n": "1: this is not YAML: did not find expected '-' indicator",
		"\x00":                      "1: this is not YAML: control characters are not allowed",
	} {
		if _, err := Parse([]byte(source)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", source, err, want)
		}
	}
}
