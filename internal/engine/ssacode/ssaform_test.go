package ssacode_test

import (
	"bytes"
	"go/ast"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// TestFunctions compares the SSA form of chosen functions with that of the same functions in
// packages that are built whole. Functions relies on what package ssa makes of declarations
// that nobody wrote, which is not documented: a release of Go or of x/tools in which
// that no longer holds fails here.
func TestFunctions(t *testing.T) {
	paths := []string{"encoding/json", "text/template", "slices", "iter", "golang.org/x/tools/go/packages", "go.yaml.in/yaml/v3"}
	if !testing.Short() { // those that take the most time
		paths = append(paths, "net/http", "go/types")
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(loaded) > 0 {
		t.Fatal("the packages cannot be loaded")
	}
	whole, built := ssautil.Packages(loaded, 0)
	whole.Build()
	for i, p := range loaded {
		t.Run(p.PkgPath, func(t *testing.T) {
			pass := &analysis.Pass{
				Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo,
				ResultOf: map[*analysis.Analyzer]any{syntax.Analyzer: syntax.Inspector(p.Syntax)},
			}
			chosen := make(map[*ast.FuncDecl]bool)
			n := 0
			for fn := range syntax.FuncDecls(pass) {
				if n++; n%2 == 0 {
					chosen[fn] = true
				}
			}
			pkg, funcs, done := ssacode.Functions(pass, chosen)
			defer done()
			if len(funcs) < len(chosen) {
				t.Fatalf("%d functions of %d declarations", len(funcs), len(chosen))
			}
			compared := 0
			for _, fn := range funcs {
				if fn.Parent() != nil {
					continue // compared with the function around it
				}
				want := whole.FuncValue(fn.Object().(*types.Func))
				compared += compare(t, fn, want)
			}
			if compared < len(chosen) {
				t.Errorf("%d functions compared, of %d declarations", compared, len(chosen))
			}
			compare(t, pkg.Func("init"), built[i].Func("init"))
		})
	}
}

// compare reports differences between two functions and the function literals in them, and
// returns how many it compared.
func compare(t *testing.T, got, want *ssa.Function) int {
	t.Helper()
	if want == nil || len(got.AnonFuncs) != len(want.AnonFuncs) {
		t.Errorf("%s has other function literals", got)
		return 0
	}
	var a, b bytes.Buffer
	got.WriteTo(&a)
	want.WriteTo(&b)
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("%s differs:\n%s\nbuilt whole:\n%s", got, &a, &b)
	}
	n := 1
	for i := range got.AnonFuncs {
		n += compare(t, got.AnonFuncs[i], want.AnonFuncs[i])
	}
	return n
}
