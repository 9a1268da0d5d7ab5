package pairs

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// wirePairs are the places of one outcome of a function.
type wirePairs struct {
	Func    symbol.Name
	Outcome int // among those of its [paths.Summary]
	Places  []Place
}

// AFact marks it as a fact.
func (*Fact) AFact() {}

// Imported gives the outcomes of another package's functions their places.
func (c *Client) Imported(path string, list map[symbol.Name]*paths.Summary) {
	fact := c.facts[path]
	if fact == nil {
		return
	}
	for _, w := range fact.Pairs {
		if sum := list[w.Func]; sum != nil && w.Outcome < len(sum.Outcomes) {
			of := &places{list: make(map[Place]bool)}
			of.add(w.Places...)
			sum.Outcomes[w.Outcome].Note = of
		}
	}
}

// Export makes the fact about the package. Places that a directive suppresses are left out: importers do not report them. It reports
// whether there is something to say.
func (c *Client) Export(funcs []*ssa.Function) bool {
	_, version := modules.DependencyOf(c.pass)
	filter := c.pass.ResultOf[report.Analyzer].(*report.Filter)
	suppressed := func(place Place) bool {
		rule := Rule
		if place.Denied {
			rule = DroppedRule
		}
		return filter.Hides(place.File, place.Line, rule)
	}
	var fact Fact
	for sym := range c.limiters {
		if sym.In(c.pass.Pkg.Path()) {
			fact.Limiters = append(fact.Limiters, sym)
		}
	}
	slices.Sort(fact.Limiters)
	for obj, sum := range c.Exported(funcs) {
		fact.Pairs = append(fact.Pairs, wireOf(symbol.Of(obj), sum, version != "", suppressed)...)
	}
	slices.SortFunc(fact.Pairs, func(a, b wirePairs) int { return cmp.Or(cmp.Compare(a.Func, b.Func), a.Outcome-b.Outcome) })
	if len(fact.Limiters)+len(fact.Pairs) == 0 || c.pass.Pkg.Name() == "main" {
		return false
	}
	c.pass.ExportPackageFact(&fact)
	return true
}

// wireOf returns the stored form of the places of a summary. Foreign is whether the package is a dependency's.
func wireOf(name symbol.Name, s *paths.Summary, foreign bool, suppressed func(Place) bool) []wirePairs {
	var list []wirePairs
	for i, o := range s.Outcomes {
		of := placesOf(o)
		if of == nil || s.Lost {
			continue
		}
		w := wirePairs{Func: name, Outcome: i}
		for _, p := range slices.SortedFunc(maps.Keys(of.list), comparePlaces) {
			if !suppressed(p) {
				p.Foreign = p.Foreign || foreign
				w.Places = append(w.Places, p)
			}
		}
		if len(w.Places) > 0 {
			list = append(list, w)
		}
	}
	return list
}
