package engine_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/settings/settingsfile"
)

var (
	update = flag.Bool("update", false, "write testdata/verdicts.golden anew")
	judged = flag.String("packages", all, "the `packages` of testdata/src to judge, with spaces between them")
)

const all = "./..."

// TestJudged judges the packages of one module below testdata/src, short as it is: the findings are those of the want
// comments, and the verdicts, the good ones and the unknown ones too, those of the golden file. A change of the
// engine that only loses something shows nowhere else within a minute.
func TestJudged(t *testing.T) {
	m := wanttest.Corpus[0]
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	if m.Settings != "" {
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
	}
	var verdicts verdicts
	wanttest.Drive(t, m, append(analyzer.Plain(), verdicts.analyzer(dir)), strings.Fields(*judged)...)

	golden := filepath.Join("testdata", "verdicts.golden")
	got := verdicts.text()
	if *update && *judged != all {
		t.Fatal("the golden file has the verdicts on all packages: -update judges them all")
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	if *judged != all {
		want = ofPackages(want, got)
	}
	if got = ofPackages(got, want); got != want { // a package that is new is compared once it is written
		t.Errorf("%s\ngo test ./internal/engine -run TestJudged -update writes them anew", difference(want, got))
	}
}

// Verdicts are those of all attributes of all controllers, a line each.
type verdicts struct {
	mu    sync.Mutex
	lines []string
}

func (v *verdicts) analyzer(dir string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "verdicts",
		Doc:      "note the verdict on each attribute of each controller",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			result := model.Of(pass)
			v.mu.Lock()
			defer v.mu.Unlock()
			for _, c := range result.Controllers {
				line := fmt.Sprintf("%s:%d from %s:", within(dir, c.Site.File), c.Site.Line, pass.Pkg.Path())
				for _, a := range judge.Attributes() {
					line += " " + a.Key + " " + limit(c.Limits[a]) + ","
				}
				v.lines = append(v.lines, strings.TrimSuffix(line, ","))
			}
			for _, site := range result.Elsewhere {
				v.lines = append(v.lines, fmt.Sprintf("%s:%d from %s: judged elsewhere", within(dir, site.File), site.Line, pass.Pkg.Path()))
			}
			for _, missed := range result.Missed {
				v.lines = append(v.lines, fmt.Sprintf("%s:%d from %s: missed", within(dir, missed.Site.File), missed.Site.Line, pass.Pkg.Path()))
			}
			return nil, nil
		},
	}
}

// limit writes what is known of an attribute without the words for people.
func limit(l model.Limit) string {
	text := string(l.Verdict)
	for _, part := range []string{l.Value, l.Burst, l.Flag, l.Level, map[string]string{"yes": "jittered"}[l.Jitter]} {
		if part != "" {
			text += " " + part
		}
	}
	return text
}

// within returns a path relative to the module, and one elsewhere as it is named.
func within(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || strings.HasPrefix(rel, "..") {
		return file
	}
	return filepath.ToSlash(rel)
}

func (v *verdicts) text() string {
	slices.Sort(v.lines)
	return strings.Join(v.lines, "\n") + "\n"
}

// ofPackages leaves out the lines of packages that a text of verdicts says nothing of.
func ofPackages(got, want string) string {
	pkg := func(line string) string {
		_, rest, _ := strings.Cut(line, " from ")
		path, _, _ := strings.Cut(rest, ":")
		return path
	}
	known := make(map[string]bool)
	for line := range strings.Lines(want) {
		known[pkg(line)] = true
	}
	var list []string
	for line := range strings.Lines(got) {
		if known[pkg(line)] {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}

// difference returns the lines that only one of two texts has.
func difference(want, got string) string {
	var list []string
	only := func(sign, a, b string) {
		count := make(map[string]int)
		for line := range strings.Lines(b) {
			count[line]++
		}
		for line := range strings.Lines(a) {
			if count[line]--; count[line] < 0 {
				list = append(list, sign+strings.TrimSuffix(line, "\n"))
			}
		}
	}
	only("- ", want, got)
	only("+ ", got, want)
	return strings.Join(list, "\n")
}
