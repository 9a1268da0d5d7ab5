package analyzer_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/changing/edit"
	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/showing/findings"
)

var update = flag.Bool("update", false, "write the golden files of fixes anew")

// TestFixes makes the fixes of every module under testdata/src. The lines that they take from a file and put
// there are in the file of its name with .golden; every set of them, and not only all, leaves code that compiles.
func TestFixes(t *testing.T) {
	fixed, analysed := make(map[string]bool), 0 // by rule; modules
	for _, m := range wanttest.Corpus {
		if testing.Short() && m.Name != "crossplane-runtime-1.20" {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			dir, err := m.Dir()
			if err != nil {
				t.Fatal(err)
			}
			apply(t, m)
			setFlag(t, "conditional", "true")
			setFlag(t, "workers", "true")
			p := analyse(t, dir, m)
			list := findings.Collect(p.reports, nil)
			findings.Withhold(list, p.reports)
			if m.ModFile == "" {
				compareHeld(t, dir, list)
			}
			plan := edit.Make(list, edit.Options{})
			analysed++
			for _, f := range plan.Made {
				fixed[f.Rule] = true
			}
			for _, r := range plan.Refused {
				t.Errorf("%s: %s: the fix is refused: %s", r.Finding.Position, r.Finding.Rule, r.Reason)
			}
			p.check(t, plan)
			if m.ModFile == "" && (m.Settings == "" || m.Folder == ".") {
				compareGolden(t, dir, plan)
			}
			for _, report := range p.reports {
				var fixable []findings.Finding
				for _, f := range list {
					if f.Package == report.Package.ID && len(f.Fixes) > 0 {
						fixable = append(fixable, f)
					}
				}
				for _, set := range subsets(fixable) {
					p.check(t, edit.Make(set, edit.Options{}))
				}
			}
		})
	}
	if got := slices.Sorted(maps.Keys(fixed)); analysed == len(wanttest.Corpus) && !slices.Equal(got, documentedFixes(t)) {
		t.Errorf("the fixes of %q are shown, the guide has those of %q", got, documentedFixes(t))
	}
}

var heldComment = regexp.MustCompile(`^\s*// held (RL[0-9]+):"(.*)"$`)

// compareHeld compares why fixes are not made with the comments above the findings: held RL1002:"reason".
func compareHeld(t *testing.T, dir string, list []findings.Finding) {
	t.Helper()
	got, want := make(map[string]bool), make(map[string]bool)
	for _, f := range list {
		if f.Withheld != "" {
			got[fmt.Sprintf("%s:%d: %s: %s", f.Position.Filename, f.Position.Line, f.Rule, f.Withheld)] = true
		}
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() && path != dir {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return filepath.SkipDir // another module
			}
		}
		if filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if m := heldComment.FindStringSubmatch(line); m != nil {
				at := i
				for heldComment.MatchString(lines[at]) {
					at++
				}
				want[fmt.Sprintf("%s:%d: %s: %s", path, at+1, m[1], m[2])] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range slices.Sorted(maps.Keys(got)) {
		if !want[line] {
			t.Errorf("no comment says: %s", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(want)) {
		if !got[line] {
			t.Errorf("there is no such: %s", line)
		}
	}
}

// setFlag sets a flag of the model for the test.
func setFlag(t *testing.T, name, value string) {
	t.Helper()
	before := model.Analyzer.Flags.Lookup(name).Value.String()
	if err := model.Analyzer.Flags.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Analyzer.Flags.Set(name, before) })
}

// documentedFixes returns the rules that the guide to fixing lists.
func documentedFixes(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "fixing.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, m := range regexp.MustCompile(`(?m)^\| (RL[0-9]+) \|`).FindAllSubmatch(text, -1) {
		rules = append(rules, string(m[1]))
	}
	return rules
}

// mostSubsets bounds the sets of fixes that are tried in one package: all of them if they are few,
// else as many at random.
const mostSubsets = 64

