package outcome

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A fault in the analysis of a package is told in its result.
func TestFault(t *testing.T) {
	pkg := types.NewPackage("example.com/m", "m")
	pkg.SetImports([]*types.Package{types.NewPackage("time", "time"), types.NewPackage("example.com/m/sleep", "sleep")})
	result, err := run(&analysis.Pass{Pkg: pkg}) // without the results and functions that it needs
	if err != nil {
		t.Fatal(err)
	}
	problems := result.(*Result).Problems()
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "internal error in the analysis of example.com/m: ") {
		t.Fatalf("the problems are %q, want one that names the package", problems)
	}
}
