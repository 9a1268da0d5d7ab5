package model

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// helpsTests reports whether a package is made for tests although its files are no _test.go: it starts an API server for
// them, or has functions that a test calls with itself. Its controllers are no program's. What its own tests do says
// nothing about it: some drivers analyse a package together with them.
func helpsTests(pass *analysis.Pass) bool {
	imports := shippedImports(pass)
	if imports[known.ControllerRuntime+"/pkg/envtest"] {
		return true
	}
	if !imports["testing"] {
		return false
	}
	scope := pass.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || inTestFile(pass.Fset.Position(fn.Pos()).Filename) {
			return false
		}
		return syntax.AnyType(fn.Signature().Params(), func(t types.Type) bool { return symbol.OfType(code.Deref(t)).In("testing") })
	})
}

// shippedImports returns the paths that the package's files import, those of its tests left out.
func shippedImports(pass *analysis.Pass) map[string]bool {
	imports := make(map[string]bool)
	for _, file := range pass.Files {
		if inTestFile(pass.Fset.Position(file.Package).Filename) {
			continue
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				imports[path] = true
			}
		}
	}
	return imports
}

func inTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }
