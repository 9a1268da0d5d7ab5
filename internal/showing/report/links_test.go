package report

import (
	"testing"

	"github.com/rllint/rllint/internal/showing/checkout"
)

func TestPatternOf(t *testing.T) {
	for _, test := range []struct{ repository, path, want string }{
		{"https://github.com/o/r.git", "", "https://github.com/o/r/blob/abc/{path}#L{line}"},
		{"ssh://github.com/o/r", "operator", "https://github.com/o/r/blob/abc/operator/{path}#L{line}"},
		{"https://gitlab.example.com/g/s/r.git", "", "https://gitlab.example.com/g/s/r/-/blob/abc/{path}#L{line}"},
		{"https://codeberg.org/o/r", "", "https://codeberg.org/o/r/src/commit/abc/{path}#L{line}"},
		{"https://example.com/o/r", "", ""},
		{"", "", ""},
	} {
		if got := PatternOf(checkout.Version{Repository: test.repository, Revision: "abc"}, test.path); got != test.want {
			t.Errorf("%s %s: %s, want %s", test.repository, test.path, got, test.want)
		}
	}
}

func TestCheckPattern(t *testing.T) {
	for pattern, ok := range map[string]bool{
		"": true, "vscode://file{file}:{line}": true, "https://example.com/{path}": true,
		"https://example.com/": false, "javascript:alert({path})": false, "data:text/html,{path}": false, "{path}": false,
	} {
		if err := CheckPattern(pattern); (err == nil) != ok {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}

func TestPlace(t *testing.T) {
	links := Links{Root: "/m", Pattern: "vscode://file{file}:{line}"}
	for _, test := range []struct{ text, link string }{
		{"a b/c.go:3", "vscode://file/m/a%20b/c.go:3"},
		{"example.com/x@v1.0.0/c.go:3", ""},
		{"../other/c.go:3", ""},
		{"nothing", ""},
		{"", ""},
	} {
		if got := links.at(test.text); got.Link != test.link || got.Text != test.text {
			t.Errorf("%q: %+v, want %q", test.text, got, test.link)
		}
	}
}
