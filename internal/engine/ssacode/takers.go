package ssacode

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Takers tells which functions of a package may take items from a queue. The way from what starts a worker to the worker often leads
// through an interface, whose method's own name tells nothing; so calls through interfaces count for those of the package's types that
// implement them.
type takers struct {
	*Selector
	pkg     *types.Package
	known   map[symbol.Name]bool // of imports
	takes   map[*types.Func]bool // of those that were asked for
	reached map[*types.Func][]*types.Func

	of      Set[*ast.FuncDecl]
	callers map[*ast.FuncDecl][]*ast.FuncDecl // through interfaces
}

func newTakers(pkg *types.Package, imports map[string]*code.Package, sel *Selector) *takers {
	t := &takers{
		Selector: sel, pkg: pkg, known: make(map[symbol.Name]bool), takes: make(map[*types.Func]bool),
		reached: make(map[*types.Func][]*types.Func),
		callers: make(map[*ast.FuncDecl][]*ast.FuncDecl),
	}
	for _, imp := range imports {
		for _, sym := range imp.Takers {
			t.known[sym] = true
		}
	}
	return t
}

// mention notes that a function mentions another one, or a method of an interface.
func (t *takers) mention(fn *ast.FuncDecl, obj *types.Func) {
	if memo.Of(t.takes, obj, func() bool { return t.known[symbol.Of(obj)] || t.Takes != nil && t.Takes(symbol.Of(obj)) }) {
		t.of.Add(fn)
	}
}

// close adds those that reach the ones that are known. Users are the functions that mention one.
func (t *takers) close(users map[*ast.FuncDecl][]*ast.FuncDecl) {
	t.of.Spread(func(fn *ast.FuncDecl) {
		t.of.Add(t.callers[fn]...)
		t.of.Add(users[fn]...)
	})
}

// implementing returns the methods of the package's own types that a call of an interface's method may reach.
func (t *takers) implementing(method *types.Func) []*types.Func {
	recv := method.Signature().Recv()
	if recv == nil {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	return memo.Of(t.reached, method, func() []*types.Func { return methods.Implementing(t.pkg, iface, method) })
}

// symbols names the functions that take items, and the methods of interfaces that are such functions on types of the
// package. Looked at are the interfaces of the package itself and of those imports whose code was kept.
func (t *takers) symbols(info *types.Info, imports map[string]*code.Package) []symbol.Name {
	names, taking, called := make(map[symbol.Name]bool), make(map[*types.Func]bool), make(map[string]bool)
	for decl := range t.of.Has {
		if m, ok := info.Defs[decl.Name].(*types.Func); ok {
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
	return slices.Collect(maps.Keys(names))
}
