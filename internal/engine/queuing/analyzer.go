package queuing

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Of returns the findings of one rule.
func (r *Result) Of(rule string) []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Rule != rule })
}

// New reads what other packages say, and chooses functions. It returns nil if the package has nothing to do with queues.
func New(pass *analysis.Pass) *Analysis {
	if known.Foundation(pass.Pkg.Path()) {
		return nil
	}
	a := &Analysis{program: program{pass: pass, summaries: make(map[*ssa.Function]*summary),
		wrappers: make(map[symbol.Name]bool), remember: make(map[symbol.Name]bool), refs: make(map[ssa.Value][]reference),
		implementing: make(map[*ssa.CallCommon][]*ssa.Function),
		makers:       make(map[symbol.Name]bool)}}
	p := &a.program
	p.walk = paths.Guided(pass, client{program: p})
	p.byKey, p.own = make(map[any]*class), pass.Pkg
	near := slices.ContainsFunc(pass.Pkg.Imports(), about)
	for path, fact := range syntax.Facts[*Adds](pass) {
		p.imports(fact)
		near = near || slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool { return imp.Path() == path })
	}
	if len(p.wrappers) == 0 && len(p.makers) == 0 && !near {
		return nil
	}
	a.chosen = p.choose()
	return a
}

// Choose returns the functions that have to do with queues.
func (a *Analysis) Choose() map[*ast.FuncDecl]bool { return a.chosen }

// Found exports the fact about the package, and returns what was found in its functions, which are those that were chosen and others.
func (a *Analysis) Found(pkg *ssa.Package, funcs []*ssa.Function) Result {
	p := &a.program
	if len(a.chosen) > 0 {
		p.built(pkg, funcs, a.chosen)
		p.collect()
	}
	p.export()
	if len(a.chosen) == 0 {
		return Result{Findings: p.resynced()}
	}
	if _, version := modules.DependencyOf(p.pass); version != "" {
		return Result{} // nobody sees what is found there
	}
	events := append(p.events(), p.unnamed()...)
	workers := p.workers()
	r := Result{Findings: slices.Concat(workers, events, p.keys(), p.shared(), p.resynced())}
	p.place(r.Findings)
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.What, b.What))
	})
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool { return a.Pos == b.Pos && a.Rule == b.Rule })
	return r
}

// Report reports the findings of one rule, with what message says of each.
func (r *Result) Report(pass *analysis.Pass, rule string, message func(Finding) string) {
	for _, f := range r.Of(rule) {
		d := analysis.Diagnostic{Pos: f.Pos, Message: message(f)}
		if f.Note {
			d.Category = level.Category("", level.Note)
		}
		pass.Report(d)
	}
}
