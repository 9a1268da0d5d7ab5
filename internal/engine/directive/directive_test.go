package directive

import (
	"fmt"
	"go/parser"
	"go/token"
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name, source string
		from, to     int
		rule         string // a rule it covers there
		reason       string
	}{
		{"end of line", "package p\nvar x = 1 //rllint:ignore RL1001 why not\nvar y = 2", 2, 2, "RL1001", "why not"},
		{"end of a block", "package p\nfunc f() {\n} //rllint:ignore RL1001 r\nvar y = 2", 3, 3, "RL1001", "r"},
		{"several rules", "package p\n//rllint:ignore RL1001,RL1003 r\nvar x = 1", 2, 3, "RL1003", "r"},
		{"pattern", "package p\n//rllint:ignore RL1* r\nvar x = 1", 2, 3, "RL1003", "r"},
		{"statement over several lines", "package p\nfunc f() {\n\t//rllint:ignore RL1001 r\n\ta.\n\t\tb().\n\t\tc()\n}", 3, 6, "RL1001", "r"},
		{"head of an if", "package p\nfunc f() {\n\t//rllint:ignore RL1001 r\n\tif a(\n\t\tb) {\n\t\tc()\n\t}\n}", 3, 5, "RL1001", "r"},
		{"function literal in a statement", "package p\nfunc f() {\n\t//rllint:ignore RL1001 r\n\ta(func() {\n\t\tb()\n\t})\n}", 3, 6, "RL1001",
			"r"},
		{"head of a function", "package p\n//rllint:ignore RL1001 r\nfunc f() {\n\ta()\n}", 2, 3, "RL1001", "r"},
		{"element of a literal", "package p\nvar x = []int{\n\t1,\n\t//rllint:ignore RL1001 r\n\tf(\n\t\t2),\n\t3,\n}", 4, 6, "RL1001", "r"},
		{"link of a chain", "package p\nvar x = a.\n\t//rllint:ignore RL1001 r\n\tb().\n\tc()", 3, 4, "RL1001", "r"},
		{"stacked on another comment", "package p\n//rllint:ignore RL1001 r\n// More.\nvar x = 1", 2, 4, "RL1001", "r"},
		{"file", "package p\nvar x = 1\n//rllint:file-ignore RL1001 r", 1, math.MaxInt, "RL1001", "r"},
		{"no reason", "package p\nvar x = 1 //rllint:ignore RL1001", 2, 2, "RL1001", ""},
		{"unknown verb", "package p\nvar x = 1 //rllint:ingore RL1001 r", 1, 0, "", "r"},
		{"space after a comma", "package p\n//rllint:ignore RL1001, RL1003 r s\nvar x = 1", 2, 3, "RL1003", "r s"},
		{"space around a comma", "package p\n//rllint:ignore RL1001 , RL1003 r\nvar x = 1", 2, 3, "RL1003", "r"},
		{"a comma in the reason", "package p\n//rllint:ignore RL1001 one, two\nvar x = 1", 2, 3, "RL1001", "one, two"},
		{"space before it", "package p\nvar x = 1 // rllint:ignore RL1001 r", 1, 0, "", "r"},
		{"space before it, for a file", "package p\nvar x = 1 // rllint:file-ignore RL1001 r", 1, 0, "", "r"},
		{"staticcheck", "package p\n//lint:ignore RL1001,SA1019 r\nvar x = 1", 2, 3, "RL1001", "r"},
		{"nolint", "package p\nvar x = 1 //nolint", 2, 2, "RL1001", ""},
		{"nolint of rllint", "package p\nvar x = 1 //nolint:errcheck,rllint // r", 2, 2, "RL1001", "r"},
		{"nolint of a function", "package p\n//nolint:rllint\nfunc f() {\n\ta()\n}", 2, 5, "RL1001", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list := parse(t, test.source)
			if len(list) != 1 {
				t.Fatalf("%d directives, want 1", len(list))
			}
			d := list[0]
			if d.From != test.from || d.To != test.to || d.Reason != test.reason {
				t.Errorf("lines %d to %d, reason %q; want lines %d to %d, reason %q", d.From, d.To, d.Reason, test.from, test.to, test.reason)
			}
			if test.rule != "" && !d.Covers(test.from, test.rule) {
				t.Errorf("%s is not covered at line %d", test.rule, test.from)
			}
			if d.Covers(test.from-1, test.rule) {
				t.Errorf("%s is covered at line %d", test.rule, test.from-1)
			}
		})
	}
}

func TestParseNone(t *testing.T) {
	for _, comment := range []string{"//nolintx", "// no lint", "/* nolint */", "//rllint is good"} {
		if list := parse(t, "package p\n"+comment+"\nvar x = 1"); len(list) != 0 {
			t.Errorf("%q is a directive", comment)
		}
	}
}

func TestOtherRules(t *testing.T) {
	tests := []struct{ comment, rule string }{
		{"//rllint:ignore RL1001 r", "RL1002"},
		{"//lint:ignore SA1019 r", "RL1001"},
		{"//nolint:errcheck", "RL1001"},
		{"//rllint:ignore", "RL1001"},
	}
	for _, test := range tests {
		for _, d := range parse(t, fmt.Sprintf("package p\nvar x = 1 %s\n", test.comment)) {
			if d.Covers(2, test.rule) {
				t.Errorf("%s covers %s", test.comment, test.rule)
			}
		}
	}
}

func parse(t *testing.T, source string) []*Directive {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return Parse(fset, file)
}
