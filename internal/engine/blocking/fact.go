package blocking

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// AFact marks Waits as a fact.
func (*Waits) AFact() {}

func (w *Waits) sort() {
	slices.Sort(w.Servers)
	slices.Sort(w.Sends)
	slices.SortFunc(w.Funcs, func(a, b waitsOf) int { return cmp.Compare(a.Symbol, b.Symbol) })
}

func (w *Waits) bySymbol() map[symbol.Name][]Wait {
	out := make(map[symbol.Name][]Wait, len(w.Funcs))
	for _, f := range w.Funcs {
		out[f.Symbol] = f.Waits
	}
	return out
}
