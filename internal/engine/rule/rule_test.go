package rule

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

const source = `// Package rl1 reports: a thing.
//
// # RL1: a thing that is wrong
//
// What it finds, said in
// two lines.
//
// # What to do
//
//	x := right()
package rl1

// Not part of it.
`

func TestDocumentation(t *testing.T) {
	a := New(source, lint.SeverityWarning, &analysis.Analyzer{Name: "RL1"})
	if a.Doc.Title != "a thing that is wrong" {
		t.Errorf("title %q", a.Doc.Title)
	}
	if want := "a thing that is wrong\n\nWhat it finds"; !strings.HasPrefix(a.Analyzer.Doc, want) {
		t.Errorf("the analyzer's documentation starts %.40q, want %q", a.Analyzer.Doc, want)
	}
	if want := "https://github.com/rllint/rllint/blob/main/docs/rules/RL1.md"; a.Analyzer.URL != want {
		t.Errorf("URL %s, want %s", a.Analyzer.URL, want)
	}
	wantText := "RL1: a thing that is wrong\n\nWhat it finds, said in two lines.\n\n# What to do\n\n\tx := right()\n"
	if got := Text(a); got != wantText {
		t.Errorf("text\n%q, want\n%q", got, wantText)
	}
	wantMarkdown := "# RL1: a thing that is wrong\n\nWhat it finds, said in two lines.\n\n## What to do\n\n\tx := right()\n"
	if got := Markdown(a); got != wantMarkdown {
		t.Errorf("Markdown\n%q, want\n%q", got, wantMarkdown)
	}
}

// A text that begins with code keeps the indent of its first line, and is not summed up by it.
func TestCodeFirst(t *testing.T) {
	const source = "// # RL1: title\n//\n//\tif wrong() {\n//\t\treturn\n//\t}\n//\n// What it finds,\n// said in two lines.\npackage rl1\n"
	a := New(source, lint.SeverityWarning, &analysis.Analyzer{Name: "RL1"})
	want := "# RL1: title\n\n\tif wrong() {\n\t\treturn\n\t}\n\nWhat it finds, said in two lines.\n"
	if got := Markdown(a); got != want {
		t.Errorf("Markdown\n%q, want\n%q", got, want)
	}
	if got, want := Summary(a), "What it finds, said in two lines."; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
}

func TestNoHeading(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("documentation of another rule is accepted")
		}
	}()
	New(source, lint.SeverityWarning, &analysis.Analyzer{Name: "RL2"})
}
