package interp_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestSource runs main of each program in testdata and compares the values that
// reach the probe with the comments beside its calls:
//
//	probe.See(x) // 1|2
//
// A value that can be several is written with bars between them, in order; nil and
// the zero value of a struct are 0; ? is a value that cannot be known; a function is
// its name; - is a call that is never reached. A call that is reached several
// times has a value for each, with commas between them. Where a program says
// probe.Adopt, what main does not reach is called afterwards.
func TestSource(t *testing.T) {
	names, err := filepath.Glob("testdata/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no programs in testdata: ", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".go"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := throughFacts(t, compile(t, string(src)))
			r := &recorder{seen: make(map[int][]string)}
			in := interp.New(p, r)
			in.RunInits()
			in.Run(p.Funcs["example.com/main.main"], nil)
			if strings.Contains(string(src), "probe.Adopt(") {
				in.Sweep(func(symbol.Name) bool { return true })
			}
			if in.Exhausted() {
				t.Error("the run was cut short")
			}
			for i, line := range strings.Split(string(src), "\n") {
				code, want, found := strings.Cut(line, " // ")
				if !found || !strings.Contains(code, "probe.See(") {
					continue
				}
				got := strings.Join(r.seen[i+1], ", ")
				if got == "" {
					got = "-"
				}
				if got != want {
					t.Errorf("%s:%d: %s: got %s, want %s", name, i+1, strings.TrimSpace(code), got, want)
				}
			}
		})
	}
}

const probe = `package probe

func See(x any) {}

// Read cannot be followed: this package's code is not kept.
func Read[T any]() (v T) { return }

func Fill(p any) {}

// A Kind has methods that nobody knows.
type Kind struct{ hidden }

type hidden struct{}

func (hidden) stop() {}

func Exit() {}

// Adopt calls the methods of what it is given later.
func Adopt(x any) {}

func Must[T any](v T, err error) T { return v }

func If[T comparable](cond bool, a, b T) T { return a }

func Sum[T int | float64](list ...T) (v T) { return }

func First[T any](list ...T) (v T) { return }

func To[T any](v T) *T { return &v }

func Or[T any](p *T, otherwise T) T { return otherwise }

func Made[T any](how func() T) T { return how() }

func Both[A, B any](a A, b B) (B, A) { return b, a }
`

// imports type-checks the probe and leaves the rest to the compiler's export data.
type imports struct {
	probe *types.Package
	types.Importer
}

func (im imports) Import(path string) (*types.Package, error) {
	if path == "example.com/probe" {
		return im.probe, nil
	}
	return im.Importer.Import(path)
}

// build returns the code of a program, all of it kept.
func compile(t testing.TB, src string) *code.Package {
	t.Helper()
	fset := token.NewFileSet()
	check := func(path, src string, im types.Importer) (*ast.File, *types.Package, *types.Info) {
		f, err := parser.ParseFile(fset, path+".go", src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
			Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
			Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
		}
		pkg, err := (&types.Config{Importer: im}).Check(path, fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(err)
		}
		return f, pkg, info
	}
	std := importer.Default()
	_, probePkg, _ := check("example.com/probe", probe, std)
	file, pkg, info := check("example.com/main", src, imports{probePkg, std})
	prog := ssa.NewProgram(fset, 0)
	for _, imp := range pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	s := prog.CreatePackage(pkg, []*ast.File{file}, info, false)
	s.Build()
	var funcs []*ssa.Function
	for fn := range ssautil.AllFunctions(prog) {
		if fn.Pkg == s && fn.Synthetic == "" {
			funcs = append(funcs, fn)
		}
	}
	sortFuncs(funcs)
	always := func(string) bool { return true }
	all := func(symbol.Name) bool { return true }
	p := ssacode.Build(s, funcs, fset, &ssacode.Selector{
		Package: always, Func: all, Type: all, Field: always,
		File: func(name string) string { return name },
	})
	if p == nil {
		t.Fatal("no code is kept")
	}
	return p
}

// sortFuncs puts functions in the order of the source.
func sortFuncs(funcs []*ssa.Function) {
	slices.SortFunc(funcs, func(a, b *ssa.Function) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.RelString(nil), b.RelString(nil)))
	})
}

// throughFacts returns a package as another package sees it, and checks that to
// store it again gives the same bytes.
func throughFacts(t testing.TB, p *code.Package) *code.Package {
	t.Helper()
	first := code.Sections(p)
	out, err := code.FromSections(first)
	if err != nil {
		t.Fatal(err)
	}
	// A package made anew, so that what was read is encoded and not the bytes it was read from.
	again := code.Sections(&code.Package{
		Path: out.Path, Main: out.Main, Name: out.Name, Funcs: out.Funcs, Types: out.Types, Inits: out.Inits,
		Takers: out.Takers, Vars: out.Vars, Assigned: out.Assigned, Imports: out.Imports,
	})
	if !slices.EqualFunc(first, again, bytes.Equal) {
		t.Errorf("stored as %d bytes, and read back as %d others", len(first[0]), len(again[0]))
	}
	return out
}

// A recorder is a host that notes what reaches probe.See.
type recorder struct {
	inert
	seen map[int][]string // by line
}

// Knows names the functions that Call knows.
func (r *recorder) Knows(sym symbol.Name) bool {
	return sym == "example.com/probe.See" || sym == "example.com/probe.Adopt"
}

// Ends says that probe.Exit ends the program.
func (r *recorder) Ends(sym symbol.Name) bool { return sym == "example.com/probe.Exit" }

func (r *recorder) Call(c *interp.Call) (value.Value, bool) {
	switch c.Sym {
	case "example.com/probe.See":
	case "example.com/probe.Adopt":
		c.Adopt(c.Args[0])
		return nil, true
	default:
		return nil, false
	}
	r.seen[c.At.Pos.Line] = append(r.seen[c.At.Pos.Line], show(c.Interp, c.Args[0]))
	return nil, true
}

// show writes a value in the notation of TestSource.
func show(in *interp.Interp, v value.Value) string {
	switch v := value.Dynamic(v).(type) {
	case nil, value.Zero:
		return "0"
	case *value.Basic:
		return v.Val.String()
	case *value.Union:
		var list []string
		for _, x := range v.Of {
			list = append(list, show(in, x))
		}
		slices.Sort(list)
		return strings.Join(slices.Compact(list), "|")
	case *value.Closure:
		return v.Sym.Last()
	case value.Ptr:
		return "&" + show(in, in.Load(v))
	case *value.Struct:
		var list []string
		for _, name := range slices.Sorted(maps.Keys(v.Fields)) {
			list = append(list, name+":"+show(in, v.Fields[name]))
		}
		return "{" + strings.Join(list, " ") + "}"
	case *value.Param, *value.Unknown, *value.Arith:
		return "?"
	}
	return fmt.Sprintf("%T", v)
}
