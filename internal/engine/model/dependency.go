package model

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/ssacode"
)

// CopiesMatter reports whether methods that copy values of the types have to be analysed: if such a value can hold
// something that matters.
func CopiesMatter(list []types.Type) bool {
	return ssacode.CanHold(list, &ssacode.Selector{Type: known.Type, Field: known.SettingField, Keep: known.AskMethod})
}

// irrelevant reports whether a package is one of a dependency from which nothing can
// be learnt: it imports no primitive, nor a package from which something can be, and it is not kept beside the program.
// Drivers that choose what to read leave those out; others must find the same.
func (a *packageAnalysis) irrelevant() bool {
	if _, version := modules.DependencyOf(a.pass); version == "" || a.learns || modules.InFolder(a.pass) {
		return false
	}
	var imports []string
	for _, imp := range a.pass.Pkg.Imports() {
		imports = append(imports, imp.Path())
	}
	return !known.Matters(a.pass.Pkg.Path(), imports, settings.Names)
}
