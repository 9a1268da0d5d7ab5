package repair_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/repair"
	"golang.org/x/tools/go/ssa"
)

// noImports has no packages.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return nil, errors.New("it cannot be had")
}

// parse parses and type-checks the text of a file of one package.
func parse(text string) (types.Config, *repair.Package) {
	p := &repair.Package{Fset: token.NewFileSet(), Types: types.NewPackage("example.com/p", "p"), Info: repair.NewInfo()}
	f, err := parser.ParseFile(p.Fset, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	p.Files = []*ast.File{f}
	conf := types.Config{Importer: noImports{}, Error: func(err error) {
		if e := err.(types.Error); !e.Soft {
			p.Errors = append(p.Errors, e)
		}
	}}
	types.NewChecker(&conf, p.Fset, p.Types, p.Info).Files(p.Files)
	return conf, p
}

// build makes the SSA form of a repaired package, which panics on what does not type-check.
func build(p *repair.Package) *ssa.Package {
	prog := ssa.NewProgram(p.Fset, ssa.SanityCheckFunctions)
	for _, imp := range p.Types.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(p.Types, p.Files, p.Info, false)
	pkg.Build()
	return pkg
}

// text returns the declarations of a repaired file after the imports, in the words of the tests: without
// the name of the package of the stand-ins, on one line each.
func text(t *testing.T, p *repair.Package) string {
	t.Helper()
	var lines []string
	for _, d := range p.Files[0].Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		var b strings.Builder
		if err := format.Node(&b, token.NewFileSet(), d); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Join(strings.Fields(b.String()), " "))
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "unresolved·.", "")
}

const declared = `package p

import "example.com/missing"

type Options struct { N int; Next *Options; Any missing.T }
func use(Options) error { return nil }
func number(n int) int { return n }
`

