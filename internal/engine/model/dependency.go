package model

import "github.com/rllint/rllint/internal/engine/known"

// saysNothing reports whether a package is one of a dependency from which nothing can
// be learnt: it imports no primitive, nor a package from which something can be.
// Drivers that choose what to read leave those out; others must find the same.
func (a *packageAnalysis) saysNothing() bool {
	if _, version := DependencyOf(a.pass); version == "" || a.learns {
		return false
	}
	var imports []string
	for _, imp := range a.pass.Pkg.Imports() {
		imports = append(imports, imp.Path())
	}
	return !known.Matters(a.pass.Pkg.Path(), imports, settings.Names)
}
