// Package driver runs analyzers over a program in one process: each package as
// soon as those it imports are done, several at a time, and drops the syntax of
// a package once its results have been taken.
package driver

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"runtime"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/driving/store"
)

// A Report is what the analyzers found in one package.
type Report struct {
	Package     *load.Package
	Diagnostics []Diagnostic               // sorted by position; of the root analyzers only
	Results     map[*analysis.Analyzer]any // of the root analyzers that have one
	Problems    []load.Problem             // why the package, or parts of it, could not be analysed; empty if all was

	passing bool // a problem may not be there the next time, although nothing has changed
}

// Results yields the packages for which an analyzer has a result, with that.
func Results[R any](reports []Report, a *analysis.Analyzer) iter.Seq2[*load.Package, R] {
	return func(yield func(*load.Package, R) bool) {
		for _, r := range reports {
			if result, ok := r.Results[a].(R); ok && !yield(r.Package, result) {
				return
			}
		}
	}
}

// Options say how to run.
type Options struct {
	Store *store.Store // keeps reports and facts; nil keeps nothing
	// Base are those of the root analyzers, each once, that other runs have, too: what they find is kept apart, so that a
	// run of these alone finds it in the store. Subjects and Conditions of what they report must follow from their own results.
	Base []*analysis.Analyzer
	// Subjects returns what a diagnostic is about, as far as its position does not tell, and which form of its rule's
	// fault it is, from the results of the root analyzers; category is the diagnostic's. It must depend on nothing else.
	// It may be nil.
	Subjects func(results map[*analysis.Analyzer]any, category string, pos token.Pos) (subjects []string, form string)
	// Conditions returns what must hold of the whole program before the fixes of a diagnostic may be made, in a form of
	// its own, under the same terms. It may be nil.
	Conditions func(results map[*analysis.Analyzer]any, category string, pos token.Pos) string
	// Depends returns what the report of a package depends on besides the program, the analyzers and their flags, "" for
	// nothing. It may be nil.
	Depends func(p *load.Package) string
	// Again returns packages that are analysed once more after all others, whose reports may say what else the report of such a
	// package depends on: Depends tells. No other package may import them. It may be nil.
	Again    func(reports []Report) []*load.Package
	Progress func(done, total int) // called after each package, from one goroutine at a time; may be nil
}

// Run applies the analyzers, which must be valid (analysis.Validate), to the
// packages of the program and returns one report for each, in the program's order.
//
// A package that does not compile has that as its problem, and is analysed as far as it
// type-checks. One on which an analyzer fails or panics has that as its problem; the others
// are analysed all the same. When ctx ends, packages that have not been begun are left out and
// the reports are not to be used.
func Run(ctx context.Context, prog *load.Program, analyzers []*analysis.Analyzer, opts Options) []Report {
	r := &runner{
		prog:      prog,
		analyzers: analyzers,
		order:     dependencyOrder(analyzers),
		facts: &factStore{packages: make(map[packageKey]analysis.Fact), known: make(map[*types.Package]bool),
			recalled: make(map[*types.Package]func() ([]recalledFact, bool))},
		opts:    opts,
		reports: make([]Report, len(prog.Packages)),
		index:   make(map[*load.Package]int, len(prog.Packages)),
	}
	for i, p := range prog.Packages {
		r.index[p] = i
	}
	r.layers = layersOf(r.analyzers, opts.Base)
	r.recall(opts.Store)
	r.prepare()
	r.schedule(ctx)
	if opts.Again != nil && ctx.Err() == nil {
		r.again(ctx, opts.Again(r.reports))
	}
	return r.reports
}

type runner struct {
	prog      *load.Program
	opts      Options
	analyzers []*analysis.Analyzer // the roots
	order     []*analysis.Analyzer // roots and all they require, each after what it requires
	facts     *factStore
	reports   []Report
	index     map[*load.Package]int // of packages in the program's
	states    []state

	store  *store.Store
	layers []*layer // of the reports
	parts  *partStore
}

// prepare provides what the packages import, but for those of which only their imports' facts tell
// whether they are read.
func (r *runner) prepare() {
	var list []*load.Package
	for i, p := range r.prog.Packages {
		if r.states[i] == toAnalyze && !p.Maybe {
			list = append(list, p)
		}
	}
	r.prog.Prepare(list)
}

