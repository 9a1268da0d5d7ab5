package blocking

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Waits is the fact about a package that tells its importers which of its functions wait.
type Waits struct {
	Funcs []waitsOf     // sorted by symbol
	Types []handedType  // with methods that wait, sorted by name
	Made  []symbol.Name // the interfaces as which the package hands out its types, sorted
}

// A handedType is a type with the interfaces as which its package hands it out, sorted.
type handedType struct {
	methods.Type
	As []symbol.Name
}

type waitsOf struct {
	Symbol symbol.Name
	Waits  []Wait
}

// AFact marks Waits as a fact.
func (*Waits) AFact() {}

// Matters is false: no package is read because it imports one that waits.
func (*Waits) Matters() bool { return false }

func (w *Waits) String() string { return "functions that wait" }

func (w *Waits) sort() {
	slices.SortFunc(w.Funcs, func(a, b waitsOf) int { return cmp.Compare(a.Symbol, b.Symbol) })
}

func (w *Waits) bySymbol() map[symbol.Name][]Wait {
	out := make(map[symbol.Name][]Wait, len(w.Funcs))
	for _, f := range w.Funcs {
		out[f.Symbol] = f.Waits
	}
	return out
}
