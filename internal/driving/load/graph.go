package load

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A graph is what the go command listed, with what each package is needed for.
type graph struct {
	order []*packages.Package // each after those it imports
	named map[*packages.Package]bool
	need  map[*packages.Package]need
}

// A need says whether a package is loaded from source.
type need int

const (
	fromData   need = iota // never: its types are all that is needed
	ifImported             // only if something is learnt from a package it imports
	fromSource             // always
)

func newGraph(cfg Config, roots []*packages.Package) *graph {
	g := &graph{
		named: make(map[*packages.Package]bool),
		need:  make(map[*packages.Package]need),
	}
	for _, root := range roots {
		// The main package that runs the tests is generated: nobody named it.
		if !isTestMain(root) {
			g.named[root] = true
		}
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		g.order = append(g.order, p)
		g.need[p] = g.decide(cfg, p)
	})
	return g
}

// decide says what p is needed for, once that is known for its imports.
//
// What imports a package that may come from source counts as needed in the same
// way even if nothing can be learnt from it: it must wait, because its types are made of those of
// the packages it imports.
func (g *graph) decide(cfg Config, p *packages.Package) need {
	if p.PkgPath == "unsafe" {
		return fromData
	}
	paths := slices.Sorted(maps.Keys(p.Imports))
	if g.named[p] || g.broken(p) || inFolder(p.Module) || cfg.Matters(p.PkgPath, paths) {
		return fromSource
	}
	for _, imp := range p.Imports {
		if g.need[imp] != fromData {
			return ifImported
		}
	}
	return fromData
}

// inFolder reports whether go.mod or go.work takes a module from a folder: its authors keep it beside the program, and it may hold
// the program's settings though no pattern names it.
func inFolder(m *packages.Module) bool {
	return m != nil && m.Replace != nil && m.Replace.Version == ""
}

// broken reports whether p cannot compile for what the go command said of it or of what it
// imports: type-checking will say where.
func (g *graph) broken(p *packages.Package) bool {
	return cannotCompile(p) || slices.ContainsFunc(slices.Collect(maps.Values(p.Imports)), cannotCompile)
}

func cannotCompile(p *packages.Package) bool {
	return p.PkgPath != "unsafe" && (len(p.Errors) > 0 || len(p.GoFiles) == 0)
}

// isTestMain reports whether p is the generated main package that runs another's tests. Its one file is
// not in the folder of the package, as those of a package whose path ends in .test by itself are.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && p.ForTest == "" && strings.HasSuffix(p.ID, ".test") &&
		!slices.ContainsFunc(p.GoFiles, func(name string) bool { return filepath.Dir(name) == p.Dir })
}
