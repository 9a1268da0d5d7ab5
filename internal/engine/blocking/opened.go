package blocking

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// maxOpen bounds the open calls of a package, and maxVia those of one function.
const maxOpen, maxVia = 256, 16

// opens returns what notes the open calls that a function comes to in a list, nil where nobody would ask for them.
func (g *graph) opens(root *node, list *[]open, most int) func(*open) {
	if !g.own || g.pass.Pkg.Name() == "main" {
		return nil
	}
	return func(o *open) {
		if o != nil && len(*list) < most {
			o.Reconciler, o.Type, o.Takes = root.name, root.receiver(), root.takes
			*list = append(*list, *o)
		}
	}
}

// openCall returns a call on a way as an open one, with what it may go to here, nil if it is none.
func (g *graph) openCall(c call, targets []target, way []Step, on Course, repeat Repeat) *open {
	recv := c.to.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || c.to.Pkg() == nil || known.Foundation(c.to.Pkg().Path()) ||
		!strings.Contains(c.to.Pkg().Path(), ".") { // or the standard library's, for which everybody has something
		return nil
	}
	o := &open{Iface: methods.OfInterface(recv.Type().Underlying().(*types.Interface)), Name: nameOfInterface(c.to),
		Repeat: repeat, Way: append(slices.Clone(way), g.step(symbol.Of(c.to).Short(), c, 1)), Course: on}
	o.Iface.Name = c.to.Name()
	for _, to := range targets {
		o.Known = append(o.Known, to.sym)
	}
	return o
}

// resolve returns the functions that an open call of an import may go to since this package puts something where the interface is, which
// the import does not know: passstate/template.
func (g *graph) resolve(o *open) []target {
	return memo.Of(g.resolved, o, func() (list []target) {
		if g.wired == nil {
			g.wired = wirings(g.pass)
		}
		add := func(pkg string, t methods.Type) {
			m, ok := t.Has(o.Iface, o.Iface.Name)
			if ok && g.wired[wiring{o.Name, symbol.Name(pkg + "." + t.Name)}] && !slices.Contains(o.Known, m.Func) {
				list = append(list, target{sym: m.Func, path: m.Package})
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
		for i, to := range list {
			for fn := range g.nodes {
				if to.path == g.pass.Pkg.Path() && symbol.Of(fn) == to.sym {
					list[i].fn = fn
				}
			}
		}
		return list
	})
}

// wirings returns those of a package: in fields, arguments, assignments and results.
func wirings(pass *analysis.Pass) map[wiring]bool {
	wired := make(map[wiring]bool)
	give := func(to types.Type, e ast.Expr) {
		of := code.TypeName(pass.TypesInfo.TypeOf(e))
		if of == nil || to == nil || !types.IsInterface(to) || types.IsInterface(of.Type()) || of.Pkg() == nil {
			return
		}
		for _, as := range withEmbedded(to) {
			wired[wiring{as, symbol.Of(of)}] = true
		}
	}
	gives(pass, give)
	for at := range syntax.Preorder(pass, (*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		sig, ok := pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
		for i := 0; ok && i < min(len(call.Args), sig.Params().Len()); i++ {
			give(sig.Params().At(i).Type(), call.Args[i])
		}
	}
	return wired
}
