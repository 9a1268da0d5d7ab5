package queuing

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Adds is the fact about a package whose importers may have to do with queues.
type Adds struct {
	Limited []symbol.Name // functions that add items with the limiter of a queue, sorted
	Hands   bool          // it hands out queues
}

// AFact marks Adds as a fact.
func (*Adds) AFact() {}

// Matters is false: no package is read because it imports one with such functions.
func (*Adds) Matters() bool { return false }

func (a *Adds) String() string { return "queues for importers" }

// export makes the fact about the package.
func (p *program) export() {
	if p.pass.Pkg.Name() == "main" {
		return
	}
	adds := make(map[*types.Func]bool)
	var list []symbol.Name
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || !obj.Exported() || !handsOn(fn) {
			continue
		}
		found := false
		p.reach(fn, func(a addition) { found = found || a.op == limited && !a.unsure })
		if found {
			adds[obj] = true
			list = append(list, symbol.Of(obj))
		}
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface)
		if !ok || len(adds) == 0 {
			continue
		}
		for m := range iface.Methods() {
			for obj := range adds {
				recv := obj.Signature().Recv()
				if recv != nil && obj.Name() == m.Name() && types.Implements(types.NewPointer(code.Deref(recv.Type())), iface) {
					list = append(list, symbol.Of(m))
				}
			}
		}
	}
	slices.Sort(list)
	if fact := (Adds{Limited: slices.Compact(list), Hands: hands(p.pass.Pkg)}); fact.Hands || len(list) > 0 {
		p.pass.ExportPackageFact(&fact)
	}
}

// hands reports whether importers of a package can get at queues: what functions and methods of it return, or what is in its variables
// and fields.
func hands(pkg *types.Package) bool {
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		t := obj.Type()
		if named, ok := t.(*types.Named); ok {
			for m := range named.Methods() {
				if returnsQueue(m) {
					return true
				}
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Signature:
			if fn, ok := obj.(*types.Func); ok && returnsQueue(fn) {
				return true
			}
		case *types.Struct:
			for f := range u.Fields() {
				if f.Exported() && holdsQueue(f.Type()) {
					return true
				}
			}
		case *types.Interface:
			if _, is := obj.(*types.Var); is && obj.Exported() && holdsQueue(t) {
				return true
			}
			for m := range u.ExplicitMethods() {
				if returnsQueue(m) {
					return true
				}
			}
		}
	}
	return false
}

// returnsQueue reports whether importers can call a function that returns queues.
func returnsQueue(fn *types.Func) bool {
	return fn.Exported() && syntax.AnyType(fn.Signature().Results(), holdsQueue)
}

// handsOn reports whether a function only hands an item on to a queue: it takes none and starts nothing.
func handsOn(fn *ssa.Function) bool {
	if len(fn.Blocks) > 12 {
		return false
	}
	for instr := range ssacode.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Go:
			return false
		case *ssa.Call:
			if o, is := operationOf(&i.Call); is && o.op == taken {
				return false
			}
		}
	}
	return true
}
