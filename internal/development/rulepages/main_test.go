package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rllint/rllint/analyzer"
)

// TestNamed checks that the documentation names no rule that there is not, and leaves none such within "RL2001 to RL2004"; and that
// the pages which tell of all rules do.
func TestNamed(t *testing.T) {
	known := make(map[string]bool)
	for _, a := range analyzer.Analyzers {
		known[a.Analyzer.Name] = true
	}
	names := []string{"../../../README.md", "../../../CHANGELOG.md"}
	err := filepath.WalkDir("../../../docs", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".md" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	named := make(map[string]bool) // pages and rules
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`RL(\d{4})(?: to RL(\d{4}))?`).FindAllStringSubmatch(string(data), -1) {
			first, _ := strconv.Atoi(m[1])
			last, _ := strconv.Atoi(cmp.Or(m[2], m[1]))
			for n := first; n <= last; n++ {
				count++
				rule := fmt.Sprintf("RL%04d", n)
				if named[name+" "+rule] = true; !known[rule] {
					t.Errorf("%s names %s in %q", name, rule, m[0])
				}
			}
		}
	}
	if count < 200 {
		t.Errorf("only %d rules are named: the pages are not found", count)
	}
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for rule := range known {
		if !strings.Contains(string(readme), "\n| "+rule[:3]+"… | ") {
			t.Errorf("the table of README.md has no row for %s", rule)
		}
		// Those of suppressions, of programs without a rate and of controllers that are set up twice are about no limit.
		if !named["../../../docs/limits.md "+rule] && !slices.Contains([]string{"RL0001", "RL0002", "RL1000", "RL2002"}, rule) {
			t.Errorf("docs/limits.md does not name %s", rule)
		}
	}
}

// TestFresh fails when docs/rules is not what the rules' documentation makes it.
func TestFresh(t *testing.T) {
	const dir = "../../../docs/rules"
	survey, err := os.ReadFile("../../../docs/survey.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := seenIn(string(survey))
	want := pages(seen)
	for _, a := range analyzer.Analyzers {
		if want[a.Analyzer.Name+".md"] == "" {
			t.Errorf("%s belongs to no group of the index", a.Analyzer.Name)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if want[entry.Name()] == "" {
			t.Errorf("%s belongs to no rule: remove it", entry.Name())
		}
	}
	for name, content := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		if string(got) != content {
			t.Errorf("%s is stale: run go generate ./analyzer", name)
		}
	}
}
