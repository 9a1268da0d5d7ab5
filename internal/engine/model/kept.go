package model

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/state"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Kept is what a reconciler keeps of a request where the pass of another request sees it: such a controller is to have one worker
// (RL4011).
type Kept struct {
	Reconciler symbol.Name // its type
	Name       string      // of the first such field or variable
	At         Site        // where it is set
}

// keptIn returns what the reconcilers of the package keep.
func keptIn(pass *analysis.Pass, reconcilers []state.Reconciler) []Kept {
	var list []Kept
	named := modules.FileNamer(pass)
	for _, r := range reconcilers {
		first := r.Fields[0]
		at := code.PlaceOf(pass.Fset.PositionFor(first.Pos, false))
		at.File = named(at.File)
		list = append(list, Kept{r.Type, first.Name, at})
	}
	return list
}

// keptBy returns what a reconciler of the package or one that it imports keeps, nil for nothing.
func (a *packageAnalysis) keptBy(reconciler symbol.Name) *Kept {
	i := slices.IndexFunc(a.kept, func(k Kept) bool { return k.Reconciler == reconciler })
	if i < 0 {
		return nil
	}
	return &a.kept[i]
}

// sortKept puts what reconcilers keep in order, each once.
func sortKept(list []Kept) []Kept {
	slices.SortFunc(list, func(a, b Kept) int {
		return cmp.Or(cmp.Compare(a.Reconciler, b.Reconciler), a.At.Compare(b.At), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(list)
}
