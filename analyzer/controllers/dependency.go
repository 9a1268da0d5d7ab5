package controllers

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer/known"
)

// dependencyOf returns the module and version that a package of a dependency comes
// from; version is "" if the package is the user's own. A driver that does not tell
// modules has files in the module cache, whose names do.
func dependencyOf(pass *analysis.Pass) (module, version string) {
	if pass.Module != nil {
		return pass.Module.Path, pass.Module.Version
	}
	if len(pass.Files) == 0 {
		return "", ""
	}
	name := strings.ReplaceAll(pass.Fset.Position(pass.Files[0].FileStart).Filename, `\`, "/")
	_, cached, found := strings.Cut(name, "/pkg/mod/")
	if !found {
		return "", ""
	}
	escaped, rest, found := strings.Cut(cached, "@")
	if !found {
		return "", ""
	}
	// The module's path is the first part of the package's: in the file's name its
	// capital letters are written in another way.
	elems := strings.Split(pass.Pkg.Path(), "/")
	n := min(strings.Count(escaped, "/")+1, len(elems))
	version, _, _ = strings.Cut(rest, "/")
	return strings.Join(elems[:n], "/"), version
}

// saysNothing reports whether a package is one of a dependency from which nothing can
// be learnt: it imports no primitive, nor a package from which something can be.
// Drivers that choose what to read leave those out; others must find the same.
func (a *packageAnalysis) saysNothing() bool {
	if _, version := dependencyOf(a.pass); version == "" || a.learns {
		return false
	}
	var imports []string
	for _, imp := range a.pass.Pkg.Imports() {
		imports = append(imports, imp.Path())
	}
	return !known.Matters(a.pass.Pkg.Path(), imports, settings.names)
}
