package model

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/judge"
)

// A fault in the analysis of a package is told in the result: drivers go on.
func TestFault(t *testing.T) {
	pass := sourcetest.Bare("example.com/m", "m.go")
	pass.Pkg.SetImports([]*types.Package{types.NewPackage("example.com/m/limits", "limits")})
	pass.ImportPackageFact = func(*types.Package, analysis.Fact) bool { panic("facts are gone") }
	result, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	model, ok := result.(*Result)
	if !ok {
		t.Fatalf("the result is %T", result)
	}
	if want := "internal error in the analysis of example.com/m: facts are gone"; model.Why != want {
		t.Errorf("the fault is %q, want %q", model.Why, want)
	}
	if !strings.Contains(model.Trace, "importCode") {
		t.Errorf("the trace does not lead to the fault:\n%s", model.Trace)
	}
	if len(model.Controllers) > 0 || len(model.Causes(judge.Limiter)) > 0 {
		t.Error("there is a result beside the fault")
	}
}
