package blocking

import (
	"cmp"
	"slices"
)

// AFact marks Waits as a fact.
func (*Waits) AFact() {}

func (w *Waits) sort() {
	slices.Sort(w.Servers)
	slices.Sort(w.Sends)
	slices.SortFunc(w.Funcs, func(a, b waitsOf) int { return cmp.Compare(a.Symbol, b.Symbol) })
}
