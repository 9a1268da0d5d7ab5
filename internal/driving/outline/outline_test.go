package outline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/outline"
)

func TestOf(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"body", "package p\nfunc f() {\n\tg(\"}\")\n\t// }\n\th('}', `\n}`)\n}\nvar x int\n", "package p\nfunc f() {\n\n\n\n\n}\nvar x int\n"},
		{"comments", "package p\n\n// a comment\nvar /* b */ x /* c\nd */ int // e\n", "package p\n\n\nvar   x \n int \n"},
		{"build constraint", "/* a\nlicense */\n//go:build go1.18\n// more\n\npackage p\n", "\n\n//go:build go1.18\n\n\npackage p\n"},
		{"results with braces", "package p\nfunc f() (struct{ a int }, interface{ M() }) { x }\n",
			"package p\nfunc f() (struct{ a int }, interface{ M() }) {}\n"},
		{"result that is a struct", "package p\nfunc f() struct{ a int } { x }\n", "package p\nfunc f() struct{ a int } {}\n"},
		{"result that is a function", "package p\nfunc f() func(int) error { x }\nfunc g() []func() { x }\n",
			"package p\nfunc f() func(int) error {}\nfunc g() []func() {}\n"},
		{"no body", "package p\nfunc f(a int)\nfunc g() { x }\n", "package p\nfunc f(a int)\nfunc g() {}\n"},
		{"method of a generic type", "package p\nfunc (l *L[T]) m(a [len(x)]int) map[string]T { x }\n",
			"package p\nfunc (l *L[T]) m(a [len(x)]int) map[string]T {}\n"},
		{"function literals", "package p\nvar c = C{Run: func() error { x }, F: f(func() { y })}\n",
			"package p\nvar c = C{Run: func() error {}, F: f(func() {})}\n"},
		{"literals of functions", "package p\nvar c = [...]func(){f, g}\nvar d = map[string]func(){\"a\": f}\n",
			"package p\nvar c = [...]func(){f, g}\nvar d = map[string]func(){\"a\": f}\n"},
		{"function types", "package p\ntype F func(a int) (b int)\ntype I interface{ M(f func()) }\ntype S struct{ f func() error }\n",
			"package p\ntype F func(a int) (b int)\ntype I interface{ M(f func()) }\ntype S struct{ f func() error }\n"},
		{"lists whose length counts", "package p\nvar a, b = [...]int{1, 2}, [...][]int{{1}}\n",
			"package p\nvar a, b = [...]int{1, 2}, [...][]int{{1}}\n"},
		{"slices of structs", "package p\ntype S []struct{ a int }\ntype M map[string]interface{ N() }\n",
			"package p\ntype S []struct{ a int }\ntype M map[string]interface{ N() }\n"},
		{"not closed", "package p\nfunc f() {\n\"\n", "package p\nfunc f() {\n\n}"},
		{"quotes", "package p\nvar a = '\\''\nvar b = \"\\\"{\"\nconst c = `a\n\\`\n",
			"package p\nvar a = '\\''\nvar b = \"\\\"{\"\nconst c = `a\n\\`\n"},
		{"tags", "package p\ntype T struct {\n\tA int `json:\"a\"` // A\n}\n", "package p\ntype T struct {\n A int `json:\"a\"` \n}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := string(outline.Of([]byte(test.src)))
			if got != test.want && spaces(got) != spaces(test.want) {
				t.Errorf("got\n%q\nwant\n%q", got, test.want)
			}
		})
	}
}

// spaces makes space at the ends of lines and between words the same.
func spaces(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

func TestMentions(t *testing.T) {
	src := `
var a = fmt.Println + xfmt.No + fmt . Sprint + fmt.
	Sprintf + fmt /* why */ ./* not */ Print(os.Args)
var b = "fmt.InText" + fmt + a.fmt.Member + ünicode.X + fmt`
	var got []string
	outline.Mentions([]byte(src), map[string]int{"fmt": 0, "os": 1, "ünicode": 2}, func(i int, member []byte) {
		got = append(got, fmt.Sprint(i, " ", string(member)))
	})
	want := []string{"0 Println", "0 Sprint", "0 Sprintf", "0 Print", "1 Args", "0 InText", "0 Member", "2 X"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzOf(f *testing.F) {
	f.Add("package p\nfunc f() { \"`\" /* { */ }")
	f.Add("//go:build x\n/*")
	f.Fuzz(func(t *testing.T, src string) {
		out := outline.Of([]byte(src))
		if got, want := strings.Count(string(out), "\n"), strings.Count(src, "\n"); got != want {
			t.Errorf("%q has %d lines, its outline %q has %d", src, want, out, got)
		}
	})
}
