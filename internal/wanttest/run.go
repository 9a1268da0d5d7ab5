package wanttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Run applies analyzers to the packages of m that match patterns, such as
// "./...", and compares their findings with the want comments there. Wants of
// rules that are not among the analyzers are passed over.
func Run(t *testing.T, m Module, analyzers []*analysis.Analyzer, patterns ...string) {
	t.Helper()
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := load(dir, m.Env(), patterns)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze(analyzers, loaded, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	var findings []Finding
	for _, action := range graph.Roots {
		if action.Err != nil {
			t.Errorf("%s: %v", action, action.Err)
		}
		for _, d := range action.Diagnostics {
			at := action.Package.Fset.Position(d.Pos)
			findings = append(findings, Finding{at.Filename, at.Line, action.Analyzer.Name, d.Message})
		}
	}
	wants, err := m.Wants(patterns...)
	if err != nil {
		t.Fatal(err)
	}
	wants = slices.DeleteFunc(wants, func(w Want) bool {
		return !slices.ContainsFunc(analyzers, func(a *analysis.Analyzer) bool { return a.Name == w.Rule })
	})
	for _, difference := range Compare(wants, findings) {
		t.Error(strings.TrimPrefix(difference, dir+"/"))
	}
}

// load returns the packages that match patterns, and those of their
// dependencies that can say something about limits, from source; the latter are
// reached through Imports only, which hold nothing else.
func load(dir string, env, patterns []string) ([]*packages.Package, error) {
	config := &packages.Config{Dir: dir, Env: env, Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule}
	listed, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for _, p := range listed {
		named[p.ID] = true
	}
	var fromSource []string
	reaches := map[*packages.Package]bool{}
	packages.Visit(listed, nil, func(p *packages.Package) {
		if named[p.ID] || !isPrimitive(p) && reachesPrimitive(p, reaches) {
			fromSource = append(fromSource, p.PkgPath)
		}
	})
	config.Mode = packages.LoadSyntax | packages.NeedModule
	loaded, err := packages.Load(config, fromSource...)
	if err != nil {
		return nil, err
	}
	byID := map[string]*packages.Package{}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", p.PkgPath, p.Errors[0])
		}
		byID[p.ID] = p
	}
	var roots []*packages.Package
	for _, p := range loaded {
		for path, imported := range p.Imports {
			if byID[imported.ID] == nil {
				delete(p.Imports, path)
			}
		}
		if named[p.ID] {
			roots = append(roots, p)
		}
	}
	return roots, nil
}

// primitives are the modules that the engine knows by name.
var primitives = []string{"sigs.k8s.io/controller-runtime", "k8s.io/client-go", "golang.org/x/time"}

// isPrimitive reports whether p belongs to a module that the engine knows by
// name, or to one that cannot hold a controller: the standard library and
// Kubernetes' own.
func isPrimitive(p *packages.Package) bool {
	return p.Module == nil || strings.HasPrefix(p.Module.Path, "k8s.io/") || slices.Contains(primitives, p.Module.Path)
}

func reachesPrimitive(p *packages.Package, known map[*packages.Package]bool) bool {
	if reaches, ok := known[p]; ok {
		return reaches
	}
	for _, imported := range p.Imports {
		known[p] = known[p] ||
			imported.Module != nil && slices.Contains(primitives, imported.Module.Path) ||
			!isPrimitive(imported) && reachesPrimitive(imported, known)
	}
	return known[p]
}
