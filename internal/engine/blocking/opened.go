package blocking

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// maxOpen bounds the open calls of the reconcilers of a package, and maxVia those of any other function.
const maxOpen, maxVia = 256, 16

// most returns how many open calls are noted, at most: none where nobody would ask for them.
func (g *graph) most(of int) int {
	if !g.own || g.pass.Pkg.Name() == "main" {
		return 0
	}
	return of
}

// isOpen reports whether a function is a method of an interface that has a name and is none of the standard library's, for which everybody
// has something, nor of Kubernetes'.
func isOpen(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && nameOfInterface(fn) != "" && fn.Pkg() != nil &&
		!known.Foundation(fn.Pkg().Path()) && strings.Contains(fn.Pkg().Path(), ".")
}

// interfaceOf returns the methods of the interface that declares one.
func (g *graph) interfaceOf(fn *types.Func) methods.Type {
	return memo.Of(g.interfaces, fn, func() methods.Type {
		return methods.OfInterface(fn.Signature().Recv().Type().Underlying().(*types.Interface))
	})
}

// resolve returns the functions that an open call of an import may go to since this package puts something where the interface is, which
// the import does not know: passstate/template.
func (g *graph) resolve(o *open) []target {
	return memo.Of(g.resolved, o, func() (list []target) {
		for _, t := range g.wiredAs(o.Name) {
			m, ok := t.Has(o.Iface, o.Method)
			to := target{g.named[m.Func], m.Func}
			if ok && !slices.Contains(o.Known, m.Func) && !slices.Contains(list, to) {
				list = append(list, to)
			}
		}
		return list
	})
}

// wiredAs returns the types that the package puts where an interface is: its own, and those of imports of which a method matters.
func (g *graph) wiredAs(iface symbol.Name) []methods.Type {
	if g.wired == nil {
		g.wired = make(map[symbol.Name][]methods.Type)
		as := g.wirings()
		add := func(pkg string, t methods.Type) {
			for _, iface := range as[symbol.Name(pkg+"."+t.Name)] {
				g.wired[iface] = append(g.wired[iface], t)
			}
		}
		for _, t := range methods.Of(g.pass.Pkg, func(*types.Func) bool { return true }) {
			add(g.pass.Pkg.Path(), t)
		}
		for _, imp := range g.facts {
			for _, t := range imp.Types {
				add(imp.path, t.Type)
			}
		}
	}
	return g.wired[iface]
}

// wirings returns as which interfaces the package uses types: in fields, arguments, assignments and results.
func (g *graph) wirings() map[symbol.Name][]symbol.Name {
	wired := make(map[symbol.Name][]symbol.Name)
	used(g.pass, (*ast.CallExpr)(nil), func(of *types.TypeName, faces []symbol.Name) {
		name := symbol.Of(of)
		for _, as := range faces {
			if !slices.Contains(wired[name], as) {
				wired[name] = append(wired[name], as)
			}
		}
	})
	return wired
}