// schedule runs the packages on a pool of workers, each after its imports.
func (r *runner) schedule(ctx context.Context) {
	total := len(r.prog.Packages)
	waiting := make([]int, total)     // imports not done yet, by index
	importers := make([][]int, total) // by index
	for i, p := range r.prog.Packages {
		waiting[i] = len(p.Imports)
		for _, imp := range p.Imports {
			importers[r.index[imp]] = append(importers[r.index[imp]], i)
		}
	}

	ready, finished := make(chan int, total), make(chan int, total)
	for i := range waiting {
		if waiting[i] == 0 {
			ready <- i
		}
	}
	var pool sync.WaitGroup
	for range runtime.GOMAXPROCS(0) { // packages analysed at a time
		pool.Go(func() {
			for i := range ready {
				if r.states[i] == toAnalyze && ctx.Err() == nil {
					r.prepareAll(i, ready)
					r.analyzeOne(ctx, i, len(importers[i]) > 0)
				}
				finished <- i
			}
		})
	}
	for done := 1; done <= total; done++ {
		i := <-finished
		for _, importer := range importers[i] {
			if waiting[importer]--; waiting[importer] == 0 {
				ready <- importer
			}
		}
		if r.opts.Progress != nil {
			r.opts.Progress(done, total)
		}
	}
	close(ready)
	pool.Wait()
}

// prepareAll prepares a package whose imports are done if it waits, and with it all that are ready: each time nothing can be
// analysed meanwhile.
func (r *runner) prepareAll(i int, ready chan int) {
	if p := r.prog.Packages[i]; !r.needed(p) || !r.prog.Waits(p) {
		return
	}
	list := []*load.Package{r.prog.Packages[i]}
	for range len(ready) {
		select {
		case other := <-ready:
			if p := r.prog.Packages[other]; r.states[other] == toAnalyze && r.needed(p) {
				list = append(list, p)
			}
			defer func() { ready <- other }() // it has room for all packages
		default:
		}
	}
	r.prog.Prepare(list)
}

// needed reports whether a package that is to be analysed, and whose imports are done, is needed from source.
func (r *runner) needed(p *load.Package) bool { return !p.Maybe || r.facts.about(p.Imports) }

// analyzeOne analyses a package and keeps of it what others need, and the next run.
func (r *runner) analyzeOne(ctx context.Context, i int, imported bool) {
	p := r.prog.Packages[i]
	r.reports[i] = r.analyze(p)
	r.keep(ctx, i)
	r.facts.pack(p, r.order, imported)
}

// analyze runs the analyzers over one package, unless nothing can be learnt from it.
func (r *runner) analyze(p *load.Package) (report Report) {
	if !r.needed(p) {
		r.prog.UseData(p)
		return Report{Package: p}
	}
	defer func() {
		if cause := recover(); cause != nil {
			report = Report{Package: p, Problems: []load.Problem{internalError(p, "the driver", cause)}, passing: true}
		}
	}()
	var own *types.Package
	r.prog.Use(p, func(checked *load.Checked) {
		own = checked.Types
		report = r.analyzeChecked(checked)
	})
	r.facts.move(p, own, r.order)
	return report
}

func (r *runner) analyzeChecked(p *load.Checked) Report {
	report := Report{Package: p.Package, Problems: p.Problems}
	if p.Unfit {
		return report
	}
	pass := &packagePass{runner: r, pkg: p, results: make(map[*analysis.Analyzer]any)}
	for _, a := range r.order {
		if problem := pass.run(a); problem != nil {
			report.Problems, report.passing = []load.Problem{*problem}, true
			return report
		}
	}
	report.Results = make(map[*analysis.Analyzer]any)
	for _, a := range r.analyzers {
		if a.ResultType != nil {
			report.Results[a] = pass.results[a]
		}
	}
	report.Diagnostics = pass.rootDiagnostics(r.analyzers, report.Results)
	if len(p.Problems) > 0 {
		// What does not type-check is analysed as something that does: edits are made for what is written.
		for i := range report.Diagnostics {
			report.Diagnostics[i].Fixes = nil
		}
	}
	return report
}

func internalError(p *load.Package, who string, cause any) load.Problem {
	return load.Problem{
		Package: p.Path,
		Message: fmt.Sprintf("%s: internal error in %s, the package is left out: %v", p.Path, who, cause),
	}
}

// dependencyOrder lists the analyzers and all they require, each after what it requires.
func dependencyOrder(roots []*analysis.Analyzer) []*analysis.Analyzer {
	var order []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		order = append(order, a)
	}
	for _, a := range roots {
		visit(a)
	}
	return order
}
