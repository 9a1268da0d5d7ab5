// Package queuing works out how a package's own workers use the queues that they take items from: what they do with an item on
// each way through it, whether an error brings it back and how, and whether events go through the limiter.
//
// It is about the code of a package, not about one run of a program: which variables hold one queue is told by what is assigned
// to them, whatever the order ([class]), and what is done with an item by following each way through the functions that take
// items, with what is known there of errors and conditions ([frame]). Functions of the package that are called on
// the way are followed once and then stand for what they do ([summary]). Nothing is concluded from a function that has more
// ways than are followed, nor from a queue that other packages have.
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
	p := &program{pass: pass, summaries: make(map[*ssa.Function]*summary), ends: make(map[*ssa.Function][]end), wrappers: make(map[symbol.Name]bool)}
	p.byKey, p.own = make(map[any]*class), pass.Pkg
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Adds); ok && f.Package != pass.Pkg {
			for _, sym := range fact.Limited {
				p.wrappers[sym] = true
			}
		}
	}
	if len(p.wrappers) == 0 && !slices.ContainsFunc(pass.Pkg.Imports(), about) {
		return &Result{}
	}
	chosen := p.choose()
	if len(chosen) == 0 {
		return &Result{}
	}
	defer p.build(chosen)()
	p.collect()
	p.export()
	if _, version := model.DependencyOf(pass); version != "" {
		return &Result{} // nobody sees what is found there
	}
	r := &Result{Findings: slices.Concat(p.workers(), p.events(), p.keys(), p.shared())}
	p.place(r.Findings)
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.What, b.What))
	})
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool { return a.Pos == b.Pos && a.Rule == b.Rule })
	return r
}

// about reports whether a package has queues, or may hand out some that it imports.
func about(imp *types.Package) bool {
	if imp.Path() == known.Workqueue || imp.Path() == known.PriorityQueue {
		return true
	}
	return slices.ContainsFunc(imp.Imports(), func(i *types.Package) bool { return i.Path() == known.Workqueue })
}

// Adds is the fact about a package that has functions which add items with the limiter of a queue.
type Adds struct {
	Limited []symbol.Name // sorted
}

// AFact marks Adds as a fact.
func (*Adds) AFact() {}

// Matters is false: no package is read because it imports one with such functions.
func (*Adds) Matters() bool { return false }

func (a *Adds) String() string { return "functions that add with a limiter" }

// export makes the fact about the package.
func (p *program) export() {
	if p.pass.Pkg.Name() == "main" {
		return
	}
	adds := make(map[*types.Func]bool)
	var list []symbol.Name
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !obj.Exported() || !handsOn(fn) {
			continue
		}
		found := false
		p.reach(fn, make(map[*ssa.Function]bool), func(token.Pos, bool) { found = true })
		if found {
			adds[obj] = true
			list = append(list, symbol.Of(obj))
		}
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface)
		if !ok || len(adds) == 0 {
			continue
		}
		for m := range iface.Methods() {
			for obj := range adds {
				recv := obj.Signature().Recv()
				if recv != nil && obj.Name() == m.Name() && types.Implements(types.NewPointer(underPointer(recv.Type())), iface) {
					list = append(list, symbol.Of(m))
				}
			}
		}
	}
	if len(list) > 0 {
		slices.Sort(list)
		p.pass.ExportPackageFact(&Adds{Limited: slices.Compact(list)})
	}
}

func underPointer(t types.Type) types.Type {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}

// handsOn reports whether a function only hands an item on to a queue: it takes none and starts nothing.
func handsOn(fn *ssa.Function) bool {
	if len(fn.Blocks) > 12 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Go:
				return false
			case *ssa.Call:
				if o, is := operationOf(&i.Call); is && o.op == taken {
					return false
				}
			}
		}
	}
	return true
}
