package model

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// importCode gathers what the imports' facts tell.
func (a *packageAnalysis) importCode() {
	a.imports = make(map[string]*code.Package)
	a.imported = make(map[symbol.Name]bool)
	a.methods = make(map[string]bool)
	a.importedMakers = make(map[symbol.Name]bool)
	a.reported = make(map[string]bool)
	for _, imp := range a.pass.Pkg.Imports() {
		if v := modules.VersionOf(a.pass, imp); v != "" {
			a.version = v
		}
	}
	for _, imp := range a.pass.Pkg.Imports() {
		var fact Code
		if !a.pass.ImportPackageFact(imp, &fact) {
			continue
		}
		if a.version == "" {
			a.version = fact.Version
		}
		a.learns = a.learns || fact.Matters()
		a.sight = a.sight || fact.Sight
		a.imports[fact.pkg.Path] = fact.pkg
		for path, p := range fact.pkg.Imports {
			if a.imports[path] == nil {
				a.imports[path] = p
			}
		}
		for _, sym := range fact.Makers {
			a.importedMakers[sym] = true
		}
		for _, sym := range fact.Creators {
			a.imported[sym] = true
			if sym.IsMethod() {
				a.methods[sym.Last()] = true
			}
		}
		a.suppresses = append(a.suppresses, fact.Suppresses...)
		a.kept = append(a.kept, fact.Kept...)
		a.open = append(a.open, fact.Open...)
		a.importApart(&fact)
		for _, key := range fact.Decided {
			a.reported[key] = true
		}
	}
}

// judge runs the package's entry points and judges the controllers they create.
func (a *packageAnalysis) judge() *Result {
	result := &Result{causes: make(map[*judge.Attribute][]Cause)}
	if len(a.creators)+len(a.makers) == 0 && (!a.pkg.Main || len(a.imported)+len(a.importedMakers) == 0) {
		return result
	}
	reached := make(map[code.Pos]bool)
	if main := a.pkg.Funcs[symbol.Join(a.pkg.Path, "main")]; a.pkg.Main && main != nil {
		h := host.New(settings, judge.Recorders())
		h.Version = a.version
		h.Whole = true
		in := interp.New(a.pkg, h)
		share(in, a.pass.Pkg)
		h.Begin(in)
		in.Leads = a.leads()
		in.RunInits()
		in.Run(main, nil)
		h.FollowWorkers(in, a.makes)
		h.Sweeping = true
		in.Sweep(a.makes)
		h.OnlyManager()
		for _, r := range h.Controllers {
			reached[r.Site.Pos] = true
		}
		for _, site := range sitesOf(h.OwnQueues()) {
			reached[site.Pos] = true
		}
		result.Missed, a.uncalled = a.missed(in, reached)
		result.tookOf(in, a.pass.Pkg)
		a.bounds(result, in, a.pkg.Path+".main", missing(result.Missed))
		a.conclude(result, h, h.Controllers, a.pkg.Path, reached)
		a.unreached(result, reached, func(sym symbol.Name) bool { return in.Called(sym) })
		result.listMissed(reached)
		return result
	}
	if !a.pkg.Main && !report.Tests() && helpsTests(a.pass) {
		return result
	}
	a.unreached(result, reached, func(symbol.Name) bool { return false })
	return result
}

// bounds notes the bounds that a run met, and which controllers may be missing for that.
func (a *packageAnalysis) bounds(result *Result, in *interp.Interp, entry, missing string) {
	a.cutShort = in.CutShort()
	for _, b := range in.Bounds() {
		at := ""
		if pos := b.At.Pos; pos.IsValid() {
			at = fmt.Sprintf(" at %s:%d", pos.File, pos.Line)
		}
		result.Bounds = append(result.Bounds, fmt.Sprintf("%s is not followed to its end: %s%s; what it does after is not known, and "+
			"controllers may be missing%s%s", entry, b.Why, at, missing, alone(in, a.pass.Pkg)))
		missing = "" // once is enough
	}
}

// maxUnrun bounds the functions that are named of those that a run did not come to.
const maxUnrun = 3

// unrun names functions that create controllers and that a run did not come to.
func (a *packageAnalysis) unrun(in *interp.Interp) string {
	var list []string
	for _, creators := range []map[symbol.Name]bool{a.creators, a.imported} {
		for _, sym := range slices.Sorted(maps.Keys(creators)) {
			if !in.Called(sym) && !sym.Anonymous() {
				list = memo.Add(list, sym.Written())
			}
		}
	}
	return suchAs("of", list, maxUnrun, "more functions")
}

