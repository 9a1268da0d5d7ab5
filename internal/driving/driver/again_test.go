package driver_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
)

// A package that is analysed once more is so after all others, and what is found then stands and is kept, beside what was found
// first.
func TestAgain(t *testing.T) {
	m := newModule(t, program)
	more, given := "", " and more"
	m.depends = func(p *load.Package) string {
		if p.Name == "main" {
			return "share" + more
		}
		return ""
	}
	m.again = func(reports []driver.Report) []*load.Package {
		more = given
		if err := m.probe.analyzer.Flags.Set("setting", "again"); err != nil {
			t.Error(err)
		}
		for _, r := range reports {
			if r.Package.Name == "main" {
				return []*load.Package{r.Package}
			}
		}
		return nil
	}
	run := func(when string, mains int) {
		t.Helper()
		more = ""
		if err := m.probe.analyzer.Flags.Set("setting", ""); err != nil {
			t.Fatal(err)
		}
		text, analysed := m.run(m.store)
		if got := len(slices.DeleteFunc(analysed, func(path string) bool { return path != "example.com/m" })); got != mains {
			t.Errorf("%s: main was analysed %d times, want %d", when, got, mains)
		}
		if strings.Count(text, "again [") != 1 {
			t.Errorf("%s: one package was to be analysed once more:\n%s", when, text)
		}
	}
	run("at first", 2)
	run("nothing changed", 0)
	given = " and still more"
	run("what it may take the second time changed", 1)
	m.write("-- main.go --\npackage main\n\nimport \"example.com/m/a\"\n\nfunc main() { println(a.A) }\n")
	run("main changed", 2)
}
