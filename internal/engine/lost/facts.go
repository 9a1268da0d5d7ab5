package lost

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Elsewhere is the fact about a package that has to do with controllers: what its functions lose where the pass of another package runs
// them, and which have nothing to lose. One without any of these says no more than that.
type Elsewhere struct {
	Funcs []losing       // sorted by symbol
	Types []methods.Type // with such methods, or with those that make requests
	Nils  []symbol.Name  // sorted, of functions that return nil for their errors each time
	Asks  []symbol.Name  // sorted, of functions that make requests
	// Replaces are the functions that put an error of their own where they are handed the address of one, sorted.
	Replaces []symbol.Name
	Calls    []methods.Type // interfaces with a method that a pass of the package calls, which their name is
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

// Matters is false: no package is read because it imports such a one.
func (*Elsewhere) Matters() bool { return false }

func (*Elsewhere) String() string { return "functions that lose errors" }

// A reach is where some functions lead.
type reach struct {
	own    map[*types.Func]bool // functions of the package
	events map[*types.Func]bool // those of them that only handlers of events run
	others map[symbol.Name]bool // those of other packages of which something is known
	calls  map[*types.Func]bool // methods of interfaces of the program's own
}

// imports is what the functions of other packages lose, by symbol.
type imports struct {
	funcs map[symbol.Name][]placed
	types []methods.Type
	nils  map[symbol.Name]bool // those that return nil for their errors each time
	asks  map[symbol.Name]bool // those that make requests
	calls []methods.Type       // see [Elsewhere.Calls]
	// replaces are those that put an error of their own where they are handed the address of one.
	replaces map[symbol.Name]bool
}

// implementing returns what a method may be where it is one of an interface of the program's own: methods of a package, and of those that
// it imports.
func (i *imports) implementing(pkg *types.Package, fn *types.Func) (own []*types.Func, others []symbol.Name) {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || fn.Pkg() == nil || known.Foundation(fn.Pkg().Path()) {
		return nil, nil
	}
	iface := recv.Type().Underlying().(*types.Interface)
	for _, t := range i.types {
		if m, ok := t.Implementation(iface, fn); ok {
			others = append(others, m.Func)
		}
	}
	return methods.Implementing(pkg, iface, fn), others
}
