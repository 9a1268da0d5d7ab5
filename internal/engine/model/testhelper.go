package model

import (
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"golang.org/x/tools/go/analysis"
)

// helpsTests reports whether a package is made for tests although its files are no _test.go: it starts an API server for
// them, or has functions that a test calls with itself. Its controllers are no program's.
func helpsTests(pass *analysis.Pass) bool {
	imports := pass.Pkg.Imports()
	if slices.ContainsFunc(imports, func(p *types.Package) bool { return p.Path() == known.ControllerRuntime+"/pkg/envtest" }) {
		return true
	}
	if !slices.ContainsFunc(imports, func(p *types.Package) bool { return p.Path() == "testing" }) {
		return false
	}
	scope := pass.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			return false
		}
		for v := range fn.Signature().Params().Variables() {
			t := v.Type()
			if p, ok := types.Unalias(t).(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing" {
				return true
			}
		}
		return false
	})
}
