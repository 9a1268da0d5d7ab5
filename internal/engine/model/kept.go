package model

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/state"
)

// keptIn returns what the reconcilers of the package keep, and the maps that their passes write into without a lock.
func keptIn(pass *analysis.Pass, reconcilers []state.Reconciler) []Kept {
	var list []Kept
	named := modules.FileNamer(pass)
	for _, r := range reconcilers {
		first := r.Fields[0]
		at := code.PlaceOf(pass.Fset.PositionFor(first.Pos, false))
		at.File = named(at.File)
		list = append(list, Kept{r.Type, first.Name, at})
	}
	for _, m := range pass.ResultOf[blocking.Analyzer].(*blocking.Result).Waits {
		if m.Shared && m.Type != "" {
			at := m.Place
			at.File = named(at.File)
			list = append(list, Kept{m.Type, m.What, at})
		}
	}
	return list
}

// sortKept puts what reconcilers keep in order, each once.
func sortKept(list []Kept) []Kept {
	slices.SortFunc(list, func(a, b Kept) int {
		return cmp.Or(cmp.Compare(a.Reconciler, b.Reconciler), a.At.Compare(b.At), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(list)
}
