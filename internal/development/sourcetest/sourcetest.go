// Package sourcetest runs analyzers on packages that are given as text, without a module: they import the standard library and stand-ins of
// Kubernetes' libraries, which have as much as the tests of the engine use. A test of a whole program, with the real libraries, is one of
// package wanttest.
package sourcetest

import (
	_ "embed"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/txtar"

	"github.com/rllint/rllint/internal/driving/repair"
	"github.com/rllint/rllint/internal/engine/syntax"
)

var update = flag.Bool("update", false, "write the expectations of tests anew")

//go:embed libraries.txtar
var archive []byte

// libraries are the texts of the stand-ins by their import paths.
var libraries = func() map[string]string {
	texts := make(map[string]string)
	for _, f := range txtar.Parse(archive).Files {
		texts[f.Name] = string(f.Data)
	}
	return texts
}()

// std imports the standard library.
var std = importer.Default()

type imports map[string]*types.Package

func (i imports) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	text, ok := libraries[path]
	if !ok {
		return std.Import(path)
	}
	pass, err := check(token.NewFileSet(), path, text, i)
	if err != nil {
		return nil, err
	}
	i[path] = pass.Pkg
	return pass.Pkg, nil
}

func check(fset *token.FileSet, path, text string, known imports) (*analysis.Pass, error) {
	file, err := parser.ParseFile(fset, path+"/file.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := repair.NewInfo()
	pkg, err := (&types.Config{Importer: known}).Check(path, fset, []*ast.File{file}, info)
	if err != nil {
		return nil, err
	}
	return &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info}, nil
}

// Pass returns a pass over a package of one file, example.com/p, which has what the engine's packages ask of one: [syntax.Analyzer]'s
// result, facts that are kept, the text of its file, and reports that go nowhere.
func Pass(t testing.TB, source string) *analysis.Pass {
	t.Helper()
	pass, err := check(token.NewFileSet(), "example.com/p", source, make(imports))
	if err != nil {
		t.Fatal(err)
	}
	pass.Analyzer = &analysis.Analyzer{Name: "test"}
	pass.ResultOf = make(map[*analysis.Analyzer]any)
	pass.TypesSizes = types.SizesFor("gc", "amd64")
	facts := make(map[reflect.Type]analysis.Fact)
	pass.ExportPackageFact = func(fact analysis.Fact) { facts[reflect.TypeOf(fact)] = fact }
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		kept := facts[reflect.TypeOf(fact)]
		if pkg != pass.Pkg || kept == nil {
			return false
		}
		reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(kept).Elem())
		return true
	}
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.ReadFile = func(string) ([]byte, error) { return []byte(source), nil }
	pass.Report = func(analysis.Diagnostic) {}
	Result[*inspector.Inspector](t, pass, syntax.Analyzer)
	return pass
}

// Bare returns a pass over an empty package with one file of that name.
func Bare(pkg, file string) *analysis.Pass {
	fset := token.NewFileSet()
	f := fset.AddFile(file, -1, 10)
	return &analysis.Pass{Fset: fset, Pkg: types.NewPackage(pkg, "p"), Files: []*ast.File{{FileStart: f.Pos(0), Package: f.Pos(0)}}}
}

// Result runs an analyzer, and before it those that it requires and that have not run yet, and returns its result. A fault inside one of
// them fails the test.
func Result[R any](t testing.TB, pass *analysis.Pass, a *analysis.Analyzer) R {
	t.Helper()
	run(t, pass, a)
	return pass.ResultOf[a].(R)
}

func run(t testing.TB, pass *analysis.Pass, a *analysis.Analyzer) {
	t.Helper()
	if _, done := pass.ResultOf[a]; done {
		return
	}
	for _, required := range a.Requires {
		run(t, pass, required)
	}
	result, err := a.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := result.(interface{ Failure() string }); ok && f.Failure() != "" {
		t.Fatal(f.Failure())
	}
	pass.ResultOf[a] = result
}

// Cases holds what a function says of the code of each case of a file to what stands there. A case is a line "-- " and its name, the code,
// a line "=", and what is said, a line each. With the flag -update, the file is written anew.
func Cases(t *testing.T, file string, says func(t *testing.T, code string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, list, _ := strings.Cut("\n"+string(text), "\n-- ")
	var all strings.Builder
	all.WriteString(strings.TrimPrefix(head, "\n"))
	for c := range strings.SplitSeq(list, "\n-- ") {
		name, rest, _ := strings.Cut(c, "\n")
		code, want, _ := strings.Cut(rest, "\n=\n")
		var got string
		t.Run(name, func(t *testing.T) {
			got = strings.TrimRight(says(t, code), "\n")
			if want = strings.TrimRight(want, "\n"); got != want && !*update {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
		fmt.Fprintf(&all, "\n-- %s\n%s\n=\n", name, code)
		if got != "" {
			all.WriteString(got + "\n")
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.TrimLeft(all.String(), "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// At returns the code of the line that a position is in.
func At(t testing.TB, pass *analysis.Pass, source string, pos token.Pos) string {
	t.Helper()
	line := pass.Fset.Position(pos).Line
	lines := strings.Split(source, "\n")
	if line < 1 || line > len(lines) {
		t.Fatalf("no line %d", line)
	}
	return strings.TrimSpace(lines[line-1])
}
