package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestTogether(t *testing.T) {
	for body, want := range map[string]bool{
		"a(); b()": true,
		"if err := a(); err != nil { return }; if err := b(); err != nil { return }": true,
		"if x { a(); b() }":                       true,
		"for range 2 { a(); b() }":                true,
		"func() { a(); b() }()":                   true,
		"switch { case x: a(); b() }":             true,
		"list := []func(){a(), b()}":              true,
		"a(); if x { b() }":                       false,
		"if x { a() } else { b() }":               false,
		"switch { case x: a(); default: b() }":    false,
		"a(); for range 2 { b() }":                false,
		"a(); f(func() { b() })":                  false,
		"a() }; func g() { b()":                   false,
		"_ = a() && b()":                          false,
		"select { case <-x: a(); case <-y: b() }": false,
	} {
		source := "package p; func f() { " + body + " }"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "f.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		at := func(call string) token.Pos { return file.FileStart + token.Pos(strings.Index(source, call)) }
		if got := Together([]*ast.File{file}, at("a()"), at("b()")); got != want {
			t.Errorf("%s: %t, want %t", body, got, want)
		}
	}
}