func TestRun(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"argument", `func f() { use(missing.Options()) }`, `func f() { use(Value1[Options]()) }`},
		{"element that is called", `func f(list []missing.F) { o := new(int); for i := range list { list[i](o) } }`,
			`func f(list []Type) { o := new(int); for i := range list { Value1[Type](list[i], o) } }`},
		{"what an argument computes with", `func f(n int) { number(missing.Add(n, number(1))) }`,
			`func f(n int) { number(Value1[Alias1](n, number(1))) }`},
		{"method of what is unknown", `func f(o Options) { number(missing.New(o).With(number).N) }`,
			`func f(o Options) { number(Value1[Alias1](Value1[Type](Value1[Type](o), number))) }`},
		{"variable", `func f() int { x := missing.New(); x.Set(1); return number(x.N) }`,
			`func f() int { x := Value1[Type](); Value1[Type](x, 1); return number(Value1[Alias1](x)) }`},
		{"error", `func f() (Options, error) { o, err := missing.Get(); if err != nil { return Options{}, err }; return o, nil }`,
			`func f() (Options, error) { o, err := Value2[Type, Alias1](); if err != nil { return Options{}, err }; return Value1[Options](o), nil }`},
		{"field", `func f(o *Options) { o.N = missing.N; o.Any = o.N; o.M = 1 }`,
			`func f(o *Options) { o.N = Value1[Alias1](); o.Any = o.N; _ = Value1[Type](o, 1) }`},
		{"field of a variable", `func f() Options { var o Options; o.M = 1; return o }`,
			`func f() Options { var o Options; _ = Value1[Type](&o, 1); return o }`},
		{"field that there is not", `func f() { use(Options{N: 1, M: number(2)}) }`, `func f() { use(Value1[Options](1, number(2))) }`},
		{"literal of an unknown type", `func f() { o := &missing.O{N: number(1)}; use(o) }`,
			`func f() { o := Value1[Type](number(1)); use(Value1[Options](o)) }`},
		{"condition", `func f() { if missing.On() && number(1) > 0 { use(Options{}) } }`,
			`func f() { if Value1[Alias1]() && number(1) > 0 { use(Options{}) } }`},
		{"range", `func f() { for _, o := range missing.All() { use(o) } }`,
			`func f() { for _, o := range Value1[Alias1]() { use(Value1[Options](o)) } }`},
		{"switch", `func f(n int) { switch n { case missing.A: use(Options{}) } }`,
			`func f(n int) { switch n { case Value1[Alias1](): use(Options{}) } }`},
		{"type switch", `func f(x any) { switch x := x.(type) { case missing.A: x.B(); case *missing.C: use(Options{}) } }`,
			`func f(x any) { switch x := x.(type) { case Case1: Value1[Type](x) case Case2: use(Options{}) } }`},
		{"closure", `func f() { missing.Do(func(o Options, m missing.T) error { return use(o) }) }`,
			`func f() { Value1[Type](func(o Options, m Type) error { return use(o) }) }`},
		{"parameters and results", `func f(a *missing.A, b ...missing.B) (map[string]missing.C, []*missing.D, error) { return nil, nil, nil }`,
			`func f(a Type, b ...Type) (map[string]Type, []Type, error) { return nil, nil, nil }`},
		{"embedded", `type S struct { missing.Base; Options }
func f() { s := S{Base: missing.Base{}}; s.Run(s.N) }`,
			`type S struct { Base Type Options }
func f() { s := S{Base: Value1[Type]()}; Value1[Type](From("example.com/p"), &s, s.N) }`},
		{"type of a missing one", `type S missing.S
func (s S) run() error { return use(s.Options()) }`,
			`type S struct{}
func (s S) run() error { return use(Value1[Options](From("example.com/p"), &s)) }`},
		{"method of a missing type", `func (s *Gone) Run() error { return use(s.o) }`,
			`func Gone·Run(s Type) error { return use(Value1[Options](s)) }`},
		{"alias", `type A = missing.A
func f(a A) { a.B(a) }`,
			`type A = Type
func f(a A) { Value1[Type](a, a) }`},
		{"constant", `const ( a = iota; b = missing.B; c = iota )
func f() { number(b + c) }`,
			`const ( a = iota _ = 0 c = iota )
func f() { number(Value1[Alias1](b, c)) }
var b = Value1[Type]()`},
		{"variables of the package", `var a, b = missing.AB()
var c Options = missing.C()
var d missing.D`,
			`var a, b = Value2[Type, Type]()
var c Options = Value1[Options]()
var d Type = Value1[Type]()`},
		{"type that does not fit", `func f() { use(number(1)); var s string = number(2); _ = s }`,
			`func f() { use(Value1[Options](number(1))); var s string = Value1[Alias1](number(2)); _ = s }`},
		{"number of arguments", `func f() { o := use(Options{}, 2); _ = o }`, `func f() { o := Value1[Alias1](use, Options{}, 2); _ = o }`},
		{"number of results", `func f() (int, error) { return number(1) }`, `func f() (int, error) { return Value2[Alias1, Alias2](number(1)) }`},
		{"no return", `func f(n int) int { number(n) }`, `func f(n int) int { number(n); return Value1[Alias1]() }`},
		{"undefined function", `func f() (err error) { n, err := gone(1); number(n); return err }`,
			`func f() (err error) { n, err := Value2[Type, Alias1](From("example.com/p"), 1); number(Value1[Alias2](n)); return err }`},
		{"missing method", `type I interface { M() }
func g(I) {}
func f() { g(Options{}) }`, `type I interface{ M() }
func g(I) {}
func f() { g(Value1[I](Options{})) }`},
		{"declared twice", `var v = 1
func g() int { return v }
func g() int { return 2 }
func f() { number(g()) }`,
			`var v = 1
func g() int { return v }
func f() { number(g()) }`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			conf, p := parse(declared + test.source)
			conf.GoVersion = "go1.17" // stand-ins are generic, whatever the module's version
			if !repair.Run(conf, p) {
				t.Fatalf("not repaired: %v\n%s", p.Errors, text(t, p))
			}
			build(p)
			got := text(t, p)
			const prefix = "type Options struct { N int Next *Options Any Type }\nfunc use(Options) error { return nil }\nfunc number(n int) int " +
				"{ return n }\n"
			got, ok := strings.CutPrefix(got, prefix)
			if !ok || flat(got) != flat(test.want) {
				t.Errorf("repaired:\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// flat drops what depends on how lines are broken.
func flat(s string) string {
	return strings.NewReplacer(";", "", " ", "", "\n", "").Replace(s)
}

// What is sound stays as it is.
func TestSoundDeclarationsStay(t *testing.T) {
	_, sound := parse("package p\n\nfunc f() int { return 1 }\n")
	before := fmt.Sprint(sound.Files[0].Decls[0].(*ast.FuncDecl).Body.List[0])
	conf, p := parse("package p\n\nfunc f() int { return 1 }\n\nfunc g() { gone() }\n")
	if !repair.Run(conf, p) {
		t.Fatal("not repaired")
	}
	if len(before) == 0 || !strings.Contains(text(t, p), "func f() int { return 1 }") {
		t.Errorf("changed what has no errors: %s", text(t, p))
	}
}
