package model

import (
	"fmt"
	"go/token"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
	"golang.org/x/tools/go/analysis"
)

// A packageAnalysis is the analysis of one package.
type packageAnalysis struct {
	pass     *analysis.Pass
	pkg      *code.Package
	imports  map[string]*code.Package // code of all imports, transitively
	imported map[symbol.Name]bool     // functions of imports that can create a controller
	methods  map[string]bool          // names of those that are methods
	reported map[string]bool          // causes that imports report
	creators map[symbol.Name]bool

	importedMakers, makers map[symbol.Name]bool // functions that can make a queue, of imports and of the package

	version string
	decided []string
	learns  bool // an import has something to say

	cutShort   bool // the latest run did not follow all that functions do which lead to nothing
	sight      bool // a rate, a limiter or middleware is in the package or its imports
	silent     bool // the program promises no rate: one finding tells, and none about each controller
	promise    Promised
	suppresses []suppression // directives of the package and its imports
}

// functions returns the functions of the package and of those it imports, directly or not, in the order of
// their packages and names.
func (a *packageAnalysis) functions() iter.Seq2[*code.Package, *code.Func] {
	return func(yield func(*code.Package, *code.Func) bool) {
		packages := maps.Clone(a.imports)
		packages[a.pkg.Path] = a.pkg
		for _, path := range slices.Sorted(maps.Keys(packages)) {
			pkg := packages[path]
			for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
				if !yield(pkg, pkg.Funcs[sym]) {
					return
				}
			}
		}
	}
}

// importCode gathers what the imports' facts tell.
func (a *packageAnalysis) importCode() {
	a.imports = make(map[string]*code.Package)
	a.imported = make(map[symbol.Name]bool)
	a.methods = make(map[string]bool)
	a.importedMakers = make(map[symbol.Name]bool)
	a.reported = make(map[string]bool)
	for _, imp := range a.pass.Pkg.Imports() {
		if v := VersionOf(a.pass, imp); v != "" {
			a.version = v
		}
	}
	for _, imp := range a.pass.Pkg.Imports() {
		var fact Code
		if !a.pass.ImportPackageFact(imp, &fact) {
			continue
		}
		if a.version == "" {
			a.version = fact.version
		}
		a.learns = a.learns || fact.Matters()
		a.sight = a.sight || fact.sight
		a.imports[fact.pkg.Path] = fact.pkg
		for path, p := range fact.pkg.Imports {
			if a.imports[path] == nil {
				a.imports[path] = p
			}
		}
		for sym := range fact.makers {
			a.importedMakers[sym] = true
		}
		for sym := range fact.creators {
			a.imported[sym] = true
			if sym.IsMethod() {
				a.methods[sym.Last()] = true
			}
		}
		a.suppresses = append(a.suppresses, fact.suppresses...)
		for _, key := range fact.decided {
			a.reported[key] = true
		}
	}
}

// judge runs the package's entry points and judges the controllers they create.
func (a *packageAnalysis) judge() *Result {
	result := &Result{}
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
		h.Chosen = in.ChosenByMissing
		h.Begin(in)
		in.Leads = a.makes
		in.RunInits()
		in.Run(main, nil)
		h.Sweeping = true
		in.Sweep(a.makes)
		h.OnlyManager()
		h.LeaveLost(in)
		for _, r := range h.Controllers {
			reached[r.Site.Pos] = true
		}
		for _, site := range sitesOf(h.OwnQueues()) {
			reached[site.Pos] = true
		}
		result.Missed = a.missed(in, reached)
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
		result.Bounds = append(result.Bounds, fmt.Sprintf("%s is not followed to its end: %s%s; what it does after is not known, and controllers may be missing%s%s", entry, b.Why, at, missing, alone(in, a.pass.Pkg)))
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
			if !in.Called(sym) && !sym.Anonymous() && !slices.Contains(list, sym.Written()) {
				list = append(list, sym.Written())
			}
		}
	}
	switch n := len(list) - maxUnrun; {
	case len(list) == 0:
		return ""
	case n > 0:
		return fmt.Sprintf(", such as those of %s and %d more functions", strings.Join(list[:maxUnrun], ", "), n)
	}
	return ", such as those of " + strings.Join(list, ", ")
}

