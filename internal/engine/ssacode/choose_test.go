package ssacode_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

type importer map[string]*types.Package

func (i importer) Import(path string) (*types.Package, error) { return i[path], nil }

// TestChooseInit chooses the init functions of a package, but for those that only tell a library which types there are.
func TestChooseInit(t *testing.T) {
	const library = "package scheme\n\ntype Builder struct{}\n\nfunc (b *Builder) Register(list ...any) *Builder { return b }\n\nfunc (b *Builder) Store(v any) {}\n\nfunc Register(v any) {}\n"
	const before = "package api\n\nimport \"example.com/scheme\"\n\ntype Kind struct{ Name string }\n\nvar builder scheme.Builder\n\nvar own registry\n\ntype registry struct{}\n\nfunc (registry) Register(v any) {}\n\nvar kind = &Kind{}\n\nfunc made() *scheme.Builder { return &builder }\n\nfunc init() {\n\t%s\n}\n"
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
			fset, imports := token.NewFileSet(), make(importer)
			check := func(path, src string) (*ast.File, *types.Package, *types.Info) {
				f, err := parser.ParseFile(fset, path+".go", src, parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object), Types: make(map[ast.Expr]types.TypeAndValue)}
				pkg, err := (&types.Config{Importer: imports}).Check(path, fset, []*ast.File{f}, info)
				if err != nil {
					t.Fatal(err)
				}
				return f, pkg, info
			}
			_, imports["example.com/scheme"], _ = check("example.com/scheme", library)
			f, pkg, info := check("example.com/api", fmt.Sprintf(before, body))
			pass := &analysis.Pass{
				Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info,
				ResultOf: map[*analysis.Analyzer]any{syntax.Analyzer: inspector.New([]*ast.File{f})},
			}
			no := func(symbol.Name) bool { return false }
			sel := &ssacode.Selector{
				Package: func(path string) bool { return path == "example.com/scheme" },
				Func:    no, Type: no, Hands: no, Takes: no,
				Field:     func(string) bool { return false },
				Keep:      func(string) bool { return false },
				Shape:     func(symbol.Name, string) bool { return false },
				Generated: func(token.Pos) bool { return false },
			}
			got := false
			for fn := range ssacode.Choose(pass, nil, sel, 8) {
				got = got || fn.Name.Name == "init"
			}
			if got != chosen {
				t.Errorf("chosen: %v, want %v", got, chosen)
			}
		})
	}
}
