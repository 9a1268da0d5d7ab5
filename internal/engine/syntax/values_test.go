package syntax_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// TestValues asks what packages give a variable v, which is a field or a parameter in some.
func TestValues(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"var v = 1", "1"},
		{"var v int\nfunc f() { v = 2; v = 3 }", "2 3"},
		{"var v, w = two()", "and others"},
		{"var v int\nfunc f() { v++ }", "and others"},
		{"var v = 1\nfunc f() { v += 2 }", "1 and others"},
		{"var v = 1\nfunc f() { g(&v) }\nfunc g(*int)", "1 and others"},
		{"var v int\nfunc f(list []int) { for _, v = range list {} }", "and others"},
		{"var v int\nfunc f() { m := map[int]int{v: 7}; _ = m }", ""},
		{"type s struct{ v int }\nvar _ = s{v: 4}\nfunc f(x s) { x.v = 5 }", "4 5"},
		{"type s struct{ w, v int }\nvar _ = s{6, 7}", "7"},
		{"type s struct{ v struct{ w int } }\nfunc f(x s) { x.v.w = 5 }", "and others"},
		{"func f(w, v int)\nfunc g() { f(1, 2); f(3, 4) }", "2 4 and others"},
		{"func f(v ...int)\nfunc g() { f(1, 2) }", "and others"},
	} {
		pass := sourcetest.Pass(t, "package p\nfunc two() (int, int)\n"+test.code)
		var v *types.Var
		for _, obj := range pass.TypesInfo.Defs {
			if of, ok := obj.(*types.Var); ok && of.Name() == "v" {
				v = of
			}
		}
		list, all := syntax.Values(pass, v)
		var words []string
		for _, e := range list {
			words = append(words, types.ExprString(e))
		}
		if !all {
			words = append(words, "and others")
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.code, got, test.want)
		}
	}
}

// TestOnlyFunction asks which function packages keep in a field. A logger is looked for in no source: it is no function, and reconcilers
// call it on each line.
func TestOnlyFunction(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"type s struct{ v func() }\nfunc f()\nvar _ = s{v: f}", "f"},
		{"type s struct{ v func() }\nfunc f()\nfunc g()\nvar _, _ = s{v: f}, s{v: g}", ""},
		{"type s struct{ v func() }\nvar _ = s{v: func() {}}", ""},
		{"type s struct{ v any }\nfunc f()\nvar _ = s{v: f}", ""},
	} {
		pass := sourcetest.Pass(t, "package p\n"+test.code)
		got := ""
		for _, obj := range pass.TypesInfo.Defs {
			if v, ok := obj.(*types.Var); ok && v.Name() == "v" {
				if only := syntax.OnlyFunction(pass, v); only != nil {
					got = types.ExprString(only)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.code, got, test.want)
		}
	}
}

// TestResolve asks what a package gives the variable that a function returns.
func TestResolve(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"func f() int { v := 1; return v }", "1"},
		{"func f() int { v := 1; v = 2; return v }", ""},
		{"func f() int { v := 1; v++; return v }", ""},
		{"var v = 1\nfunc f() int { return v }", "1"},
		{"var v = 1\nfunc f() int { return (v) }\nfunc g() { v = 2 }", ""},
		{"func f() int { v := 1; return v }\nfunc g() { v := 2; _ = v }", "1"},
		{"func f(v int) int { return v }", ""},
		{"type s struct{ v int }\nfunc f(x s) int { return x.v }", "x.v"},
	} {
		pass := sourcetest.Pass(t, "package p\n"+test.code)
		for ret := range syntax.All[*ast.ReturnStmt](pass.Files[0]) {
			got := ""
			if e := syntax.Resolve(pass, ret.Results[0]); e != nil {
				got = types.ExprString(e)
			}
			if got != test.want {
				t.Errorf("%s: got %q, want %q", test.code, got, test.want)
			}
		}
	}
}

// TestConstants reads what is constant.
func TestConstants(t *testing.T) {
	pass := sourcetest.Pass(t, `package p
const two = 2
func f(n int, s string) []any { return []any{two + 1, "a" + "b", n, s, 1.5} }`)
	want := []struct {
		n            int64
		text         string
		isInt, isStr bool
	}{{n: 3, isInt: true}, {text: "ab", isStr: true}, {}, {}, {}}
	for lit := range syntax.All[*ast.CompositeLit](pass.Files[0]) {
		for i, e := range lit.Elts {
			if n, ok := syntax.Integer(pass.TypesInfo, e); n != want[i].n || ok != want[i].isInt {
				t.Errorf("%s is the integer %d: %v", types.ExprString(e), n, ok)
			}
			if text, ok := syntax.Text(pass.TypesInfo, e); text != want[i].text || ok != want[i].isStr {
				t.Errorf("%s is the text %q: %v", types.ExprString(e), text, ok)
			}
		}
	}
}
