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
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// maxOpen bounds the open calls of a package.
const maxOpen = 256

// opens returns what notes the open calls of a root, nil where nobody would ask for them.
func (g *graph) opens(root *node) func(visit, call) {
	if !g.own || g.pass.Pkg.Name() == "main" {
		return nil
	}
	return func(v visit, c call) {
		recv := c.to.Signature().Recv()
		if recv == nil || !types.IsInterface(recv.Type()) || c.to.Pkg() == nil || known.Foundation(c.to.Pkg().Path()) ||
			len(g.opened) >= maxOpen {
			return
		}
		o := open{Iface: methods.OfInterface(recv.Type().Underlying().(*types.Interface)), Name: nameOfInterface(c.to),
			Reconciler: root.name, Type: root.receiver(), Takes: root.takes, Repeat: c.repeat.within(v.repeat),
			Way: append(slices.Clone(v.way), g.step(symbol.Of(c.to).Short(), c, 1)), Own: v.own && c.own, Locked: v.locked && !c.goes || c.locked,
			Goes: v.goes || c.goes, Keeps: v.keeps || v.node.bounds, Option: v.option || c.option, Limited: v.limit > 0}
		o.Iface.Name = c.to.Name()
		for _, to := range g.targets(c.to) {
			o.Known = append(o.Known, to.sym)
		}
		g.opened = append(g.opened, o)
	}
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
		for _, r := range g.from(root, g.opens(root)) {
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
	if !g.own || !slices.ContainsFunc(g.facts, func(w *Waits) bool { return len(w.Open) > 0 }) {
		return nil
	}
	wired := wirings(g.pass)
	type waiting struct {
		at   code.Place
		what string
	}
	have := make(map[waiting]bool)
	for _, of := range g.facts {
		for _, o := range of.Open {
			for _, imp := range g.facts {
				for _, t := range imp.Types {
					m, ok := t.Has(o.Iface, o.Iface.Name)
					if !ok || !wired[wiring{o.Name, m.Func.Owner()}] || slices.Contains(o.Known, m.Func) {
						continue
					}
					for _, w := range g.imported[m.Package][m.Func] {
						if w.Own && !o.Own || w.Shared && o.Locked || !w.Shared && o.Goes || w.Begun && o.Keeps || w.Bound && o.Limited || o.Option ||
							w.Repeat.Endless && o.Limited {
							continue
						}
						way := slices.Concat(o.Way, w.Way)
						way[len(o.Way)-1].Name = m.Func.Short()
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
	}
	return list
}
