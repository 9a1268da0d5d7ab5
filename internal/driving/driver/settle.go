package driver

import "slices"

// settle has packages analysed again whose reports are in the store, but not what others need of them, and
// returns which packages may have to be read from source.
//
// Stored types are made of those of imported packages. Those of a package that is read from source are made
// when its turn comes, so who needs the types of a package that imports it, at first or second hand, has to wait for
// that one's turn too. A package that does not compile has no stored types, so it is read from source as well.
func (r *runner) settle() []bool {
	again := make([]bool, len(r.prog.Packages)) // those that have to wait
	for {
		r.requireFacts()
		source, above := make([]bool, len(again)), make([]bool, len(again))
		for i, p := range r.prog.Packages { // each after those it imports
			for _, imp := range p.Imports {
				j := r.index[imp]
				above[i] = above[i] || source[j] || above[j]
			}
			source[i] = r.states[i] == toAnalyze && (!p.Maybe || again[i] || r.facts.about(p.Imports))
			for _, imp := range p.Imports {
				source[i] = source[i] || r.states[i] == toAnalyze && source[r.index[imp]]
			}
		}
		needed, changed := make([]bool, len(again)), false
		for i, p := range slices.Backward(r.prog.Packages) { // importers first
			for _, imp := range p.Imports {
				j := r.index[imp]
				needed[j] = needed[j] || source[i] || needed[i]
			}
			if !needed[i] || source[i] || !above[i] && len(r.reports[i].Problems) == 0 {
				continue
			}
			if again[i], changed = true, true; r.states[i] == known {
				r.states[i] = toAnalyze
				r.facts.forget(p)
			}
		}
		if !changed {
			return source
		}
	}
}

// requireFacts has packages analysed again whose reports are in the store and whose facts are not, if a package
// that imports them is analysed: entries come and go one by one.
func (r *runner) requireFacts() {
	for i, p := range slices.Backward(r.prog.Packages) { // importers first
		if r.states[i] != toAnalyze {
			continue
		}
		for _, imp := range p.Imports {
			if j := r.index[imp]; r.states[j] == known && !r.facts.readable(imp) {
				r.states[j] = toAnalyze
				r.facts.forget(imp)
			}
		}
	}
}
