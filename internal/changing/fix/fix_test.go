package fix_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// TestFixes applies the fixes of each case of testdata/fixes.txt. The first line of a case says what is fixed, and the expectation is what
// the package is then, in the lines that differ: those that go with a minus, those that come with a plus.
func TestFixes(t *testing.T) {
	sourcetest.Cases(t, "testdata/fixes.txt", func(t *testing.T, text string) string {
		what, source, _ := strings.Cut(text, "\n")
		source += "\n"
		pass := sourcetest.Pass(t, source)
		x := fix.In(pass)
		var fixes []analysis.SuggestedFix
		switch what, of, _ := strings.Cut(what, " "); what {
		case "empty":
			var all []token.Pos
			for ret := range syntax.All[*ast.ReturnStmt](pass.Files[0]) {
				all = append(all, ret.Pos())
			}
			for _, pos := range all {
				fixes = append(fixes, x.EmptyResult(pos, all)...)
			}
		case "remove":
			start := pass.Files[0].FileStart + token.Pos(strings.Index(source, of))
			fixes = x.Remove(start, start+token.Pos(len(of)))
		case "import":
			path, at, _ := strings.Cut(of, " ")
			name, edits, ok := fix.Import(pass, pass.Files[0].FileStart+token.Pos(strings.Index(source, at)), path,
				path[strings.LastIndex(path, "/")+1:])
			if !ok {
				return "not possible"
			}
			return "as " + name + "\n" + difference(source, apply(t, pass.Fset, source, edits))
		case "reach":
			want, at, _ := strings.Cut(of, " ")
			e, ok := fix.InReach(pass, pass.Files[0].FileStart+token.Pos(strings.Index(source, at)), want)
			return fmt.Sprintf("%s %v", e, ok)
		default:
			t.Fatalf("what is %q?", what)
		}
		var edits []analysis.TextEdit
		for _, f := range fixes {
			edits = append(edits, f.TextEdits...)
		}
		return difference(source, apply(t, pass.Fset, source, edits))
	})
}

// apply makes edits, equal ones once, and holds the outcome to be formatted.
func apply(t *testing.T, fset *token.FileSet, source string, edits []analysis.TextEdit) string {
	t.Helper()
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), bytes.Compare(a.NewText, b.NewText))
	})
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool {
		return a.Pos == b.Pos && a.End == b.End && bytes.Equal(a.NewText, b.NewText)
	})
	for _, e := range slices.Backward(edits) {
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		source = source[:fset.Position(e.Pos).Offset] + string(e.NewText) + source[fset.Position(end).Offset:]
	}
	formatted, err := format.Source([]byte(source))
	if err != nil {
		t.Fatalf("%v:\n%s", err, source)
	}
	if string(formatted) != source {
		t.Errorf("it is not formatted:\n%s", source)
	}
	return source
}

// difference returns the lines that only one of two texts has.
func difference(before, after string) string {
	var text strings.Builder
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range a {
		if !slices.Contains(b, line) {
			text.WriteString("- " + line + "\n")
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			text.WriteString("+ " + line + "\n")
		}
	}
	return text.String()
}
