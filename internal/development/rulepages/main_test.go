package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rllint/rllint/analyzer"
)

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
