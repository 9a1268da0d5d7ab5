package interp_test

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestRealCode stores, reads and runs all code of packages that were not written for
// this test: generics, closures, channels, deferred calls, unsafe, big switches.
func TestRealCode(t *testing.T) {
	paths := []string{"reflect", "text/template", "encoding/json", "slices", "maps", "iter", "sync", "go.yaml.in/yaml/v3"}
	if !testing.Short() { // those that take the most time
		paths = append(paths, "net/http", "go/types", "database/sql", "testing", "golang.org/x/tools/go/ssa", "golang.org/x/tools/go/packages")
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(loaded) > 0 {
		t.Fatal("the packages cannot be loaded")
	}
	prog, built := ssautil.Packages(loaded, 0)
	prog.Build()
	always := func(string) bool { return true }
	all := func(symbol.Name) bool { return true }
	sel := &ssacode.Selector{Package: always, Func: all, Type: all, Field: always, File: func(name string) string { return name }}
	for i, s := range built {
		t.Run(loaded[i].PkgPath, func(t *testing.T) {
			var funcs []*ssa.Function
			for fn := range ssautil.AllFunctions(prog) {
				if fn.Pkg == s && fn.Synthetic == "" {
					funcs = append(funcs, fn)
				}
			}
			sortFuncs(funcs)
			p := ssacode.Build(s, funcs, prog.Fset, sel)
			if p == nil || len(p.Funcs) < 5 {
				t.Fatalf("hardly any code is kept: %v", p)
			}
			runAll(throughFacts(t, p))
		})
	}
}
