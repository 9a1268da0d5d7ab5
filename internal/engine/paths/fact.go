package paths

import (
	"cmp"
	"go/types"
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// AFact marks Summaries as a fact.
func (*Summaries) AFact() {}

// Export makes the fact about the package, of those of the functions that other packages can call. Also is whether clients have
// something to say of the package: then its types may be asked for, too.
func (p *Program) Export(funcs []*ssa.Function, also bool) {
	var fact Summaries
	for obj, sum := range p.Exported(funcs) {
		fact.Funcs = append(fact.Funcs, wireOf(symbol.Of(obj), sum))
	}
	fact.Variables = p.exportedVariables()
	if len(fact.Funcs)+len(fact.Variables) == 0 && !also || p.Pass.Pkg.Name() == "main" {
		return
	}
	fact.Types = methods.Of(p.Pass.Pkg, func(fn *types.Func) bool { return ReturnsResult(fn.Signature()) })
	slices.SortFunc(fact.Funcs, func(a, b wireFunc) int { return cmp.Compare(a.Symbol, b.Symbol) })
	p.Pass.ExportPackageFact(&fact)
}

// Exported goes through the functions that other packages can call and that have summaries.
func (p *Program) Exported(funcs []*ssa.Function) iter.Seq2[*types.Func, *Summary] {
	return func(yield func(*types.Func, *Summary) bool) {
		for _, fn := range funcs {
			obj, ok := fn.Object().(*types.Func)
			if !ok || fn.Parent() != nil || !obj.Exported() {
				continue
			}
			if sum := p.SummaryOf(fn); sum != nil && !yield(obj, sum) {
				return
			}
		}
	}
}

// wireOf returns the stored form of a summary.
func wireOf(name symbol.Name, s *Summary) wireFunc {
	w := wireFunc{Symbol: name, Lost: s.Lost}
	if s.Lost {
		return w
	}
	for _, o := range s.Outcomes {
		out := wireOutcome{Results: o.Results}
		for _, id := range slices.Sorted(maps.Keys(o.Given)) {
			out.Given = append(out.Given, wireGiven{id, o.Given[id]})
		}
		for _, i := range slices.Sorted(maps.Keys(o.Cells)) {
			out.Cells = append(out.Cells, wireCell{i, o.Cells[i]})
		}
		w.Outcomes = append(w.Outcomes, out)
	}
	return w
}

func (s *Summaries) summaries() map[symbol.Name]*Summary {
	out := make(map[symbol.Name]*Summary, len(s.Funcs))
	for _, w := range s.Funcs {
		sum := &Summary{Lost: w.Lost}
		for _, o := range w.Outcomes {
			made := &Outcome{Given: make(map[int]Scalar), Results: o.Results, Cells: make(map[int]Value), Imported: true}
			for _, g := range o.Given {
				made.Given[g.ID] = g.Given
			}
			for _, c := range o.Cells {
				made.Cells[c.Input] = c.Value
			}
			sum.Outcomes = append(sum.Outcomes, made)
		}
		out[w.Symbol] = sum
	}
	return out
}

// ImportFacts returns the facts about the packages that this one imports, directly or not.
func (p *Program) ImportFacts() map[string]*Summaries {
	if p.facts == nil {
		p.facts = syntax.Facts[*Summaries](p.Pass)
	}
	return p.facts
}
