package ssacode_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

type importer map[string]*types.Package

func (i importer) Import(path string) (*types.Package, error) { return i[path], nil }

// passOf returns a pass over the package example.com/api, which may import example.com/scheme.
func passOf(t *testing.T, library, source string) *analysis.Pass {
	t.Helper()
	fset, imports := token.NewFileSet(), make(importer)
	check := func(path, src string) (*ast.File, *types.Package, *types.Info) {
		f, err := parser.ParseFile(fset, path+".go", src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Types: make(map[ast.Expr]types.TypeAndValue)}
		pkg, err := (&types.Config{Importer: imports}).Check(path, fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(err)
		}
		return f, pkg, info
	}
	_, imports["example.com/scheme"], _ = check("example.com/scheme", library)
	f, pkg, info := check("example.com/api", source)
	return &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info,
		ResultOf: map[*analysis.Analyzer]any{syntax.Analyzer: syntax.Inspector([]*ast.File{f})},
	}
}

// selector returns one to which nothing matters but what the package example.com/scheme has to say.
func selector() *ssacode.Selector {
	no := func(symbol.Name) bool { return false }
	return &ssacode.Selector{
		Package: func(path string) bool { return path == "example.com/scheme" },
		Func:    no, Type: no, Hands: no, Takes: no,
		Field:     func(string) bool { return false },
		Keep:      func(string) bool { return false },
		Shape:     func(symbol.Name, string) bool { return false },
		Generated: func(token.Pos) bool { return false },
	}
}

// TestChooseInit chooses the init functions of a package that has something else, but for those that only tell a library which types there are.
func TestChooseInit(t *testing.T) {
	const library = "package scheme\n\ntype Builder struct{}\n\nfunc (b *Builder) Register(list ...any) *Builder { return b }\n\nfunc (b " +
		"*Builder) Store(v any) {}\n\nfunc Register(v any) {}\n"
	const before = "package api\n\nimport \"example.com/scheme\"\n\ntype Kind struct{ Name string }\n\nvar builder scheme.Builder\n\nvar " +
		"own registry\n\ntype registry struct{}\n\nfunc (registry) Register(v any) {}\n\nvar kind = &Kind{}\n\nfunc made() *scheme.Builder { " +
		"return &builder }\n\nfunc count() int { return 1 }\n\nfunc init() {\n\t%s\n}\n"
	for body, chosen := range map[string]bool{
		"builder.Register(&Kind{}, &Kind{})":                         false,
		"builder.Register(&Kind{})\n\tbuilder.Register(&Kind{})":     false,
		"builder.Register(&Kind{}).Register(&Kind{})":                false,
		"builder.Register(kind)":                                     true,
		"builder.Register(&Kind{Name: \"set\"})":                     true,
		"builder.Register(func() {})":                                true,
		"builder.Store(&Kind{})":                                     true,
		"scheme.Register(&Kind{})":                                   true,
		"own.Register(&Kind{})":                                      true,
		"made().Register(&Kind{})":                                   true,
		"own.Register(nil)\n\tbuilder.Register(&Kind{})":             true,
		"if kind != nil {\n\t\tbuilder.Register(&Kind{})\n\t}":       true,
		"kind = &Kind{}\n\tbuilder.Register(&Kind{})":                true,
		"builder.Register(builder.Register(&Kind{}).Register(kind))": true,
	} {
		t.Run(body, func(t *testing.T) {
			pass := passOf(t, library, fmt.Sprintf(before, body))
			sel := selector()
			got := false
			for fn := range ssacode.Choose(pass, nil, sel).Decls {
				got = got || fn.Name.Name == "init"
			}
			if got != chosen {
				t.Errorf("chosen: %v, want %v", got, chosen)
			}
		})
	}
}

// TestChooseLiteral chooses a function for what it hands a literal, whose type says what that is under a name of its own.
func TestChooseLiteral(t *testing.T) {
	const library = "package scheme\n\ntype Builder struct{}\n"
	for body, chosen := range map[string]bool{
		"run(func(*own) {})":              true,
		"run(func() *own { return nil })": true,
		"run(func(*other) {})":            false,
	} {
		t.Run(body, func(t *testing.T) {
			source := "package api\n\nimport \"example.com/scheme\"\n\ntype own = scheme.Builder\n\ntype other struct{}\n\nfunc run(any) " +
				"{}\n\nfunc f() {\n\t" + body + "\n}\n"
			pass := passOf(t, library, source)
			sel := selector()
			sel.Type = func(name symbol.Name) bool { return name == "example.com/scheme.Builder" }
			got := false
			for fn := range ssacode.Choose(pass, nil, sel).Decls {
				got = got || fn.Name.Name == "f"
			}
			if got != chosen {
				t.Errorf("chosen: %v, want %v", got, chosen)
			}
		})
	}
}

// TestChooseSetters chooses the functions that set a variable which other packages may read, or hand out what lets others set it, and none
// that only hand its value on: those that call them would be followed for nothing.
func TestChooseSetters(t *testing.T) {
	const before = "package api\n\nvar Name = \"A\"\n\nvar Limits = map[string]int{}\n\nvar Group struct{ Size int }\n\nfunc use(...any) " +
		"{}\n\nfunc text(string) {}\n\nfunc f(other string) {\n\t%s\n}\n"
	for body, chosen := range map[string]bool{
		"Name = other":                   true,
		"use(&Name)":                     true,
		"Group.Size++":                   true,
		"Limits[other] = 1":              true,
		"use(Limits)":                    true,
		"limits := Limits; _ = limits":   true,
		"for Name = range Limits {\n\t}": true,
		"text(Name)":                     false,
		"other = Name":                   false,
		"use(len(Limits))":               false,
		"use(Limits[Name])":              false,
		"use(Group.Size)":                false,
	} {
		t.Run(body, func(t *testing.T) {
			got := false
			for fn := range ssacode.Choose(passOf(t, "package scheme\n", fmt.Sprintf(before, body)), nil, selector()).Decls {
				got = got || fn.Name.Name == "f"
			}
			if got != chosen {
				t.Errorf("chosen: %v, want %v", got, chosen)
			}
		})
	}
}
