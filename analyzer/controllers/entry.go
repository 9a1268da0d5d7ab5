package controllers

import (
	"go/token"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer/flow"
)

// A packageAnalysis is the analysis of one package.
type packageAnalysis struct {
	pass     *analysis.Pass
	pkg      *flow.Package
	imports  map[string]*flow.Package // code of all imports, transitively
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
	a.imports = make(map[string]*flow.Package)
	a.imported = make(map[string]bool)
	a.methods = make(map[string]bool)
	a.reported = make(map[string]bool)
	for _, imp := range a.pass.Pkg.Imports() {
		if v := versionOf(a.pass, imp); v != "" {
			a.version = v
		}
	}
	for _, imp := range a.pass.Pkg.Imports() {
		var code Code
		if !a.pass.ImportPackageFact(imp, &code) {
			continue
		}
		if a.version == "" {
			a.version = code.version
		}
		a.learns = a.learns || code.Matters()
		a.imports[code.pkg.Path] = code.pkg
		for path, p := range code.pkg.Imports {
			if a.imports[path] == nil {
				a.imports[path] = p
			}
		}
		for sym := range code.creators {
			a.imported[sym] = true
			if isMethod(sym) {
				a.methods[flow.MethodName(sym)] = true
			}
		}
		a.suppresses = append(a.suppresses, code.suppresses...)
		for _, key := range code.decided {
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
	reached := make(map[flow.Pos]bool)
	if main := a.pkg.Funcs[a.pkg.Path+".main"]; a.pkg.Main && main != nil {
		h := newHost(settings)
		in := flow.New(a.pkg, h)
		in.RunInits()
		in.Run(main, nil)
		h.sweeping = true
		in.Sweep(func(sym string) bool { return a.creators[sym] || a.imported[sym] })
		h.onlyManager()
		a.conclude(result, in, h.records, a.pkg.Path, reached)
		a.unreached(result, reached, func(sym string) bool { return in.Called(sym) })
		return result
	}
	a.unreached(result, reached, func(string) bool { return false })
	return result
}

// unreached runs the functions of the package that create controllers and that
// done says have not run, with arguments that their callers decide.
func (a *packageAnalysis) unreached(result *Result, reached map[flow.Pos]bool, done func(sym string) bool) {
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
	h := newHost(settings)
	in := flow.New(a.pkg, h)
	in.OpenGlobals = true
	in.RunInits()
	for _, sym := range roots {
		if in.Called(sym) {
			continue
		}
		fn := a.pkg.Funcs[sym]
		in.Apart(func() { in.Run(fn, flow.OpenArgs(fn)) })
	}
	h.sweeping = true
	in.Apart(func() { in.Sweep(func(sym string) bool { return a.creators[sym] }) })
	var records []*record
	for _, r := range h.records {
		if r.site.Package() == a.pkg.Path || !reached[r.site.Pos] {
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
	for _, sym := range sortedKeys(a.creators) {
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
func (a *packageAnalysis) conclude(result *Result, in *flow.Interp, records []*record, main string, reached map[flow.Pos]bool) {
	r := newJudge(a.pkg, settings, records)
	r.learnRates(in)
	bySite := make(map[flow.Pos][]*record)
	var order []flow.Pos
	for _, rec := range records {
		if bySite[rec.site.Pos] == nil {
			order = append(order, rec.site.Pos)
		}
		bySite[rec.site.Pos] = append(bySite[rec.site.Pos], rec)
		reached[rec.site.Pos] = true
	}
	sort.Slice(order, func(i, j int) bool { return lessPos(order[i], order[j]) })
	for _, pos := range order {
		recs := preferCalled(bySite[pos])
		c := &Controller{
			Site:        siteOf(pos),
			Constructor: recs[0].constructor,
			Package:     recs[0].site.Package(),
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
func (a *packageAnalysis) addRecord(result *Result, r *judge, c *Controller, rec *record) {
	if c.Name == "" {
		c.Name = rec.name
	}
	if c.For == "" {
		c.For = rec.forType
	}
	one := &Controller{
		Site: c.Site, Constructor: c.Constructor, Package: c.Package, Main: c.Main, Version: c.Version,
		Name: rec.name, For: rec.forType,
	}
	for attr, j := range []judgement{Limiter: r.limiter(rec), Middleware: r.middleware(rec), Concurrency: r.concurrency(rec)} {
		attr := Attribute(attr)
		c.merge(attr, j)
		one.merge(attr, j)
		a.cause(result, one, attr, j)
	}
}

// merge gives an attribute the verdict of a judgement, if it is worse than the one it has.
func (c *Controller) merge(attr Attribute, j judgement) {
	limit := Limit{Verdict: j.verdict, Detail: j.detail, At: siteOf(j.at.Pos)}
	switch attr {
	case Limiter:
		if worse(j.verdict, c.Limiter.Verdict) {
			c.Limiter = limit
		}
	case Middleware:
		if worse(j.verdict, c.Middleware.Verdict) {
			c.Middleware = limit
		}
	case Concurrency:
		if worse(j.verdict, c.Concurrency.Verdict) {
			c.Concurrency = ConcurrencyLimit{Limit: limit, Value: j.value, Flag: j.name, Level: j.level}
		}
	}
}

// preferCalled drops the records of calls that only code which cannot be followed
// may make, where the program makes others.
func preferCalled(recs []*record) []*record {
	var called []*record
	for _, r := range recs {
		if !r.swept {
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
func (a *packageAnalysis) cause(result *Result, c *Controller, attr Attribute, j judgement) {
	if !j.verdict.bad() {
		return
	}
	key := attr.String() + " " + string(j.verdict) + " "
	bySite := key + "at " + c.Site.String()
	key += j.cause.Pos.String()
	if a.reported[key] || a.reported[bySite] || a.suppressed(c.Site, attr) {
		return
	}
	pos := a.fieldPos(j.field)
	if !pos.IsValid() {
		pos = a.tokenPos(j.cause.In(a.pkg.Path))
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
		if list[i].Pos == pos && list[i].Verdict == j.verdict {
			for _, have := range list[i].Reaches {
				if have.Site == c.Site && have.Name == c.Name && have.For == c.For {
					return
				}
			}
			list[i].Reaches = append(list[i].Reaches, c)
			return
		}
	}
	result.causes[attr] = append(list, Cause{Pos: pos, Verdict: j.verdict, Detail: j.detail, Value: j.value, Reaches: []*Controller{c}})
}

// bad reports whether a verdict is one that the rules report.
func (v Verdict) bad() bool {
	switch v {
	case Unset, Adhoc, Missing, Const, Flag:
		return true
	}
	return false
}

// fieldPos returns where a field of one of the package's struct types is declared.
func (a *packageAnalysis) fieldPos(field string) token.Pos {
	dot := strings.LastIndexByte(field, '.')
	if dot < 0 {
		return token.NoPos
	}
	typ, ok := strings.CutPrefix(field[:dot], a.pkg.Path+".")
	if !ok {
		return token.NoPos
	}
	obj := a.pass.Pkg.Scope().Lookup(typ)
	if obj == nil {
		return token.NoPos
	}
	if v, _, _ := types.LookupFieldOrMethod(obj.Type(), true, a.pass.Pkg, field[dot+1:]); v != nil && a.tokenFile(v.Pos()) {
		return v.Pos()
	}
	return token.NoPos
}

// tokenFile reports whether a position lies in one of the package's files.
func (a *packageAnalysis) tokenFile(pos token.Pos) bool {
	for _, f := range a.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return true
		}
	}
	return false
}

// tokenPos returns the position in the package's files that p names.
func (a *packageAnalysis) tokenPos(p flow.Pos) token.Pos {
	if !p.IsValid() {
		return token.NoPos
	}
	for _, f := range a.pass.Files {
		file := a.pass.Fset.File(f.FileStart)
		if file == nil {
			continue
		}
		// Line directives may give a file's parts other names.
		start := a.pass.Fset.Position(f.FileStart)
		if start.Filename != p.File && file.Name() != p.File || p.Line > file.LineCount() {
			continue
		}
		return file.LineStart(p.Line) + token.Pos(p.Column-1)
	}
	return token.NoPos
}

func siteOf(p flow.Pos) Site { return Site{File: p.File, Line: p.Line, Column: p.Column} }

func lessPos(a, b flow.Pos) bool {
	if a.File != b.File {
		return a.File < b.File
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}
