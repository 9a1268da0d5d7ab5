package findings

import (
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// pkg is a package of the user's module.
func pkg(path string, named bool) *load.Package {
	return &load.Package{ID: path, Path: path, Named: named, Module: &packages.Module{Path: "example.com/m", Main: true}}
}

func at(file string, line int) token.Position {
	return token.Position{Filename: file, Line: line, Column: 2}
}

func diagnostic(rule, message string, pos token.Position, subjects ...string) driver.Diagnostic {
	return driver.Diagnostic{Analyzer: rule, Category: rule, Message: message, Position: pos, Subjects: subjects}
}

// places returns rule and place of findings.
func places(list []Finding) (places []string) {
	for _, f := range list {
		places = append(places, f.Rule+" "+f.Position.String())
	}
	return places
}

func TestCollectSortsAndShowsEachOnce(t *testing.T) {
	twice := diagnostic("RL4001", "the same", at("b.go", 3))
	other := pkg("example.com/m/other", true)
	reports := []driver.Report{
		{Package: pkg("example.com/m", true), Diagnostics: []driver.Diagnostic{
			diagnostic("RL4003", "later", at("b.go", 9)), twice, twice, diagnostic("RL4003", "one of two", at("b.go", 3)),
			diagnostic("RL4003", "two of two", at("b.go", 3)),
		}},
		// Two packages come to the same place by ways of their own, and word it differently.
		{Package: other, Diagnostics: []driver.Diagnostic{diagnostic("RL4001", "in other words", at("b.go", 3)),
			diagnostic("RL4001", "first", at("a.go", 5))}},
		{Package: pkg("example.com/m/dependency", false), Diagnostics: []driver.Diagnostic{diagnostic("RL4001", "unnamed", at("c.go", 1))}},
	}
	got := places(Collect(reports, nil))
	want := []string{"RL4001 a.go:5:2", "RL4001 b.go:3:2", "RL4003 b.go:3:2", "RL4003 b.go:3:2", "RL4003 b.go:9:2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := places(Unnamed(reports, nil)); !slices.Equal(got, []string{"RL4001 c.go:1:2"}) {
		t.Errorf("not named: %q", got)
	}
	foreign := pkg("example.com/foreign", false)
	foreign.Module.Main = false
	if got := Unnamed([]driver.Report{{Package: foreign, Diagnostics: []driver.Diagnostic{twice}}}, nil); len(got) != 0 {
		t.Errorf("of a dependency: %q", places(got))
	}
	again := Merge(Collect(reports, nil), Collect(reports, nil))
	if got := places(again); !slices.Equal(got, want) {
		t.Errorf("of two runs: %q, want %q", got, want)
	}
}

func TestLevelOfAFinding(t *testing.T) {
	for _, c := range []struct {
		category string
		levels   level.Map
		want     level.Level
	}{
		{"RL4001", nil, level.Warning},
		{"RL4001", level.Map{"RL4001": level.Note}, level.Note},
		{"RL4001/error", level.Map{"RL4001": level.Note}, level.Error}, // what a finding says of itself
	} {
		reports := []driver.Report{{Package: pkg("example.com/m", true),
			Diagnostics: []driver.Diagnostic{diagnostic(c.category, "m", at("a.go", 1))}}}
		got := Collect(reports, c.levels)
		if len(got) != 1 || got[0].Level != c.want || got[0].Rule != "RL4001" {
			t.Errorf("%s with %v: %+v, want level %v", c.category, c.levels, got, c.want)
		}
	}
}

// program is the result of a main package that makes one controller.
func program(c *model.Controller, unpromised bool, rate string) *model.Result {
	c.Main = "example.com/m"
	return &model.Result{Controllers: []*model.Controller{c},
		Programs: []model.Program{{Main: c.Main, Unpromised: unpromised, Promised: model.Promised{Rate: rate}}}}
}

// TestPromises holds what a package says of its controllers to what the programs that make them promise.
func TestPromises(t *testing.T) {
	site := code.Place{File: "setup.go", Line: 7, Column: 2}
	const subject = "example.com/m/c Pod"
	finding := diagnostic("RL1002", "Pod is not behind "+model.AnyRate, at("setup.go", 7), subject)
	own := func() *model.Controller {
		return &model.Controller{Package: "example.com/m/c", Name: "Pod", Site: site}
	}
	run := func(programs ...*model.Result) []Finding {
		reports := []driver.Report{{Package: pkg("example.com/m/c", true), Diagnostics: []driver.Diagnostic{finding},
			Results: map[*analysis.Analyzer]any{model.Analyzer: &model.Result{Controllers: []*model.Controller{own()}}}}}
		for _, p := range programs {
			reports = append(reports, driver.Report{Package: pkg("example.com/m", true), Results: map[*analysis.Analyzer]any{model.Analyzer: p}})
		}
		return Collect(reports, nil)
	}
	for _, c := range []struct {
		name     string
		programs []*model.Result
		want     string // message, "" for no finding
	}{
		{"of no program", nil, "Pod is not behind " + model.AnyRate},
		{"of a program with a rate", []*model.Result{program(own(), false, "--max-reconcile-rate")}, "Pod is not behind --max-reconcile-rate"},
		{"of a program without one", []*model.Result{program(own(), true, "")}, ""},
		{"of one with and one without", []*model.Result{program(own(), false, "--rate"), program(own(), true, "")},
			"Pod is not behind " + model.AnyRate},
		{"of two that agree", []*model.Result{program(own(), false, "--rate"), program(own(), false, "--rate")}, "Pod is not behind --rate"},
		{"of two that differ", []*model.Result{program(own(), false, "--rate"), program(own(), false, "--other")},
			"Pod is not behind " + model.AnyRate},
	} {
		got := run(c.programs...)
		switch {
		case c.want == "" && len(got) != 0:
			t.Errorf("%s: %q", c.name, got[0].Message)
		case c.want != "" && (len(got) != 1 || got[0].Message != c.want):
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

// TestPromisesOfNobody drops what a package says that no main package imports, also where a program is not followed to its end.
func TestPromisesOfNobody(t *testing.T) {
	const subject = "example.com/m/c Pod"
	c := &model.Controller{Package: "example.com/m/c", Name: "Pod", Site: code.Place{File: "setup.go", Line: 7, Column: 2}}
	cut := program(&model.Controller{Site: code.Place{File: "main.go", Line: 7}}, false, "")
	cut.Missed = make([]model.Missed, 1)
	own, between, main := pkg("example.com/m/c", true), pkg("example.com/m/b", true), pkg("example.com/m", true)
	main.Name, between.Imports = "main", []*load.Package{own}
	run := func() int {
		return len(Collect([]driver.Report{
			{Package: own, Diagnostics: []driver.Diagnostic{diagnostic("RL1002", "Pod asks no limiter", at("setup.go", 7), subject)},
				Results: map[*analysis.Analyzer]any{model.Analyzer: &model.Result{Controllers: []*model.Controller{c}}}},
			{Package: main, Results: map[*analysis.Analyzer]any{model.Analyzer: cut}},
		}, nil))
	}
	if n := run(); n != 0 {
		t.Errorf("no program has the package: %d findings", n)
	}
	main.Imports = []*load.Package{between}
	if n := run(); n != 1 {
		t.Errorf("the program has the package: %d findings, want one", n)
	}
}

// TestUncalled drops what one program says of a controller that it does not set up, where another one does.
func TestUncalled(t *testing.T) {
	finding := diagnostic("RL7003", "this controller never runs", at("setup.go", 7))
	run := func(line int) []Finding {
		c := &model.Controller{Package: "example.com/m/c", Name: "Pod", Site: code.Place{File: "setup.go", Line: line, Column: 2}}
		return Collect([]driver.Report{
			{Package: pkg("example.com/m/first", true), Diagnostics: []driver.Diagnostic{finding}},
			{Package: pkg("example.com/m", true), Results: map[*analysis.Analyzer]any{model.Analyzer: program(c, true, "")}},
		}, nil)
	}
	if got := run(7); len(got) != 0 {
		t.Errorf("another program sets it up: %q", got[0].Message)
	}
	if got := run(9); len(got) != 1 {
		t.Errorf("another program sets up another one: %+v, want one finding", got)
	}
}

func TestFingerprintsOutliveMovedLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("package a\n\treturn wait, err\n\treturn wait, err\n")
	list := []Finding{{Rule: "RL4001", Path: "a", Position: at(file, 2)}, {Rule: "RL4001", Path: "a", Position: at(file, 3)},
		{Rule: "RL4003", Path: "a", Position: at(file, 3)}}
	before := Fingerprints(list, new(sourcetext.Files))
	if before[0] == before[1] || before[1] == before[2] {
		t.Errorf("%q tell nothing apart", before)
	}
	write("package a\n\n// Moved.\n\t\treturn wait, err\n\treturn wait, err\n")
	for i := range list {
		list[i].Position.Line += 2
	}
	if after := Fingerprints(list, new(sourcetext.Files)); !slices.Equal(before, after) {
		t.Errorf("%q before, and %q after lines moved", before, after)
	}
	if key := KeyOf(Finding{Rule: "RL1000", Message: "no line", Position: at(file, 99)}, new(sourcetext.Files)); key.Source != "no line" {
		t.Errorf("a finding without a line has the key %q", key.Source)
	}
}

func TestRankPutsPanicsFirst(t *testing.T) {
	list := []Finding{{Rule: "RL4001"}, {Rule: "RL1007"}, {Rule: "RL1000"}, {Rule: "RL1002", Level: level.Error}, {Rule: "RL1002"}}
	slices.SortStableFunc(list, func(a, b Finding) int { return Rank(a) - Rank(b) })
	var got []string
	for _, f := range list {
		got = append(got, f.Rule)
	}
	if want := []string{"RL1002", "RL1000", "RL1007", "RL4001", "RL1002"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNames(t *testing.T) {
	if got := Names([]string{"example.com/m/c Pod", "example.com/m/d "}); got != "Pod, example.com/m/d" {
		t.Errorf("got %q", got)
	}
}
