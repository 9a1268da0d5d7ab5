package blocking

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// maxWaits bounds the waits that are kept of one function.
const maxWaits = 32

// A reached wait is one that a function comes to.
type reached struct {
	Wait
	pos token.Pos // of the wait, or of the call of another package's function that leads there
}

// from returns the waits that a function comes to, those in fewest calls first, each once.
func (g *graph) from(root *node) []reached {
	type visit struct {
		node *node
		way  []string
	}
	var list []reached
	seen := map[*node]bool{root: true}
	have := make(map[place]bool)
	add := func(w Wait, pos token.Pos, way []string) {
		key := place{w.File, w.Line, w.Column}
		if !have[key] && len(list) < maxWaits {
			have[key] = true
			w.Way = slices.Concat(way, w.Way)
			list = append(list, reached{w, pos})
		}
	}
	for work := []visit{{root, nil}}; len(work) > 0; work = work[1:] {
		v := work[0]
		for _, w := range v.node.waits {
			add(w.Wait, w.pos, v.way)
		}
		for _, c := range v.node.calls {
			if v.node.wraps && known.Asks(symbol.Of(c.to)) {
				continue // a limiter of the middleware, whose purpose it is to wait
			}
			for _, to := range g.targets(c.to) {
				if next := g.nodes[to.fn]; next != nil && !seen[next] {
					seen[next] = true
					work = append(work, visit{next, append(slices.Clip(v.way), next.name)})
				}
				for _, w := range g.imported[to.path][to.sym] {
					add(w, c.pos, append(slices.Clip(v.way), to.sym.Short()))
				}
			}
		}
	}
	return list
}

// A place tells waits apart.
type place struct {
	file         string
	line, column int
}

// A target is a function that a call may go to.
type target struct {
	fn   *types.Func // if it is one of the package
	sym  symbol.Name
	path string // of its package
}

func targetOf(fn *types.Func) target {
	t := target{fn: fn, sym: symbol.Of(fn)}
	if pkg := fn.Pkg(); pkg != nil {
		t.path = pkg.Path()
	}
	return t
}

// targets returns the functions that a call may go to: those of the types that implement an
// interface, as far as this package and those it imports have some that matter.
func (g *graph) targets(fn *types.Func) []target {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return []target{targetOf(fn)}
	}
	if fn.Pkg() == nil || known.Foundation(fn.Pkg().Path()) || len(fn.Pkg().Path()) == 0 {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var list []target
	for _, m := range methods.Implementing(g.pass.Pkg, iface, fn) {
		list = append(list, targetOf(m.Origin()))
	}
	for _, imp := range g.types {
		for _, t := range imp.types {
			if m, ok := t.Method(fn); ok && t.Implements(iface) && !imp.out.other(t.Name, nameOfInterface(fn)) {
				list = append(list, target{sym: m.Func, path: m.Package})
			}
		}
	}
	return list
}

// export makes the fact about the package.
func (g *graph) export() {
	if g.pass.Pkg.Name() == "main" {
		return
	}
	_, version := model.DependencyOf(g.pass)
	filter := g.pass.ResultOf[report.Analyzer].(*report.Filter)
	own := make(map[string]bool)
	for _, f := range g.pass.Files {
		own[g.pass.Fset.File(f.FileStart).Name()] = true
	}
	var fact Waits
	waits := make(map[symbol.Name]bool)
	for _, n := range g.order {
		if !n.fn.Exported() {
			continue
		}
		var list []Wait
		for _, r := range g.from(n) {
			if version != "" && r.Length == 0 {
				continue // a dependency's callers decide by options whether it waits, and how long
			}
			if !own[r.File] || !filter.Hides(r.File, r.Line, Rule) {
				r.Foreign = r.Foreign || version != ""
				list = append(list, r.Wait)
			}
		}
		if len(list) > 0 {
			fact.stored.Funcs = append(fact.stored.Funcs, waitsOf{symbol.Of(n.fn), list})
			waits[symbol.Of(n.fn)] = true
		}
	}
	if len(fact.stored.Funcs)+len(g.imported) > 0 {
		fact.stored.Types = methods.Of(g.pass.Pkg, func(fn *types.Func) bool {
			to := targetOf(fn)
			return waits[to.sym] || len(g.imported[to.path][to.sym]) > 0
		})
	}
	if len(fact.stored.Types) > 0 {
		out := handedOut(g.pass.Pkg, g.pass.TypesInfo, g.pass.Files)
		fact.stored.Made = out.Made
		for _, t := range fact.stored.Types {
			if as := out.As[t.Name]; len(as) > 0 {
				fact.stored.As = append(fact.stored.As, handedType{t.Name, as})
			}
		}
	}
	if len(fact.stored.Funcs)+len(fact.stored.Types) > 0 {
		fact.sort()
		g.pass.ExportPackageFact(&fact)
	}
}

// found returns the waits that the reconcilers of the package come to.
func (g *graph) found() []Found {
	var list []Found
	have := make(map[token.Pos]bool)
	for _, root := range g.roots {
		for _, r := range g.from(root) {
			at := g.locate(r)
			if have[at] {
				continue // by another way, or another of those that a call of a dependency leads to
			}
			have[at] = true
			list = append(list, Found{Wait: r.Wait, Pos: at, Reconciler: root.name})
		}
	}
	slices.SortStableFunc(list, func(a, b Found) int { return int(a.Pos - b.Pos) })
	return list
}

// locate returns where a wait is in the file set or, where it is in no source that the driver
// has read, the call in this package that leads there.
func (g *graph) locate(r reached) token.Pos {
	at := token.NoPos
	if !r.Foreign {
		g.pass.Fset.Iterate(func(f *token.File) bool {
			if f.Name() == r.File && r.Line <= f.LineCount() {
				if pos := f.LineStart(r.Line) + token.Pos(r.Column-1); int(pos) <= f.Base()+f.Size() {
					at = pos
				}
			}
			return at == token.NoPos
		})
	}
	if !at.IsValid() {
		return r.pos
	}
	return at
}
