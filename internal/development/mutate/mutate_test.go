package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const source = `package p

func f(a, b int, v any) int {
	if a < b {
		return join(a, b)
	}
	for a > 0 {
		a--
	}
	switch {
	case a == b:
		return 1
	}
	switch v.(type) {
	case int:
		return 2
	default:
		return 3
	}
}
`

func TestMutantsOf(t *testing.T) {
	list, err := mutantsOf("p.go", []byte(source), func(line int) bool { return line != 15 })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		changed := strings.Split(string(m.apply([]byte(source))), "\n")
		got = append(got, fmt.Sprintf("%d: %s: %s", m.line, m.what, strings.TrimSpace(changed[m.line-1])))
	}
	slices.Sort(got)
	want := []string{
		"11: drop case a == b: ",
		"11: negate a == b: case !(a == b):",
		"4: negate a < b: if !(a < b) {",
		"4: turn < into <= in a < b: if a <= b {",
		"5: swap the arguments of join: return join(b, a)",
		"7: negate a > 0: for !(a > 0) {",
		"7: turn > into >= in a > 0: for a >= 0 {",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTry makes mistakes in a module of its own: one that its test notices, one that it does not, and one that does not compile.
func TestTry(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"p/p.go": "package p\n\nfunc Less(a, b int) bool {\n\tif a < b {\n\t\treturn true\n\t}\n\treturn false\n}\n\nfunc Not(v bool) " +
			"int {\n\tif v {\n\t\treturn 1\n\t}\n\treturn 0\n}\n",
		"p/p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestLess(t *testing.T) {\n\tif !Less(1, 2) {\n\t\tt.Error(\"1 is " +
			"less\")\n\t}\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, err := draw([]string{"."}, "", 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, mutant{file: "p/p.go", line: 1, what: "nonsense", start: 0, end: 0, text: "x"})
	var got []string
	for _, m := range list {
		verdict, compiles, err := m.try([]string{"-short ."})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %d: %s: %t %.16s", m.file, m.line, m.what, compiles, verdict))
	}
	want := []string{
		"p/p.go 4: negate a < b: true TestLess",
		"p/p.go 4: turn < into <= in a < b: true ",
		"p/p.go 11: negate v: true ",
		"p/p.go 1: nonsense: false does not compile",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
