package model

import (
	"go/token"
	"slices"
	"sort"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/value"
)

// conclude judges the controllers of a run and adds them and the causes to result.
func (a *packageAnalysis) conclude(result *Result, h *host.Host, records []*host.Controller, main string,
	reached map[code.Pos]bool) *judge.Judge {
	h.TellWatches()
	cut := len(result.Bounds) > 0
	j := judge.New(a.pkg, settings, &judge.Program{Host: h, Main: main != "", Cut: cut,
		Unread: cut || len(result.Missed) > 0 || a.partial(), Uncalled: a.uncalled}, records)
	if main != "" {
		a.silent = !j.Promises()
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
	slices.SortFunc(order, func(a, b code.Pos) int { return a.Compare(b.Place) })
	for _, pos := range order {
		byWay := make(map[string]*Controller)
		for _, rec := range preferCalled(bySite[pos]) {
			way := wayTo(j.First(rec))
			c := byWay[way]
			if c == nil {
				c = &Controller{
					Site: pos.Place, Constructor: rec.Constructor, Package: rec.Site.Package(), Function: host.Function(rec.Site).Short(),
					Name: rec.Name, For: rec.ForType, Reconciler: j.ReconcilerOf(rec), OwnWorkers: j.HasOwnWorkers(rec), Main: main, Version: a.version,
					Kept:   a.keptBy(j.ReconcilerOf(rec)),
					Limits: make(Limits),
				}
				c.options, c.optionsType = a.handedOptions(rec.Site)
				byWay[way] = c
				result.Controllers = append(result.Controllers, c)
			}
			controllers[rec] = c
			for _, attr := range judge.Attributes() {
				judgement := j.Of(attr, rec)
				if main == "" && judgement.OfLibrary && !a.addsOwn(rec.Site) {
					judgement.Asks = judge.Library
				}
				c.merge(attr, judgement)
				if !attr.Listed {
					a.cause(result, c, rec.Site, attr, judgement)
				}
			}
		}
	}
	a.queues(result, j, h, main, reached)
	if main != "" {
		d := j.Describe()
		p := Program{Main: main, Unpromised: a.silent && !settings.EveryController, Promised: a.promise, Rates: d.Rates, Limiters: d.Limiters}
		for _, m := range d.Managers {
			p.Managers = append(p.Managers, Manager{limitOf(m.Client), m.At, m.Controllers, m.Plain})
		}
		result.Programs = append(result.Programs, p)
	}
	for _, attr := range judge.ProgramAttributes() {
		for _, f := range j.Faults(attr) {
			a.fault(result, attr, f, controllers, h.OwnQueues())
		}
	}
	for _, list := range result.causes {
		sort.SliceStable(list, func(i, j int) bool { return list[i].Pos < list[j].Pos })
	}
	sort.Strings(a.decided)
	a.keepPresent(result, h, main, len(result.Bounds) == 0 && !a.cutShort && !h.Partial)
	return j
}

// partial reports whether parts of the package, or of one that it reaches, do not type-check.
func (a *packageAnalysis) partial() bool {
	for _, p := range a.packages() {
		if p.Partial {
			return true
		}
	}
	return false
}

// merge gives an attribute the verdict of a judgement, if it is worse than the one it has. Two constants make one that is either.
func (c *Controller) merge(attr *judge.Attribute, j judge.Judgement) {
	have := c.Limits[attr]
	switch {
	case judge.Worse(j.Verdict, have.Verdict):
		c.Limits[attr] = limitOf(j)
	case attr == judge.Concurrency && j.Verdict == judge.Const && have.Verdict == judge.Const:
		j.Value = judge.Joined(have.Value, j.Value)
		if j.Value != have.Value {
			j.Detail = judge.OneOf(j.Value)
			c.Limits[attr] = limitOf(j)
		}
	}
}

// preferCalled drops the records of calls that only code which cannot be followed
// may make, where the program makes others, and those that it makes as the leader of an election that it can do without.
func preferCalled(recs []*host.Controller) []*host.Controller {
	recs = slices.DeleteFunc(slices.Clone(recs), func(r *host.Controller) bool {
		return r.Elected && slices.ContainsFunc(recs, func(other *host.Controller) bool {
			return !other.Elected && !other.Swept && other.Name == r.Name && other.ForType == r.ForType
		})
	})
	if called := slices.DeleteFunc(slices.Clone(recs), func(r *host.Controller) bool { return r.Swept }); len(called) > 0 {
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
	return dependencyOf(site) != "" && dependencyOf(decides.Place) != ""
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
			elsewhere = j.Cause.Pos.Place
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
			list[i].Reaches = memo.Add(list[i].Reaches, c)
			if j.Verdict == judge.Const && attr == judge.Concurrency {
				list[i].Value = judge.Joined(list[i].Value, j.Value)
			}
			list[i].Details = memo.Add(list[i].Details, j.Detail)
			if j.Asks.Before(list[i].Asks) {
				list[i].Asks, list[i].Detail = j.Asks, j.Detail
			}
			return
		}
	}
	result.causes[attr] = append(list, Cause{Pos: pos, Verdict: j.Verdict, Detail: j.Detail, Details: []string{j.Detail}, Value: j.Value,
		Asks: j.Asks, Elsewhere: elsewhere, Reaches: []*Controller{c}, Promised: a.promise})
}
