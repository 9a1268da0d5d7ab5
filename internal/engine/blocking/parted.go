package blocking

import (
	"cmp"
	"go/ast"
	"go/token"
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

// An open call is one that goes through an interface: a package that the caller's own one does not know may have what it reaches.
type open struct {
	Iface methods.Type  // with the name of the method
	Name  symbol.Name   // of the interface, "" where it has none
	Known []symbol.Name // the functions that it may go to as far as that package knows
	Way   []Step        // from the function that comes to it, with the call itself
	Course
	Repeat     Repeat
	Reconciler string // that comes to it, "" where another function does
	Type       symbol.Name
	Takes      bool
}

// opensOf are the open calls that a function comes to.
type opensOf struct {
	Symbol symbol.Name
	Calls  []open
}

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

// openCall returns a call as an open one, with what it may go to here, nil if it is none.
func (g *graph) openCall(v visit, c call, targets []target) *open {
	recv := c.to.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || c.to.Pkg() == nil || known.Foundation(c.to.Pkg().Path()) ||
		!strings.Contains(c.to.Pkg().Path(), ".") { // or the standard library's, for which everybody has something
		return nil
	}
	o := &open{Iface: methods.OfInterface(recv.Type().Underlying().(*types.Interface)), Name: nameOfInterface(c.to),
		Repeat: c.repeat.within(v.repeat), Way: append(slices.Clone(v.way), g.step(symbol.Of(c.to).Short(), c, 1)), Course: v.beyond(c)}
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

// found returns the waits that the reconcilers of the package come to.
func (g *graph) found() []Found {
	var list []Found
	have := make(map[token.Pos]bool)
	type alike struct {
		in, what string
		length   int64
		repeat   Repeat
	}
	type noted struct {
		root *node
		what string
	}
	said := make(map[noted]bool)
	for _, root := range g.roots {
		loops := make(map[alike]bool)
		for _, r := range g.from(root, g.opens(root, &g.opened, maxOpen)) {
			at := r.pos
			if !r.Foreign {
				at = cmp.Or(g.locate(r.Place), r.pos)
			}
			like := alike{"", r.What, r.Length, r.Repeat}
			if n := len(r.Way); n > 0 {
				like.in = r.Way[n-1].Name
			}
			kind, _, _ := strings.Cut(r.What, ".")
			untimed := noted{root, kind}
			if !r.matters() || r.looped && loops[like] || have[at] && !r.Shared || said[untimed] {
				continue // one round of a loop waits here or there; or it is come to by another way
			}
			loops[like], have[at] = loops[like] || r.looped, true
			said[untimed] = (kind == "exec" || kind == "sql") && strings.HasSuffix(r.What, noTimeOut) // the first says it for all
			found := Found{Wait: r.Wait, Pos: at, Reconciler: root.name, Type: root.receiver(), Worker: root.takes}
			for _, s := range r.Way {
				found.Steps = append(found.Steps, g.locate(s.Place))
			}
			list = append(list, found)
		}
	}
	slices.SortStableFunc(list, func(a, b Found) int { return int(a.Pos - b.Pos) })
	return list
}

// A wiring is that a package puts a type of another package where an interface of another one is.
type wiring struct{ as, of symbol.Name }

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

// parted returns the waits that reconcilers of other packages come to by interfaces which none of the packages that they know implements:
// this one puts the two together. sleeping/parted.
func (g *graph) parted() (list []Found) {
	if !g.own {
		return nil
	}
	type waiting struct {
		at   code.Place
		what string
	}
	have := make(map[waiting]bool)
	for _, of := range g.facts {
		for i := range of.Open {
			o := &of.Open[i]
			for _, to := range g.resolve(o) {
				for _, w := range g.imported[to.path][to.sym] {
					if o.skips(&w) || o.Option || w.Repeat.Endless && o.Limit > 0 {
						continue
					}
					way := slices.Concat(o.Way, w.Way)
					way[len(o.Way)-1].Name = to.sym.Short()
					w.Repeat = w.Repeat.within(o.Repeat)
					same := waiting{w.Place, w.What}
					if w.Way = way; have[same] || !w.matters() {
						continue
					}
					have[same] = true
					f := Found{Wait: w, Pos: g.locate(w.Place), Reconciler: o.Reconciler, Type: o.Type, Worker: o.Takes}
					for _, s := range way {
						f.Steps = append(f.Steps, g.locate(s.Place))
					}
					if f.Pos.IsValid() {
						list = append(list, f)
					}
				}
			}
		}
	}
	return list
}
