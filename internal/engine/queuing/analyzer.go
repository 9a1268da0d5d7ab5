package queuing

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("queuing", "find how workers use their queues", analyse, new(Adds))

// A Result lists the faults in the use of a package's queues.
type Result struct {
	report.Fault

	Findings []Finding // by position
}

// Of returns the findings of one rule.
func (r *Result) Of(rule string) []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Rule != rule })
}

func analyse(pass *analysis.Pass) *Result {
	if known.Foundation(pass.Pkg.Path()) {
		return &Result{}
	}
	p := &program{pass: pass, summaries: make(map[*ssa.Function]*summary), ends: make(map[*ssa.Function][]end), wrappers: make(map[symbol.Name]*wrapper), remember: make(map[symbol.Name]bool), refs: make(map[ssa.Value][]reference), makers: make(map[Maker]bool)}
	p.byKey, p.own, p.delegates = make(map[any]*class), pass.Pkg, make(map[symbol.Name]memory)
	p.bounds = make(map[token.Pos]bool)
	near := slices.ContainsFunc(pass.Pkg.Imports(), about)
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Adds); ok && f.Package != pass.Pkg {
			p.imports(fact)
			near = near || (fact.Hands || len(fact.Delegates) > 0) && slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool { return imp.Path() == f.Package.Path() })
		}
	}
	if len(p.wrappers) == 0 && len(p.makers) == 0 && !near {
		return &Result{}
	}
	chosen := p.choose()
	if len(chosen) > 0 {
		defer p.build(chosen)()
		p.collect()
	}
	p.export()
	if len(chosen) == 0 {
		return &Result{}
	}
	if _, version := model.DependencyOf(pass); version != "" {
		return &Result{} // nobody sees what is found there
	}
	events := p.events()
	workers := p.workers()
	r := &Result{Findings: slices.Concat(workers, p.deferred(workers), events, p.keys(), p.shared())}
	p.place(r.Findings)
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.What, b.What))
	})
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool { return a.Pos == b.Pos && a.Rule == b.Rule })
	return r
}

// about reports whether a package has the queues.
func about(imp *types.Package) bool {
	return imp.Path() == known.Workqueue || imp.Path() == known.PriorityQueue
}