// unreached runs the functions of the package that create controllers and that
// done says have not run, with arguments that their callers decide.
func (a *packageAnalysis) unreached(result *Result, reached map[code.Pos]bool, done func(sym symbol.Name) bool) {
	roots := slices.DeleteFunc(a.roots(), done)
	pending := slices.ContainsFunc(slices.Collect(maps.Keys(a.own())), func(sym symbol.Name) bool { return !done(sym) })
	if !pending && len(roots) == 0 {
		return
	}
	h, in, alone := a.runApart(roots, true)
	if len(h.Skipped) > 0 && (h.Clashed || !a.apartFrom(h)) {
		a.aparts = nil
		h, in, alone = a.runApart(roots, true)
	}
	if h.Clashed {
		h, in, _ = a.runApart(roots, false)
	}
	result.Elsewhere = a.elsewhere(h)
	result.tookOf(in, a.pass.Pkg)
	a.bounds(result, in, "a set-up function of "+a.pkg.Path, a.unrun(in))
	var records []*host.Controller
	for _, r := range h.Controllers {
		if r.Site.Package() == a.pkg.Path || !reached[r.Site.Pos] {
			records = append(records, r)
		}
	}
	j := a.conclude(result, h, records, "", reached)
	a.keepApart(j, h, alone, len(result.Bounds) == 0 && !a.cutShort)
}

// runApart runs functions with arguments that their callers decide, each apart. With once, calls that
// only repeat others are not followed, here or where an import was analysed; alone are then the functions of which other calls see nothing.
func (a *packageAnalysis) runApart(roots []symbol.Name, once bool) (h *host.Host, in *interp.Interp, alone []*code.Func) {
	h = host.New(settings, judge.Recorders())
	h.Version = a.version
	in = interp.New(a.pkg, h)
	in.OpenGlobals = true
	share(in, a.pass.Pkg)
	in.Allow(1, 2) // what set-up functions do whose callers are not known is worth less than what programs do
	in.Leads = a.makes
	h.Begin(in)
	if once {
		h.Creates = a.makes
		h.Apart = a.keysApart()
		in.FollowOnce(in.RunInits)
	} else {
		in.RunInits()
	}
	all := true
	for _, sym := range roots {
		if in.Called(sym) {
			continue
		}
		fn := a.pkg.Funcs[sym]
		in.Isolated(func() {
			if in.RunApart(fn) {
				alone = append(alone, fn)
			} else {
				all = false
			}
		})
	}
	if all {
		alone = append(alone, in.FollowedOpen()...)
	}
	h.Sweeping = true
	in.Isolated(func() { in.Sweep(func(sym symbol.Name) bool { return a.creators[sym] || a.makers[sym] }) })
	return h, in, alone
}

// own returns the package's functions that can create a controller or make a queue.
func (a *packageAnalysis) own() map[symbol.Name]bool {
	own := maps.Clone(a.creators)
	maps.Copy(own, a.makers)
	return own
}

// makes reports whether a function of the package or of its imports can create a controller or make a queue.
func (a *packageAnalysis) makes(sym symbol.Name) bool {
	return a.creators[sym] || a.imported[sym] || a.makers[sym] || a.importedMakers[sym]
}

// leads returns a function that reports whether one of the package or of its imports can create a controller, make a queue, or lead to
// what takes items from one: with a framework, what makes the queues is known by name to the framework alone.
func (a *packageAnalysis) leads() func(symbol.Name) bool {
	takers := make(map[symbol.Name]bool)
	for _, pkg := range a.packages() {
		for _, sym := range pkg.Takers {
			takers[sym] = true
		}
	}
	return func(sym symbol.Name) bool { return takers[sym] || a.makes(sym) }
}

// roots returns the package's functions that can create a controller or make a queue, those first
// that no other such function mentions: running them runs the rest.
func (a *packageAnalysis) roots() []symbol.Name {
	mentioned := make(map[symbol.Name]bool)
	own := a.own()
	for sym := range own {
		if f := a.pkg.Funcs[sym]; f != nil {
			for _, u := range f.Uses {
				if u != sym {
					mentioned[u] = true
				}
			}
		}
	}
	var first, rest []symbol.Name
	for _, sym := range slices.Sorted(maps.Keys(own)) {
		f := a.pkg.Funcs[sym]
		if f == nil || f.Free > 0 || sym.Anonymous() || sym.Initialises() {
			continue
		}
		if mentioned[sym] {
			rest = append(rest, sym)
		} else {
			first = append(first, sym)
		}
	}
	return append(first, rest...)
}
