package model

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Some packages only call the set-up functions of hundreds of other packages, and pass on what their own callers decide. The analysis
// of these other packages has already run the same functions with unknown arguments, so what they do is known. To follow them again
// here would take as long as all of those analyses together.

// importApart gathers those of an import.
func (a *packageAnalysis) importApart(fact *Code) {
	for _, f := range fact.Apart {
		if a.aparts == nil {
			a.aparts = make(map[symbol.Name]sighted)
		}
		a.aparts[f.Func] = sighted{f, fact.Sight, fact.Version}
	}
}

// keysApart returns the functions of imports that need not be followed, with the keys of their controllers. If this package has a
// limiter or a rate in sight, the import must have one too: otherwise its analysis judged the controllers without it.
func (a *packageAnalysis) keysApart() map[symbol.Name][]string {
	if a.pkg.Main {
		return nil
	}
	keys := make(map[symbol.Name][]string, len(a.aparts))
	for sym, f := range a.aparts {
		if f.version == a.version && (f.sight || !a.sight) {
			keys[sym] = f.Keys
		}
	}
	return keys
}

// apartFrom reports whether what a run made itself need not be judged together with the controllers of the calls that were not
// followed: it made nothing, or only controllers of imports, which these have reported, and whose verdicts do not depend on others.
func (a *packageAnalysis) apartFrom(h *host.Host) bool {
	if len(h.Managers)+len(h.Clients)+len(h.OwnQueues()) > 0 ||
		slices.ContainsFunc(h.Limiters, func(l *host.Limiter) bool { return l.At.Package() == a.pkg.Path }) {
		return false
	}
	j := judge.New(a.pkg, settings, &judge.Program{Host: h}, h.Controllers)
	return !slices.ContainsFunc(h.Controllers, func(rec *host.Controller) bool {
		return rec.Site.Package() == a.pkg.Path || rec.Swept || !j.Settled(rec)
	})
}

// elsewhere returns the sites of the controllers that calls make which were not followed.
func (a *packageAnalysis) elsewhere(h *host.Host) []Site {
	var list []Site
	for _, sym := range h.Skipped {
		list = append(list, a.aparts[sym].Sites...)
	}
	slices.SortFunc(list, Site.Compare)
	return slices.Compact(list)
}

// keepApart notes which functions importers need not follow again. Alone are the functions that share nothing with other calls. What
// they make must be complete, and must not depend on what else importers do.
func (a *packageAnalysis) keepApart(j *judge.Judge, h *host.Host, alone []*code.Func, whole bool) {
	if a.pkg.Main || !whole || h.Partial || h.Clashed || len(h.Skipped)+len(h.Managers)+len(h.Clients)+len(h.OwnQueues()) > 0 {
		return
	}
	for _, l := range h.Limiters {
		if !slices.ContainsFunc(alone, func(fn *code.Func) bool { return host.Within(l.At, fn) }) {
			return // a variable of the package may hold it
		}
	}
	for _, fn := range alone {
		made, keys := h.MadeIn(fn)
		if !fn.Sym.Exported() || fn.Sym.IsMethod() || len(made) == 0 ||
			slices.ContainsFunc(made, func(rec *host.Controller) bool { return !j.Alone(rec) }) {
			continue
		}
		f := ranApart{Func: fn.Sym, Keys: keys}
		for _, rec := range made {
			f.Sites = append(f.Sites, rec.Site.Pos.Place)
		}
		a.apart = append(a.apart, f)
	}
	slices.SortFunc(a.apart, func(x, y ranApart) int { return cmp.Compare(x.Func, y.Func) })
	a.apart = slices.CompactFunc(a.apart, func(x, y ranApart) bool { return x.Func == y.Func })
}
