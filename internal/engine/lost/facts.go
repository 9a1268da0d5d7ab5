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
	Funcs []foreign      // sorted by symbol
	Types []methods.Type // with methods that lose errors, or make requests
	Calls []methods.Type // interfaces with a method that a pass of the package calls, which their name is
}

// foreign is what other packages know of a function.
type foreign struct {
	Symbol symbol.Name
	Errors []placed // that it loses
	Nil    bool     // it returns nil for its error each time
	Asks   bool     // it makes requests
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

// imports is what is known of the functions of other packages, by symbol.
type imports struct {
	funcs map[symbol.Name]foreign
	types []methods.Type
	calls []methods.Type // see [Elsewhere.Calls]
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
