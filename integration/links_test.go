package integration

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinks follows the links of README and the documentation to files of this repository, and to headings in them.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/rules/*.md", "../docs/decisions/*.md"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, list...)
	}
	followed := 0
	for _, page := range pages {
		for _, link := range links(t, page) {
			file, heading, _ := strings.Cut(link, "#")
			if file = filepath.Join(filepath.Dir(page), file); strings.HasPrefix(link, "#") {
				file = page
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", page, err)
			} else if heading != "" && !slices.Contains(headings(t, file), heading) {
				t.Errorf("%s: %s has no heading %s", page, file, heading)
			}
			followed++
		}
	}
	if followed < 50 {
		t.Errorf("there are %d links in all: they are not recognised", followed)
	}
}

var (
	inlineCode = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unlinked   = regexp.MustCompile(`[^\p{L}\p{N} -]`)
)

// links returns the targets of a page's links, but for those to other sites.
func links(t *testing.T, page string) []string {
	t.Helper()
	var list []string
	for _, match := range linkTarget.FindAllStringSubmatch(inlineCode.ReplaceAllString(read(t, page), ""), -1) {
		if !strings.Contains(match[1], "://") {
			list = append(list, match[1])
		}
	}
	return list
}

// headings returns what links name the headings of a page by.
func headings(t *testing.T, page string) []string {
	t.Helper()
	var list []string
	for _, match := range heading.FindAllStringSubmatch(read(t, page), -1) {
		name := unlinked.ReplaceAllString(strings.ToLower(match[1]), "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
