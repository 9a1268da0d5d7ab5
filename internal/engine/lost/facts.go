package lost

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Elsewhere is the fact about a package with functions that lose errors where the pass of another package runs them, or have none to lose.
type Elsewhere struct {
	Funcs []losing       // sorted by symbol
	Types []methods.Type // with such methods
	Nils  []symbol.Name  // sorted, of functions that return nil for their errors each time
}

type losing struct {
	Symbol symbol.Name
	Errors []placed
}

// placed is an error with its place in the place of its position.
type placed struct {
	Error
	code.Place
}

// AFact marks it as a fact.
func (*Elsewhere) AFact() {}

// Matters is false: no package is read because it imports one with such functions.
func (*Elsewhere) Matters() bool { return false }

func (*Elsewhere) String() string { return "functions that lose errors" }

// A reach is where some functions lead.
type reach struct {
	own    map[*types.Func]bool // functions of the package
	events map[*types.Func]bool // those of them that only handlers of events run
	others map[symbol.Name]bool // those of other packages of which something is known
}

// imports is what the functions of other packages lose, by symbol.
type imports struct {
	funcs map[symbol.Name][]placed
	types []methods.Type
	nils  map[symbol.Name]bool // those that return nil for their errors each time
}
