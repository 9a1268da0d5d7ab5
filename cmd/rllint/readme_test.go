package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExamples compares what README and the guide to fixing show of the example provider with what rllint
// prints: README's findings are all that there are, and the lines of each diff stand together.
func TestExamples(t *testing.T) {
	pages := make(map[string]string)
	for _, name := range []string{"README.md", "docs/fixing.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	provider, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src", "provider"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(provider)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	printed := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		if code := run(append(args, "-color=never", "./..."), &stdout, &stderr); code != 1 {
			t.Fatalf("rllint %v ends with %d:\n%s", args, code, stderr.String())
		}
		return regexp.MustCompile(` // want .*`).ReplaceAllString(stdout.String(), "")
	}

	if found := fenced(pages["README.md"], ""); len(found) != 1 || found[0] != printed() {
		t.Errorf("README shows the findings\n%s\nrllint prints\n%s", found, printed())
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