// unreached runs the functions of the package that create controllers and that
// done says have not run, with arguments that their callers decide.
func (a *packageAnalysis) unreached(result *Result, reached map[code.Pos]bool, done func(sym symbol.Name) bool) {
	var roots []symbol.Name
	pending := false
	for sym := range a.own() {
		if !done(sym) {
			pending = true
		}
	}
	for _, sym := range a.roots() {
		if !done(sym) {
			roots = append(roots, sym)
		}
	}
	if !pending && len(roots) == 0 {
		return
	}
	h, in := a.runApart(roots, true)
	if h.Clashed {
		h, in = a.runApart(roots, false)
	}
	a.bounds(result, in, "a set-up function of "+a.pkg.Path, a.unrun(in))
	var records []*host.Controller
	for _, r := range h.Controllers {
		if r.Site.Package() == a.pkg.Path || !reached[r.Site.Pos] {
			records = append(records, r)
		}
	}
	a.conclude(result, h, records, "", reached)
}

// runApart runs functions with arguments that their callers decide, each apart. With once, calls that
// only repeat others are not followed.
func (a *packageAnalysis) runApart(roots []symbol.Name, once bool) (*host.Host, *interp.Interp) {
	h := host.New(settings, judge.Recorders())
	h.Version = a.version
	in := interp.New(a.pkg, h)
	h.Chosen = in.ChosenByMissing
	in.OpenGlobals = true
	share(in, a.pass.Pkg)
	in.Allow(1, 2) // what set-up functions do whose callers are not known is worth less than what programs do
	in.Leads = a.makes
	h.Begin(in)
	if once {
		h.Creates = a.makes
		in.FollowOnce(in.RunInits)
	} else {
		in.RunInits()
	}
	for _, sym := range roots {
		if in.Called(sym) {
			continue
		}
		fn := a.pkg.Funcs[sym]
		in.Isolated(func() { in.Run(fn, interp.Params(fn)) })
	}
	h.Sweeping = true
	in.Isolated(func() { in.Sweep(func(sym symbol.Name) bool { return a.creators[sym] || a.makers[sym] }) })
	return h, in
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

// conclude judges the controllers of a run and adds them and the causes to result.
func (a *packageAnalysis) conclude(result *Result, h *host.Host, records []*host.Controller, main string, reached map[code.Pos]bool) {
	j := judge.New(a.pkg, settings, records)
	j.Partial, j.Chosen = h.Partial, h.Chosen
	j.Program = &judge.Program{Host: h, Main: main != "", Version: a.version, Cut: len(result.Bounds) > 0}
	if main != "" {
		a.silent = !j.Promises()
	}
	if main != "" {
		a.promise = a.promised(j.Promised())
	}
	controllers := make(map[*host.Controller]*Controller)
	bySite := make(map[code.Pos][]*host.Controller)
	var order []code.Pos
	for _, rec := range records {
		if bySite[rec.Site.Pos] == nil {
			order = append(order, rec.Site.Pos)
		}
		bySite[rec.Site.Pos] = append(bySite[rec.Site.Pos], rec)
		reached[rec.Site.Pos] = true
	}
	sort.Slice(order, func(i, j int) bool { return lessPos(order[i], order[j]) })
	for _, pos := range order {
		byWay := make(map[string]*Controller)
		for _, rec := range preferCalled(bySite[pos]) {
			way := wayTo(rec)
			c := byWay[way]
			if c == nil {
				c = &Controller{
					Site: siteOf(pos), Constructor: rec.Constructor, Package: rec.Site.Package(), Function: host.Function(rec.Site).Short(),
					Name: rec.Name, For: rec.ForType, Reconciler: j.ReconcilerOf(rec), OwnWorkers: j.HasOwnWorkers(rec), Main: main, Version: a.version,
					Limits: make(map[*judge.Attribute]Limit),
				}
				byWay[way] = c
				result.Controllers = append(result.Controllers, c)
			}
			controllers[rec] = c
			for _, attr := range judge.Attributes() {
				judgement := j.Of(attr, rec)
				c.merge(attr, judgement)
				if !attr.Listed {
					a.cause(result, c, rec.Site, attr, judgement)
				}
			}
		}
	}
	a.queues(result, j, h, main, reached)
	if main != "" {
		result.Programs = append(result.Programs, newProgram(main, a.silent && !settings.EveryController, j.Describe(), a.promise))
	}
	for _, attr := range judge.ProgramAttributes() {
		for _, f := range j.Faults(attr) {
			a.fault(result, attr, f, controllers)
		}
	}
	for _, list := range result.causes {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Pos < list[j].Pos })
	}
	sort.Strings(a.decided)
	a.keepPresent(result, h, main, len(result.Bounds) == 0 && !a.cutShort && !h.Partial)
}

// wayTo tells the controllers that are created at one site apart: by their names and
// types, and by the calls that lead there.
func wayTo(rec *host.Controller) string {
	var b strings.Builder
	b.WriteString(rec.Name + " " + rec.ForType)
	for n := rec.Site.Node; n != nil; n = n.Caller {
		b.WriteByte(' ')
		b.WriteString(n.At.String())
	}
	return b.String()
}

