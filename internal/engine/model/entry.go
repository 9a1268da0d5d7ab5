package model

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/judge"
	"golang.org/x/tools/go/analysis"
)

// A packageAnalysis is the analysis of one package.
type packageAnalysis struct {
	pass     *analysis.Pass
	pkg      *code.Package
	imports  map[string]*code.Package // code of all imports, transitively
	imported map[string]bool          // functions of imports that can create a controller
	methods  map[string]bool          // names of those that are methods
	reported map[string]bool          // causes that imports report
	creators map[string]bool
	version  string
	decided  []string
	learns   bool // an import has something to say

	suppresses []suppression // directives of the package and its imports
}

// importCode gathers what the imports' facts tell.
func (a *packageAnalysis) importCode() {
	a.imports = make(map[string]*code.Package)
	a.imported = make(map[string]bool)
	a.methods = make(map[string]bool)
	a.reported = make(map[string]bool)
	for _, imp := range a.pass.Pkg.Imports() {
		if v := versionOf(a.pass, imp); v != "" {
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
		a.imports[fact.pkg.Path] = fact.pkg
		for path, p := range fact.pkg.Imports {
			if a.imports[path] == nil {
				a.imports[path] = p
			}
		}
		for sym := range fact.creators {
			a.imported[sym] = true
			if code.IsMethod(sym) {
				a.methods[code.MethodName(sym)] = true
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
	if len(a.creators) == 0 && (!a.pkg.Main || len(a.imported) == 0) {
		return result
	}
	reached := make(map[code.Pos]bool)
	if main := a.pkg.Funcs[a.pkg.Path+".main"]; a.pkg.Main && main != nil {
		h := host.New(settings)
		in := interp.New(a.pkg, h)
		in.RunInits()
		in.Run(main, nil)
		h.Sweeping = true
		in.Sweep(func(sym string) bool { return a.creators[sym] || a.imported[sym] })
		h.OnlyManager()
		a.conclude(result, in, h.Records, a.pkg.Path, reached)
		a.unreached(result, reached, func(sym string) bool { return in.Called(sym) })
		return result
	}
	a.unreached(result, reached, func(string) bool { return false })
	return result
}

// unreached runs the functions of the package that create controllers and that
// done says have not run, with arguments that their callers decide.
func (a *packageAnalysis) unreached(result *Result, reached map[code.Pos]bool, done func(sym string) bool) {
	var roots []string
	pending := false
	for sym := range a.creators {
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
	h := host.New(settings)
	in := interp.New(a.pkg, h)
	in.OpenGlobals = true
	in.RunInits()
	for _, sym := range roots {
		if in.Called(sym) {
			continue
		}
		fn := a.pkg.Funcs[sym]
		in.Apart(func() { in.Run(fn, interp.OpenArgs(fn)) })
	}
	h.Sweeping = true
	in.Apart(func() { in.Sweep(func(sym string) bool { return a.creators[sym] }) })
	var records []*host.Controller
	for _, r := range h.Records {
		if r.Site.Package() == a.pkg.Path || !reached[r.Site.Pos] {
			records = append(records, r)
		}
	}
	a.conclude(result, in, records, "", reached)
}

// roots returns the package's functions that can create a controller, those first
// that no other such function mentions: running them runs the rest.
func (a *packageAnalysis) roots() []string {
	mentioned := make(map[string]bool)
	for sym := range a.creators {
		if f := a.pkg.Funcs[sym]; f != nil {
			for _, u := range f.Uses {
				if u != sym {
					mentioned[u] = true
				}
			}
		}
	}
	var first, rest []string
	for _, sym := range slices.Sorted(maps.Keys(a.creators)) {
		f := a.pkg.Funcs[sym]
		if f == nil || f.Free > 0 || strings.Contains(sym[strings.LastIndexByte(sym, '/')+1:], "$") || strings.HasSuffix(sym, ".init") || strings.Contains(sym, ".init#") {
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

// conclude judges the records of a run and adds the controllers and causes to result.
func (a *packageAnalysis) conclude(result *Result, in *interp.Interp, records []*host.Controller, main string, reached map[code.Pos]bool) {
	r := judge.New(a.pkg, settings, records)
	r.LearnRates(in)
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
		recs := preferCalled(bySite[pos])
		c := &Controller{
			Site:        siteOf(pos),
			Constructor: recs[0].Constructor,
			Package:     recs[0].Site.Package(),
			Main:        main,
			Version:     a.version,
		}
		for _, rec := range recs {
			a.addRecord(result, r, c, rec)
		}
		result.Controllers = append(result.Controllers, c)
	}
	for attr := range result.causes {
		sort.SliceStable(result.causes[attr], func(i, j int) bool { return result.causes[attr][i].Pos < result.causes[attr][j].Pos })
	}
	sort.Strings(a.decided)
}

// addRecord judges one of the controllers created at a site: a set-up function that
// several call creates one for each.
func (a *packageAnalysis) addRecord(result *Result, r *judge.Judge, c *Controller, rec *host.Controller) {
	if c.Name == "" {
		c.Name = rec.Name
	}
	if c.For == "" {
		c.For = rec.ForType
	}
	one := &Controller{
		Site: c.Site, Constructor: c.Constructor, Package: c.Package, Main: c.Main, Version: c.Version,
		Name: rec.Name, For: rec.ForType,
	}
	for attr, j := range []judge.Judgement{judge.Limiter: r.Limiter(rec), judge.Middleware: r.Middleware(rec), judge.Concurrency: r.Concurrency(rec)} {
		attr := judge.Attribute(attr)
		c.merge(attr, j)
		one.merge(attr, j)
		a.cause(result, one, attr, j)
	}
}

// merge gives an attribute the verdict of a judgement, if it is worse than the one it has.
func (c *Controller) merge(attr judge.Attribute, j judge.Judgement) {
	limit := Limit{Verdict: j.Verdict, Detail: j.Detail, At: siteOf(j.At.Pos)}
	switch attr {
	case judge.Limiter:
		if judge.Worse(j.Verdict, c.Limiter.Verdict) {
			c.Limiter = limit
		}
	case judge.Middleware:
		if judge.Worse(j.Verdict, c.Middleware.Verdict) {
			c.Middleware = limit
		}
	case judge.Concurrency:
		if judge.Worse(j.Verdict, c.Concurrency.Verdict) {
			c.Concurrency = ConcurrencyLimit{Limit: limit, Value: j.Value, Flag: j.Name, Level: j.Level}
		}
	}
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

// cause adds a judgement to the causes this package decides, unless an import has
// decided it.
func (a *packageAnalysis) cause(result *Result, c *Controller, attr judge.Attribute, j judge.Judgement) {
	if !j.Verdict.Bad() {
		return
	}
	key := attr.String() + " " + string(j.Verdict) + " "
	bySite := key + "at " + c.Site.String()
	key += j.Cause.Pos.String()
	if a.reported[key] || a.reported[bySite] || a.suppressed(c.Site, attr) {
		return
	}
	pos := a.fieldPos(j.Field)
	if !pos.IsValid() {
		pos = a.tokenPos(j.Cause.In(a.pkg.Path))
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
			for _, have := range list[i].Reaches {
				if have.Site == c.Site && have.Name == c.Name && have.For == c.For {
					return
				}
			}
			list[i].Reaches = append(list[i].Reaches, c)
			return
		}
	}
	result.causes[attr] = append(list, Cause{Pos: pos, Verdict: j.Verdict, Detail: j.Detail, Value: j.Value, Reaches: []*Controller{c}})
}
