package syntax_test

import (
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
