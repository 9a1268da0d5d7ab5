package format

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
)

// TestTextPlaces checks that the name of a file ends no line.
func TestTextPlaces(t *testing.T) {
	f := findings.Finding{Rule: "RL1001", Level: level.Warning, Position: token.Position{Filename: "/m/a\n::error::.go", Line: 2, Column: 3},
		Message: "m"}
	var out strings.Builder
	if err := Text(&out, Run{Dir: "/m", Findings: []findings.Finding{f}}); err != nil {
		t.Fatal(err)
	}
	if want := "a\\n::error::.go:2:3: m (RL1001)\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestTextSource checks the line of source and the mark under it, whatever stands in the line.
func TestTextSource(t *testing.T) {
	for _, test := range []struct {
		name, line  string
		column, end int // end is 0 for a finding without one, and -1 for one that ends in a later line
		want        string
	}{
		{"from start to end", "\treturn f(x)", 9, 10, "    return f(x)\n           ^\n"},
		{"a name where there is no end", "\treturn forbidden(x)", 9, 0, "    return forbidden(x)\n           ^~~~~~~~~\n"},
		{"no name", "\treturn (x)", 9, 0, "    return (x)\n           ^\n"},
		{"to the end of the line", "\treturn f(  ", 9, -1, "    return f(\n           ^~\n"},
		{"characters of several bytes", "\ts := \"äö\" + f(x)", 16, 0, "    s := \"äö\" + f(x)\n                ^\n"},
		{"tabs and codes for the terminal", "\ta\t= f(\"\x1b[31m\")", 6, 0, "    a = f(\"?[31m\")\n        ^\n"},
		{"a column that is not there", "\tx", 9, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "a.go")
			if err := os.WriteFile(name, []byte("package a\n"+test.line+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			f := findings.Finding{Rule: "RL1001", Level: level.Warning, Position: token.Position{Filename: name, Line: 2, Column: test.column},
				Message: "m"}
			switch {
			case test.end > 0:
				f.End = token.Position{Filename: name, Line: 2, Column: test.end}
			case test.end < 0:
				f.End = token.Position{Filename: name, Line: 3, Column: 1}
			}
			var out strings.Builder
			if err := Text(&out, Run{Dir: dir, Findings: []findings.Finding{f}, Style: Style{Source: true}}); err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(out.String(), "\n")
			if got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}