func subsets(list []findings.Finding) [][]findings.Finding {
	var sets [][]findings.Finding
	all := len(list) <= 6
	random := rand.New(rand.NewPCG(1, 2))
	for n := uint64(1); n < mostSubsets && (!all || n < 1<<len(list)); n++ {
		chosen := n
		if !all {
			chosen = random.Uint64()
		}
		var set []findings.Finding
		for i, f := range list {
			if chosen>>(i%64)&1 == 1 {
				set = append(set, f)
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// A program is a module with what the rules found in it.
type program struct {
	*load.Program
	reports []driver.Report
	types   map[string]*types.Package // by import path
}

func analyse(t *testing.T, dir string, m wanttest.Module) *program {
	t.Helper()
	prog, err := load.Load(context.Background(), load.Config{
		Dir: dir,
		Env: m.Env(),
		Matters: func(path string, imports []string) bool {
			return known.Matters(path, imports, func(string) bool { return false })
		},
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range prog.Problems {
		t.Error(problem)
	}
	p := &program{Program: prog, types: make(map[string]*types.Package)}
	passes := make(map[string]*analysis.Pass)
	var mu sync.Mutex
	seen := &analysis.Analyzer{Name: "seen", Doc: "remember the packages", Run: func(pass *analysis.Pass) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		passes[pass.Pkg.Path()] = pass
		return nil, nil
	}}
	analyzers := append(analyzer.Plain(), seen, model.Analyzer)
	p.reports = driver.Run(context.Background(), prog, analyzers, driver.Options{Conditions: findings.Conditions})
	for _, report := range p.reports {
		for _, problem := range report.Problems {
			t.Error(problem)
		}
		if pass := passes[report.Package.Path]; pass != nil {
			p.add(t, pass)
		}
	}
	return p
}

// add type-checks a package once more: those that import it were shown only what they mention of it.
func (p *program) add(t *testing.T, pass *analysis.Pass) {
	t.Helper()
	for _, imp := range pass.Pkg.Imports() {
		if p.types[imp.Path()] == nil {
			p.types[imp.Path()] = imp
		}
	}
	conf := types.Config{Importer: p, Sizes: pass.TypesSizes}
	pkg, err := conf.Check(pass.Pkg.Path(), pass.Fset, pass.Files, nil)
	if err != nil {
		t.Error(err)
	}
	p.types[pkg.Path()] = pkg
}

// Import makes the packages of the program those that are imported when it is checked again.
func (p *program) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return p.types[path], nil
}

// check type-checks the packages that a plan changes.
func (p *program) check(t *testing.T, plan *edit.Plan) {
	t.Helper()
	folders := make(map[string][]edit.File)
	for _, f := range plan.Files {
		folders[filepath.Dir(f.Name)] = append(folders[filepath.Dir(f.Name)], f)
	}
	for folder, changed := range folders {
		var files []*ast.File
		fset := token.NewFileSet()
		for _, name := range p.filesIn(folder) {
			var text []byte
			for _, f := range changed {
				if f.Name == name {
					text = f.After
				}
			}
			var src any
			if text != nil {
				src = text
			}
			file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if err != nil {
				t.Errorf("after the fixes %v", err)
				return
			}
			files = append(files, file)
		}
		conf := types.Config{Importer: p, Error: func(err error) { t.Errorf("after the fixes of %s: %v", names(plan.Made), err) }}
		conf.Check(folder, fset, files, nil) // errors went to conf.Error
	}
}

func names(list []findings.Finding) string {
	var parts []string
	for _, f := range list {
		parts = append(parts, f.Rule+" at "+f.Position.String())
	}
	return strings.Join(parts, ", ")
}

// filesIn returns the files of the program's packages that are in a folder.
func (p *program) filesIn(folder string) []string {
	var list []string
	p.Fset.Iterate(func(f *token.File) bool {
		if filepath.Dir(f.Name()) == folder && !slices.Contains(list, f.Name()) {
			list = append(list, f.Name())
		}
		return true
	})
	return list
}

// changedLines returns the lines of a diff that differ, so that golden files stay what they are when other code changes.
func changedLines(f edit.File) []byte {
	var lines []byte
	for line := range bytes.Lines(f.Diff("a.go")) {
		if (line[0] == '-' || line[0] == '+') && !bytes.HasPrefix(line, []byte("--- ")) && !bytes.HasPrefix(line, []byte("+++ ")) {
			lines = append(lines, line...)
		}
	}
	return lines
}

// compareGolden compares changed files with those beside them that end in .golden. Another file
// has none.
func compareGolden(t *testing.T, dir string, plan *edit.Plan) {
	t.Helper()
	stale := make(map[string]bool)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() && path != dir {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return filepath.SkipDir // another module
			}
		}
		if strings.HasSuffix(path, ".golden") {
			stale[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		golden := f.Name + ".golden"
		delete(stale, golden)
		if *update {
			if err := os.WriteFile(golden, changedLines(f), 0o666); err != nil {
				t.Error(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Errorf("%v; write it with go test ./analyzer -run TestFixes -update", err)
		} else if got := changedLines(f); !bytes.Equal(want, got) {
			t.Errorf("%s is not what the fixes make:\n%s", golden, edit.File{Before: want, After: got}.Diff(filepath.Base(f.Name)))
		}
	}
	for name := range stale {
		if *update {
			if err := os.Remove(name); err != nil {
				t.Error(err)
			}
			continue
		}
		t.Errorf("%s: no fix changes this file", name)
	}
}
