package outcome

import (
	"bytes"
	"encoding/gob"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A fault in the analysis of a package is told in the result, also in the one that is kept for the next run.
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
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(result); err != nil {
		t.Fatal(err)
	}
	var kept Result
	if err := gob.NewDecoder(&b).Decode(&kept); err != nil {
		t.Fatal(err)
	}
	if kept.Fault != problems[0] {
		t.Errorf("the fault that is kept is %q, want %q", kept.Fault, problems[0])
	}
	if problems := new(Result).Problems(); len(problems) > 0 {
		t.Errorf("a result without a fault has the problems %q", problems)
	}
}
