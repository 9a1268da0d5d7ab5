package analyzer_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/settings/settingsfile"
)

// TestPatterns checks every rule on every package under testdata/src, with
// every version of controller-runtime and crossplane-runtime listed for it. The
// short tests load as the command does, the others as most drivers of analyzers do.
func TestPatterns(t *testing.T) {
	run := wanttest.Run
	if testing.Short() {
		run = wanttest.Drive
	}
	for _, m := range wanttest.Corpus {
		t.Run(m.Name, func(t *testing.T) {
			run(t, m, apply(t, m), "./...")
		})
	}
}

// apply sets the analyzers' flags as the module's settings say, until the test ends,
// and returns the rules that they leave on.
func apply(t *testing.T, m wanttest.Module) []*analysis.Analyzer {
	rules := analyzer.Plain()
	if m.Settings == "" {
		return rules
	}
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	s, err := settingsfile.Read(filepath.Join(dir, m.Settings))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(func(string) bool { return false }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := settings.Reset(); err != nil {
			t.Error(err)
		}
	})
	return slices.DeleteFunc(rules, func(a *analysis.Analyzer) bool {
		on, set := s.Rules[a.Name]
		return set && !on
	})
}

// TestNotControllers checks that what only looks like a controller is not in the
// model either.
func TestNotControllers(t *testing.T) {
	inventory := &analysis.Analyzer{
		Name:     "inventory",
		Doc:      "report every controller",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, c := range model.Of(pass).Controllers {
				pass.Reportf(pass.Files[0].Pos(), "%s in %s:%d", c.Constructor, c.Site.File, c.Site.Line)
			}
			return nil, nil
		},
	}
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	findings, err := wanttest.Findings(dir, m.Env(), []*analysis.Analyzer{inventory}, "./notcontrollers/...", "./single")
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) != 1 {
		t.Errorf("want the one controller of package single, got %d:", len(findings))
		for _, f := range findings {
			t.Errorf("%s: %s", f.File, f.Message)
		}
	}
}

// TestDependencies checks that a controller which a dependency makes and limits by itself is shown if
// the settings say so, and that the message says that there is nothing to change.
func TestDependencies(t *testing.T) {
	m := wanttest.Corpus[slices.IndexFunc(wanttest.Corpus, func(m wanttest.Module) bool { return m.Folder == "crossplane2" })]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	s := settings.Settings{Dependencies: true}
	if err := s.Apply(func(string) bool { return false }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := settings.Reset(); err != nil {
			t.Error(err)
		}
	})
	list, err := wanttest.Findings(dir, m.Env(), analyzer.Plain(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, f := range list {
		if strings.Contains(f.Message, "made inside github.com/crossplane/crossplane-runtime/v2@") &&
			strings.HasSuffix(f.Message, "nothing to change here)") {
			rules = append(rules, f.Rule)
		}
	}
	slices.Sort(rules)
	if !slices.Equal(rules, []string{"RL1001", "RL1002", "RL1003"}) {
		t.Errorf("findings about controllers inside dependencies: %v, want RL1001, RL1002 and RL1003", rules)
	}
}

// TestPossibleErrors checks that a Result beside an error that may be nil is shown if the settings ask for it alone, and so is one that
// an earlier call has returned.
func TestPossibleErrors(t *testing.T) {
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	list, err := wanttest.Findings(dir, m.Env(), analyzer.Plain(), "./retries", "./requeueerror")
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string]bool)
	for _, f := range list {
		if strings.Contains(f.Message, "where this error is not nil") || filepath.Base(f.File) == "brought.go" {
			t.Errorf("line %d: %s", f.Line, f.Message)
		}
		lines[f.Rule] = true
	}
	if !lines["RL4001"] {
		t.Error("no finding of RL4001 at all")
	}
}
