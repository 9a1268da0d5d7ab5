package nested

import (
	"go/build"
	"path/filepath"
	"strings"
)

// imports tells what the packages of a module reach, from nothing but their import declarations: to have the go command list a program
// costs a hundred times as much. Packages of other modules are not looked into.
type imports struct {
	path, dir string // of the module
	setsUp    func(path string) bool
	known     map[string]bool // whether packages of the module lead to set-up, by import path
}

// reach reports whether the main packages of a program in a folder lead to packages that set up controllers: by a package of the module,
// or at all.
func (g *imports) reach(p *Program, dir string) (through, any bool) {
	seen := make(map[string]bool)
	var walk func(folder string)
	walk = func(folder string) {
		if seen[folder] {
			return
		}
		seen[folder] = true
		for _, path := range importsOf(folder) {
			switch rel, own := within(path, p.Path); {
			case own:
				walk(filepath.Join(dir, filepath.FromSlash(rel)))
			case g.leads(path):
				through, any = true, true
			case g.setsUp(path):
				any = true
			}
		}
	}
	for _, folder := range mains(dir) {
		walk(folder)
	}
	return through, any
}

// leads reports whether a package of the module imports one that sets up controllers, directly or not.
func (g *imports) leads(path string) bool {
	rel, own := within(path, g.path)
	if !own {
		return false
	}
	found, ok := g.known[path]
	if ok {
		return found
	}
	g.known[path] = false // imports have no cycles in what compiles
	for _, imp := range importsOf(filepath.Join(g.dir, filepath.FromSlash(rel))) {
		if g.setsUp(imp) || g.leads(imp) {
			g.known[path] = true
			return true
		}
	}
	return false
}

// within returns the path of a package in a module, and whether it is in one of that path.
func within(pkg, module string) (rel string, ok bool) {
	if pkg == module {
		return "", true
	}
	return strings.CutPrefix(pkg, module+"/")
}

// importsOf returns what the package in a folder imports where it is built, without its tests.
func importsOf(dir string) []string {
	pkg, _ := build.ImportDir(dir, 0) // of what cannot be read it has what it could read
	return pkg.Imports
}
