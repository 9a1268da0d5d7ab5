package blocking

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"slices"

	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Waits is the fact about a package that tells its importers which of its functions wait.
type Waits struct {
	stored struct {
		Funcs []waitsOf      // sorted by symbol
		Types []methods.Type // with methods that wait, sorted by name
	}
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
	slices.SortFunc(w.stored.Funcs, func(a, b waitsOf) int { return cmp.Compare(a.Symbol, b.Symbol) })
}

func (w *Waits) bySymbol() map[symbol.Name][]Wait {
	out := make(map[symbol.Name][]Wait, len(w.stored.Funcs))
	for _, f := range w.stored.Funcs {
		out[f.Symbol] = f.Waits
	}
	return out
}

// GobEncode returns the same bytes for the same waits.
func (w *Waits) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(w.stored); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// GobDecode reads what GobEncode wrote. It returns an error for anything else.
func (w *Waits) GobDecode(data []byte) error {
	return gob.NewDecoder(bytes.NewReader(data)).Decode(&w.stored)
}
