package outcome

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Summaries is the fact about a package that tells its importers with which results its
// functions come back.
type Summaries struct {
	Funcs    []wireFunc    // sorted by symbol
	Limiters []symbol.Name // methods with which a limiter says yes or no, sorted
	// Variables are the package's exported ones with a Result that they keep, sorted by symbol.
	Variables []wireVariable
	// Types are those with methods that return a Result, by name. Those of packages without summaries are
	// looked for by nobody.
	Types []methods.Type
}

// AFact marks Summaries as a fact.
func (*Summaries) AFact() {}

// Matters is false: no package is read because it imports one with summaries.
func (*Summaries) Matters() bool { return false }

func (s *Summaries) String() string { return "outcomes of functions" }

type wireFunc struct {
	Symbol   symbol.Name
	Lost     bool
	Outcomes []wireOutcome
}

type wireOutcome struct {
	Given   []wireGiven
	Results []value
	Cells   []wireCell
	Places  []Place
}

type wireGiven struct {
	ID    int
	Given scalar
}

type wireCell struct {
	Input int
	Value value
}

// wireOf returns the stored form of a summary. Places for which suppressed holds are left out:
// importers do not report them. Foreign is whether the package is a dependency's.
func wireOf(name symbol.Name, s *summary, foreign bool, suppressed func(Place) bool) wireFunc {
	w := wireFunc{Symbol: name, Lost: s.lost}
	if s.lost {
		return w
	}
	for _, o := range s.outcomes {
		out := wireOutcome{Results: o.results}
		for _, id := range slices.Sorted(maps.Keys(o.given)) {
			out.Given = append(out.Given, wireGiven{id, o.given[id]})
		}
		for _, i := range slices.Sorted(maps.Keys(o.cells)) {
			out.Cells = append(out.Cells, wireCell{i, o.cells[i]})
		}
		if o.places != nil {
			for _, p := range o.places.sorted() {
				if !suppressed(p) {
					p.Foreign = p.Foreign || foreign
					out.Places = append(out.Places, p)
				}
			}
		}
		w.Outcomes = append(w.Outcomes, out)
	}
	return w
}

func (s *Summaries) summaries() map[symbol.Name]*summary {
	out := make(map[symbol.Name]*summary, len(s.Funcs))
	for _, w := range s.Funcs {
		sum := &summary{lost: w.Lost}
		for _, o := range w.Outcomes {
			made := &outcome{given: make(map[int]scalar), results: o.Results, cells: make(map[int]value), imported: true}
			for _, g := range o.Given {
				made.given[g.ID] = g.Given
			}
			for _, c := range o.Cells {
				made.cells[c.Input] = c.Value
			}
			if len(o.Places) > 0 {
				made.places = &places{list: make(map[Place]bool)}
				made.places.add(o.Places...)
			}
			sum.outcomes = append(sum.outcomes, made)
		}
		out[w.Symbol] = sum
	}
	return out
}