// merge gives an attribute the verdict of a judgement, if it is worse than the one it has.
func (c *Controller) merge(attr *judge.Attribute, j judge.Judgement) {
	if judge.Worse(j.Verdict, c.Limits[attr].Verdict) {
		c.Limits[attr] = limitOf(j)
	}
}

func limitOf(j judge.Judgement) Limit {
	return Limit{Verdict: j.Verdict, Detail: j.Detail, At: siteOf(j.At.Pos), Value: j.Value, Default: j.Default, Burst: j.Burst, Flag: j.Name, Level: j.Level}
}

// preferCalled drops the records of calls that only code which cannot be followed
// may make, where the program makes others.
func preferCalled(recs []*host.Controller) []*host.Controller {
	var called []*host.Controller
	for _, r := range recs {
		if !r.Swept {
			called = append(called, r)
		}
	}
	if len(called) > 0 {
		return called
	}
	return recs
}

// leaves reports whether the package says nothing about limits that its controllers lack: the
// program promises no rate, or that is for main to know.
func (a *packageAnalysis) leaves() bool {
	return !settings.EveryController && (a.silent || !a.pkg.Main && !a.sight)
}

// mainFunc returns where the package's main function is declared.
func (a *packageAnalysis) mainFunc() token.Pos {
	if obj := a.pass.Pkg.Scope().Lookup("main"); obj != nil {
		return obj.Pos()
	}
	return token.NoPos
}

// insideDependency reports whether a controller that a dependency makes is limited by the dependency
// itself, so that its user can change nothing: what decides the limit is code of a dependency too.
func insideDependency(site Site, decides code.Pos) bool {
	return site.dependency() != "" && siteOf(decides).dependency() != ""
}

// cause adds a judgement to the causes this package decides, unless an import has
// decided it.
func (a *packageAnalysis) cause(result *Result, c *Controller, site value.Place, attr *judge.Attribute, j judge.Judgement) {
	if j.Verdict.Bad() && attr.Promised && a.leaves() {
		a.directives().Use(j.Cause.Pos.File, j.Cause.Pos.Line, attr.Rule) // of use where it is decided
		return
	}
	if !j.Verdict.Bad() || j.Stated || !settings.Dependencies && insideDependency(c.Site, j.Cause.Pos) {
		return
	}
	key := attr.Key + " " + string(j.Verdict) + " "
	bySite := key + "at " + c.Site.String()
	key += j.Cause.Pos.String()
	if a.reported[key] || a.reported[bySite] || a.suppressed(c.Site, attr) {
		return
	}
	pos := a.fieldPos(j.Field)
	var elsewhere Site
	if !pos.IsValid() {
		if pos = a.tokenPos(j.Cause.Pos); !pos.IsValid() {
			elsewhere = siteOf(j.Cause.Pos)
			if report.Excluded(a.pass, j.Cause.Package(), elsewhere.File) || a.suppressed(elsewhere, attr) {
				return
			}
			pos = a.tokenPos(j.Cause.In(a.pkg.Path))
		}
	}
	if !pos.IsValid() && c.Main != "" {
		// No call leads to what another package's initialisers decide: the one that leads
		// to the controller stands for it.
		if pos = a.tokenPos(site.In(a.pkg.Path)); !pos.IsValid() && attr.Promised {
			pos = a.mainFunc() // nor to the controller: code that cannot be followed sets it up
		}
	}
	if attr == judge.Concurrency && c.DefaultsAlone() && a.promise.options.IsValid() {
		pos = a.promise.options // which the controller does not get
	}
	if !pos.IsValid() {
		return
	}
	a.decided = append(a.decided, key)
	if c.Package == a.pkg.Path && c.Main == "" {
		a.decided = append(a.decided, bySite)
	}
	list := result.causes[attr]
	for i := range list {
		if list[i].Pos == pos && list[i].Verdict == j.Verdict {
			if !slices.Contains(list[i].Reaches, c) {
				list[i].Reaches = append(list[i].Reaches, c)
			}
			if !slices.Contains(list[i].Details, j.Detail) {
				list[i].Details = append(list[i].Details, j.Detail)
			}
			return
		}
	}
	if result.causes == nil {
		result.causes = make(map[*judge.Attribute][]Cause)
	}
	result.causes[attr] = append(list, Cause{Pos: pos, Verdict: j.Verdict, Detail: j.Detail, Details: []string{j.Detail}, Value: j.Value, Asks: j.Asks, Elsewhere: elsewhere, Reaches: []*Controller{c}, Promised: a.promise})
}
