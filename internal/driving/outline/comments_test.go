package outline_test

import (
	"testing"

	"github.com/rllint/rllint/internal/driving/outline"
)

func TestWithoutComments(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"none", "package p\n\ntype T int\n", "package p\n\ntype T int\n"},
		{"of types", "package p\n\n// T is one.\n// +kubebuilder:object\ntype T struct {\n\t// A is a { field.\n\tA int // more\n}\n",
			"package p\n\n\n\ntype T struct {\n\t\n\tA int \n}\n"},
		{"of a group", "package p\n\ntype (\n\t// T is one.\n\tT int\n)\n", "package p\n\ntype (\n\t\n\tT int\n)\n"},
		{"in a function", "package p\n\n// f does.\nfunc f() {\n\t// stays\n\ttype t struct {\n\t\t// stays\n\t}\n}\n\n// T is one.\ntype T int\n", "package p\n\n\nfunc f() {\n\t// stays\n\ttype t struct {\n\t\t// stays\n\t}\n}\n\n\ntype T int\n"},
		{"in a variable", "package p\n\ntype T int\n\nvar f = func() {\n\t// stays\n}\n",
			"package p\n\ntype T int\n\nvar f = func() {\n\t// stays\n}\n"},
		{"above the package clause", "// Code generated. DO NOT EDIT.\n\n//go:build linux\n\n// Package p is.\npackage p // p\n",
			"// Code generated. DO NOT EDIT.\n\n//go:build linux\n\n// Package p is.\npackage p \n"},
		{"directives", "package p\n\n//go:linkname f g\n//line x.go:3\n//nolint\n// nolint:all\n// rllint:ignore RL1001\n// else\nfunc f()\n",
			"package p\n\n//go:linkname f g\n//line x.go:3\n//nolint\n// nolint:all\n// rllint:ignore RL1001\n\nfunc f()\n"},
		{"between words", "package p\n\ntype /* a */ T /* b\n*/ int\n", "package p\n\ntype /* a */ T /* b\n*/ int\n"},
		{"texts", "package p\n\ntype T struct {\n\tA int `x:\"// y\n// z\"`\n}\n\nconst c = \"// d\"\n",
			"package p\n\ntype T struct {\n\tA int `x:\"// y\n// z\"`\n}\n\nconst c = \"// d\"\n"},
		{"cut short", "package p\n\ntype T struct { // a", "package p\n\ntype T struct { "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(outline.WithoutComments([]byte(test.src))); got != test.want {
				t.Errorf("got %q\nwant %q", got, test.want)
			}
		})
	}
}
