package ssacode

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Takers tells which functions of a package may take items from a queue, F being how a function of the package is
// written. The way from what starts a worker to the worker often leads through an interface, whose method's own name
// tells nothing; so calls through interfaces count for those of the package's types that implement them.
type takers[F comparable] struct {
	*Selector
	pkg     *types.Package
	known   map[symbol.Name]bool // of imports
	objects map[types.Object]bool
	reached map[*types.Func][]*types.Func

	of      Set[F]
	callers map[F][]F // through interfaces
}

func newTakers[F comparable](pkg *types.Package, imports map[string]*code.Package, sel *Selector) *takers[F] {
	t := &takers[F]{
		Selector: sel, pkg: pkg, known: make(map[symbol.Name]bool), objects: make(map[types.Object]bool),
		reached: make(map[*types.Func][]*types.Func), callers: make(map[F][]F),
	}
	for _, imp := range imports {
		for _, sym := range imp.Takers {
			t.known[sym] = true
		}
	}
	return t
}

// mention notes that a function mentions one of another package, or a method of an interface.
func (t *takers[F]) mention(fn F, obj types.Object) {
	if obj == nil || obj.Pkg() == nil {
		return
	}
	takes, ok := t.objects[obj]
	if !ok {
		if _, isFunc := obj.(*types.Func); isFunc {
			sym := symbol.Of(obj)
			takes = t.known[sym] || t.Takes != nil && t.Takes(sym)
		}
		t.objects[obj] = takes
	}
	if takes {
		t.of.Add(fn)
	}
}

// reach notes that a call through an interface in a function may reach another of the package.
func (t *takers[F]) reach(fn, callee F) { t.callers[callee] = append(t.callers[callee], fn) }

// close adds those that reach the ones that are known. Users are the functions that mention one, and outer is the
// function that one stands in, if any.
func (t *takers[F]) close(users map[F][]F, outer func(F) (F, bool)) {
	t.of.Spread(func(fn F) {
		t.of.Add(t.callers[fn]...)
		t.of.Add(users[fn]...)
		if o, ok := outer(fn); ok {
			t.of.Add(o)
		}
	})
}

// implementing returns the methods of the package's own types that a call of an interface's method may reach.
func (t *takers[F]) implementing(method *types.Func) []*types.Func {
	recv := method.Signature().Recv()
	if recv == nil || t.pkg == nil {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	list, ok := t.reached[method]
	if !ok {
		list = methods.Implementing(t.pkg, iface, method)
		t.reached[method] = list
	}
	return list
}

// symbols names the functions that take items, and the methods of interfaces that are such functions on types of the
// package. Looked at are the interfaces of the package itself and of those imports whose code was kept.
func symbols(t *takers[*ssa.Function], imports map[string]*code.Package) []symbol.Name {
	names, taking, called := make(map[symbol.Name]bool), make(map[*types.Func]bool), make(map[string]bool)
	for fn := range t.of.Has {
		if m, ok := fn.Object().(*types.Func); ok {
			names[symbol.Of(m)], taking[m], called[m.Name()] = true, true, true
		}
	}
	if len(taking) == 0 {
		return nil
	}
	for _, pkg := range append(t.pkg.Imports(), t.pkg) {
		if pkg != t.pkg && imports[pkg.Path()] == nil {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || obj.IsAlias() || !types.IsInterface(obj.Type()) {
				continue
			}
			for method := range obj.Type().Underlying().(*types.Interface).Methods() {
				if called[method.Name()] && slices.ContainsFunc(t.implementing(method), func(m *types.Func) bool { return taking[m] }) {
					names[symbol.Of(method)] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
