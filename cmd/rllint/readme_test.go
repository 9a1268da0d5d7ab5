package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// wanted is what tests expect at a line of the example.
var wanted = regexp.MustCompile(` // want .*`)

// enterExample goes to the example provider.
func enterExample(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", "..", "testdata", "src", "provider"))
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
}

// TestExamples checks that the lines of each diff that README and the guide to fixing show of the example provider stand together
// in what rllint prints.
func TestExamples(t *testing.T) {
	pages := make(map[string]string)
	for _, name := range []string{"README.md", "docs/fixing.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	enterExample(t)
	printed := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		if code := run(append(args, "-color=never", "./..."), &stdout, &stderr); code != 1 {
			t.Fatalf("rllint %v ends with %d:\n%s", args, code, stderr.String())
		}
		return wanted.ReplaceAllString(stdout.String(), "")
	}

	diff := printed("-diff")
	for name, page := range pages {
		shown := fenced(page, "diff")
		if len(shown) == 0 {
			t.Errorf("%s shows no diff", name)
		}
		for _, block := range shown {
			file, hunk, whole := strings.Cut(block, "@@")
			if !whole {
				file, hunk = "", block
			}
			if !strings.Contains(diff, file) || !strings.Contains(diff, hunk) {
				t.Errorf("%s shows\n%s\nrllint -diff prints\n%s", name, block, diff)
			}
		}
	}
}

// TestReleases checks that each section of README and the documentation which names a version of rllint says that there is none, as
// long as there is none.
func TestReleases(t *testing.T) {
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if regexp.MustCompile(`(?m)^## v`).Match(changes) {
		t.Fatal("there is a release: take what was written for the time before out of the documentation, and this test")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, name := range append(pages, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range strings.Split(string(text), "\n## ") {
			if regexp.MustCompile(`rllint/rllint\S*@(v|latest)|rev: v|version: latest`).MatchString(section) {
				if named++; !strings.Contains(section, "There is no release yet") {
					title, _, _ := strings.Cut(section, "\n")
					t.Errorf("%s: the section %q names a release", name, title)
				}
			}
		}
	}
	if named < 5 {
		t.Errorf("only %d sections name a release: they are not found", named)
	}
}

// TestSurveyed checks that README's figures are the sums of the rounds of the survey since findings have to be certain.
func TestSurveyed(t *testing.T) {
	var pages [2]string
	for i, name := range []string{"../../README.md", "../../docs/survey.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[i] = strings.Join(strings.Fields(string(text)), " ")
	}
	_, table, _ := strings.Cut(pages[1], "| 33 | 36 |")
	var sums [4]int
	for _, m := range regexp.MustCompile(`\| [0-9, ]+ \| (\d+) \| (\d+) \| (\d+) \(\d+ %\) \| (\d+) \(\d+ %\) \|`).FindAllStringSubmatch(table,
		-1) {
		for i := range sums {
			n, _ := strconv.Atoi(m[i+1])
			sums[i] += n
		}
	}
	want := fmt.Sprintf("In the last %d public programs, chosen before any run, it showed %d blocks of findings. Of these %d were true and "+
		"%d worth a change",
		sums[0], sums[1], sums[2], sums[3])
	if !strings.Contains(pages[0], want) {
		t.Errorf("README does not say %q", want)
	}
	if sums[2]*100 < sums[1]*88 {
		t.Errorf("%d of %d are not nearly nine of ten", sums[2], sums[1])
	}
}

// TestTimes checks that README's figures are those of the page on performance.
func TestTimes(t *testing.T) {
	var pages [2]string
	for i, name := range []string{"../../README.md", "../../docs/performance.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[i] = string(text)
	}
	rows := regexp.MustCompile("(?m)^\\| `rllint \\./\\.\\.\\.` \\| (\\S+) s \\|$(?s:.*?)^\\| `go vet \\./\\.\\.\\.`, .* \\| (\\S+) s \\|$").FindStringSubmatch(pages[1])
	if rows == nil {
		t.Fatal("the page on performance has no table of an edit")
	}
	if want := fmt.Sprintf("`rllint` takes %s CPU seconds in another provider, and `go vet` %s:", rows[1],
		rows[2]); !strings.Contains(pages[0], want) {
		t.Errorf("README does not say %q", want)
	}
}

// fenced returns the blocks of a page that are fenced with a language, each with its last newline.
func fenced(page, language string) []string {
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)```([a-z]*)\n(.*?)```\n").FindAllStringSubmatch(page, -1) {
		if m[1] == language {
			blocks = append(blocks, m[2])
		}
	}
	return blocks
}
