package analyzer

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/report"
)

// A fault in an analysis of a package is told in its result.
func TestFault(t *testing.T) {
	pkg := types.NewPackage("example.com/m", "m")
	pkg.SetImports([]*types.Package{types.NewPackage("time", "time"), types.NewPackage("example.com/m/sleep", "sleep"),
		types.NewPackage("sigs.k8s.io/controller-runtime", "controllerruntime")})
	analyses := report.Partials(Plain())
	if len(analyses) < 3 {
		t.Errorf("%d analyses say what is missing, want those of controllers, outcomes and waits", len(analyses))
	}
	for _, a := range analyses {
		result, err := a.Run(&analysis.Pass{Analyzer: a, Pkg: pkg, Files: []*ast.File{nil}}) // without the results and functions that it needs
		if err != nil {
			t.Errorf("%s: %v", a, err)
			continue
		}
		problems := result.(report.Partial).Problems()
		if len(a.FactTypes) == 0 && len(problems) == 0 {
			continue // it looks into no file of a package that is not a main package
		}
		if len(problems) != 1 || !strings.HasPrefix(problems[0], "internal error in the analysis of example.com/m: ") {
			t.Errorf("%s: the problems are %q, want one that names the package", a, problems)
		}
	}
}
