package driver_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
)

// What analyzers find that other runs have, too, is found in the store by a run of these alone, and the other way round what
// they found is not kept twice.
func TestBase(t *testing.T) {
	m := newModule(t, program)
	more := &analysis.Analyzer{Name: "more", Doc: "tell what the probe says", Requires: []*analysis.Analyzer{m.probe.analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if pass.Module.Path != "example.com/m" {
				return nil, nil
			}
			for _, f := range pass.Files {
				pass.Reportf(f.Name.Pos(), "%s: %s", f.Name.Name, pass.ResultOf[m.probe.analyzer].(*result).Text)
			}
			return nil, nil
		}}
	more.Flags.String("setting", "", "a setting")
	all := []string{"example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/c", "example.com/matters/deep", "example.com/other"}
	alone := func(when string, want ...string) {
		t.Helper()
		m.more = nil
		m.check(when, want...)
	}
	both := func(when string, want ...string) {
		t.Helper()
		m.more = more
		m.check(when, want...)
	}
	both("both", all...)
	both("both again")
	alone("alone after both")
	if err := more.Flags.Set("setting", "other"); err != nil {
		t.Fatal(err)
	}
	both("a setting of the other", all...)
	alone("alone, whatever the other's settings")

	m.write("-- b/b.go --\npackage b\n\nconst B = \"edited\"\n")
	alone("alone after an edit", "example.com/m", "example.com/m/b")
	alone("alone again")
	both("both after an edit", "example.com/m", "example.com/m/b")
	both("both again")
	alone("alone after all")
	if err := m.probe.analyzer.Flags.Set("setting", "other"); err != nil {
		t.Fatal(err)
	}
	alone("alone with another setting", all[:len(all)-1]...) // b no longer imports the last
}
