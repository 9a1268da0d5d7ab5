package wanttest

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/known"
)

// Run applies analyzers to the packages of m that match patterns, such as
// "./...", and compares their findings with the want comments there. Wants of
// rules that are not among the analyzers are passed over.
func Run(t *testing.T, m Module, analyzers []*analysis.Analyzer, patterns ...string) {
	t.Helper()
	compare(t, m, analyzers, patterns, Findings)
}

// Drive is Run with the command's loader and scheduler in the place of the library's, which takes a third of the time.
func Drive(t *testing.T, m Module, analyzers []*analysis.Analyzer, patterns ...string) {
	t.Helper()
	compare(t, m, analyzers, patterns, driven)
}

type findings func(dir string, env []string, analyzers []*analysis.Analyzer, patterns ...string) ([]Finding, error)

func compare(t *testing.T, m Module, analyzers []*analysis.Analyzer, patterns []string, find findings) {
	t.Helper()
	dir, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	findings, err := find(dir, m.Env(), analyzers, patterns...)
	if err != nil {
		t.Error(err)
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

// driven returns the findings of the command's loader and scheduler.
func driven(dir string, env []string, analyzers []*analysis.Analyzer, patterns ...string) ([]Finding, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // most of what is loaded lives to the end
	prog, err := load.Load(context.Background(), load.Config{Dir: dir, Env: env, Matters: func(path string, imports []string) bool {
		return known.Matters(path, imports, func(string) bool { return false })
	}}, patterns...)
	if err != nil {
		return nil, err
	}
	var list []Finding
	var failures []error
	for _, r := range driver.Run(context.Background(), prog, analyzers, driver.Options{}) {
		for _, problem := range r.Problems {
			failures = append(failures, errors.New(problem.String()))
		}
		for _, d := range r.Diagnostics {
			if r.Package.Named {
				list = append(list, Finding{d.Position.Filename, d.Position.Line, d.Analyzer, d.Message})
			}
		}
	}
	return list, errors.Join(failures...)
}

// Findings applies analyzers to the packages in dir that match patterns. It
// leaves out packages that cannot be analysed: the error names each of them, and
// the findings are those of the others.
func Findings(dir string, env []string, analyzers []*analysis.Analyzer, patterns ...string) ([]Finding, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // most of what is loaded lives to the end
	loaded, err := Load(dir, env, patterns...)
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(analyzers, loaded, &checker.Options{SanityCheck: true})
	if err != nil {
		return nil, err
	}
	var findings []Finding
	var failures []error
	for _, action := range graph.Roots {
		if action.Err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", action, action.Err))
		}
		for _, d := range action.Diagnostics {
			at := action.Package.Fset.Position(d.Pos)
			findings = append(findings, Finding{at.Filename, at.Line, action.Analyzer.Name, d.Message})
		}
	}
	for _, p := range loaded {
		for _, err := range p.Errors {
			failures = append(failures, fmt.Errorf("%s: %w", p.PkgPath, err))
		}
	}
	return findings, errors.Join(failures...)
}

// Load returns the packages that match patterns, and those of their
// dependencies that can say something about limits, with the bodies of their
// functions; the latter are reached through Imports only, which hold nothing
// else. All other dependencies are type-checked from source too, but without
// bodies: the first run in a fresh build cache would otherwise spend minutes
// compiling Kubernetes, once for each version of it.
func Load(dir string, env []string, patterns ...string) ([]*packages.Package, error) {
	config := &packages.Config{
		Dir:  dir,
		Env:  env,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
	}
	listed, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, err
	}
	whole := map[string]bool{} // by import path
	for _, p := range listed {
		whole[p.PkgPath] = true
	}
	folders := map[string]bool{} // of the packages in whole
	packages.Visit(listed, nil, func(p *packages.Package) {
		imports := slices.Collect(maps.Keys(p.Imports))
		if whole[p.PkgPath] || inFolder(p.Module) || known.Matters(p.PkgPath, imports, func(path string) bool { return whole[path] }) {
			whole[p.PkgPath] = true
			folders[p.Dir] = true
		}
	})

	config.Mode = packages.LoadAllSyntax | packages.NeedModule
	config.ParseFile = func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if file != nil && !folders[filepath.Dir(name)] {
			dropBodies(file)
		}
		return file, err
	}
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, err
	}
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if !whole[p.PkgPath] {
			p.IllTyped = false // the imports that only a dropped body used
			return
		}
		p.IllTyped = len(p.Errors) > 0
		for path, imported := range p.Imports {
			if whole[imported.PkgPath] {
				p.IllTyped = p.IllTyped || imported.IllTyped
			} else {
				delete(p.Imports, path)
			}
		}
	})
	return loaded, nil
}

func dropBodies(file *ast.File) {
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}

// inFolder reports whether go.mod takes a module from a folder.
func inFolder(m *packages.Module) bool {
	return m != nil && m.Replace != nil && m.Replace.Version == ""
}
