package driver

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A packagePass holds the state of the analyzers over one package.
type packagePass struct {
	runner      *runner
	pkg         *load.Checked
	results     map[*analysis.Analyzer]any
	diagnostics []reported
}

// run applies one analyzer, whose requirements have run.
func (p *packagePass) run(a *analysis.Analyzer) (problem *load.Problem) {
	defer func() {
		if cause := recover(); cause != nil {
			e := internalError(p.pkg.Package, a.Name, cause)
			problem = &e
		}
	}()
	if a == syntax.Analyzer {
		p.results[a] = syntax.Inspector(p.pkg.Files)
		return nil
	}
	pass := p.newPass(a)
	result, err := a.Run(pass)
	if err != nil {
		return &load.Problem{Package: p.pkg.Path, Message: fmt.Sprintf("%s: %s: %v", p.pkg.Path, a.Name, err)}
	}
	if got, want := reflect.TypeOf(result), a.ResultType; got != want {
		return &load.Problem{Package: p.pkg.Path, Message: fmt.Sprintf("%s: internal error: %s returned %v, not %v", p.pkg.Path, a.Name, got,
			want)}
	}
	p.results[a] = result
	return nil
}

func (p *packagePass) newPass(a *analysis.Analyzer) *analysis.Pass {
	inputs := make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		inputs[req] = p.results[req]
	}
	facts := factView{p.runner.facts, a, p.pkg.Package}
	return &analysis.Pass{
		Analyzer:          a,
		Fset:              p.runner.prog.Fset,
		Files:             p.pkg.Files,
		OtherFiles:        p.pkg.OtherFiles,
		IgnoredFiles:      p.pkg.IgnoredFiles,
		Pkg:               p.pkg.Types,
		TypesInfo:         p.pkg.Info,
		TypesSizes:        p.pkg.Sizes,
		Module:            module(p.pkg.Package),
		ResultOf:          inputs,
		ReadFile:          os.ReadFile,
		Report:            func(d analysis.Diagnostic) { p.diagnostics = append(p.diagnostics, reported{d, a}) },
		ImportPackageFact: facts.importPackage, // the analyzers that this driver is for keep facts about packages only
		ExportPackageFact: facts.exportPackage,
		AllPackageFacts:   facts.allPackages,
	}
}

func module(p *load.Package) *analysis.Module {
	if p.Module == nil {
		return nil
	}
	return &analysis.Module{Path: p.Module.Path, Version: p.Module.Version, GoVersion: p.Module.GoVersion}
}

// rootDiagnostics returns what the root analyzers reported: one that runs only
// because another requires it was not asked for its findings.
func (p *packagePass) rootDiagnostics(roots []*analysis.Analyzer, results map[*analysis.Analyzer]any) []Diagnostic {
	var out []Diagnostic
	for _, d := range p.diagnostics {
		if !slices.Contains(roots, d.analyzer) {
			continue
		}
		one := d.resolve(p.runner.prog.Fset)
		if p.runner.opts.Subjects != nil {
			one.Subjects, one.Form = p.runner.opts.Subjects(results, cmp.Or(d.Category, d.analyzer.Name), d.Pos)
		}
		if p.runner.opts.Conditions != nil && len(one.Fixes) > 0 {
			one.Conditions = p.runner.opts.Conditions(results, cmp.Or(d.Category, d.analyzer.Name), d.Pos)
		}
		out = append(out, one)
	}
	sortByPlace(out)
	return out
}
