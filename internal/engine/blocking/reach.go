package blocking

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// maxWaits bounds the waits that are kept of one function, and the writes into maps that are.
const maxWaits = 32

// A reached wait is one that a function comes to.
type reached struct {
	Wait
	pos    token.Pos // of the wait, or of the call of another package's function that leads there
	looped bool      // it is in a loop, even if that ends in time
	option bool      // on each way there, what a caller hands over says whether it comes to it
}

// from returns the waits that a function comes to, those in fewest calls first, each once.
func (g *graph) from(root *node) []reached {
	type visit struct {
		node   *node
		way    []Step
		repeat Repeat
		paced  Repeat // of waits that are paced, which end a loop that asks them
		limit  int64  // when the context ends that it is handed, 0 for never
		falses []int  // its parameters that are false
		option bool   // what a caller hands over says whether it comes here
		own    bool   // it belongs to what the root belongs to
		locked bool   // a lock was taken on the way
		goes   bool   // a goroutine was begun on the way
	}
	type called struct {
		node   *node
		falses string

		option, own, locked, goes bool
	}
	var list []reached
	seen := map[called]bool{{root, fmt.Sprint([]int(nil)), false, !root.made, false, false}: true}
	have := make(map[code.Place]int) // where in the list, counted from 1
	kept := make(map[bool]int)       // how many there are of writes into maps, and of waits
	add := func(w Wait, pos token.Pos, v visit, option bool, way []Step, repeat, paced Repeat) {
		if w.Paced {
			repeat = paced
		}
		w.Repeat = w.Repeat.within(repeat)
		looped := w.Repeat != once
		if w.Repeat.Endless && v.limit > 0 { // until the context ends
			w.Repeat.Endless, w.Repeat.Times, w.Length = false, 0, 0
			if v.limit < unknownLimit {
				w.Repeat.Times, w.Length = 1, v.limit
			}
		}
		option = option || v.option
		if i := have[w.Place]; i > 0 {
			list[i-1].option = list[i-1].option && option
		} else if kept[w.Shared] < maxWaits {
			kept[w.Shared]++
			w.Way = slices.Concat(way, w.Way)
			list = append(list, reached{w, pos, looped, option})
			have[w.Place] = len(list)
		}
	}
	for work := []visit{{root, nil, once, once, root.limit, nil, false, !root.made, false, false}}; len(work) > 0; work = work[1:] {
		v := work[0]
		for _, w := range v.node.waits {
			if slices.Contains(v.falses, w.only) || w.Own && !v.own || w.Shared && v.locked || !w.Shared && v.goes ||
				v.node.wraps && w.What == limiterWait.Short() {
				continue
			}
			add(w.Wait, w.pos, v, w.option, v.way, v.repeat, v.paced)
		}
		for _, c := range v.node.calls {
			if slices.Contains(v.falses, c.only) || v.node.wraps && known.Asks(symbol.Of(c.to)) {
				continue // it is not called, or a limiter of the middleware, whose purpose it is to wait
			}
			repeat, paced := c.repeat.within(v.repeat), c.paced().within(v.paced)
			targets := g.targets(c.to)
			for _, to := range targets {
				if next := g.nodes[to.fn]; next != nil {
					var falses []int
					if next.guarded {
						falses = c.falses
					}
					option, own, goes := v.option || c.option, v.own && c.own, v.goes || c.goes
					locked := v.locked && !c.goes || c.locked
					if as := (called{next, fmt.Sprint(falses), option, own, locked, goes}); !seen[as] {
						seen[as] = true
						work = append(work, visit{next, append(slices.Clip(v.way), g.step(next.name, c, len(targets))), repeat, paced,
							max(v.limit, next.limit), falses, option, own, locked, goes})
					}
				}
				for _, w := range g.imported[to.path][to.sym] {
					if w.Own && !(v.own && c.own) || w.Shared && (v.locked && !c.goes || c.locked) || !w.Shared && (v.goes || c.goes) {
						continue
					}
					add(w, c.pos, v, c.option, append(slices.Clip(v.way), g.step(to.sym.Short(), c, len(targets))), repeat, paced)
				}
			}
		}
	}
	return list
}

// paced is how often a call is repeated that waits and counts itself: a loop that asks it whether to go on ends when it says so.
func (c call) paced() Repeat {
	if c.asks {
		return Repeat{Each: c.repeat.Each}
	}
	return c.repeat
}

// export makes the fact about the package.
func (g *graph) export() {
	if g.pass.Pkg.Name() == "main" {
		return
	}
	module, version := modules.DependencyOf(g.pass)
	filter := g.pass.ResultOf[report.Analyzer].(*report.Filter)
	var fact Waits
	waits := make(map[symbol.Name]bool)
	for _, n := range g.order {
		if !n.fn.Exported() {
			continue
		}
		if version == "" && g.requests(n.fn) {
			fact.Sends = append(fact.Sends, symbol.Of(n.fn))
			waits[symbol.Of(n.fn)] = true
		}
		var list []Wait
		for _, r := range g.from(n) {
			if version != "" && (r.Length == 0 || r.Repeat.Endless || r.option) {
				continue // a dependency's callers decide by options whether it waits, and how long
			}
			if !filter.Hides(r.File, r.Line, Rule) {
				if version != "" && !r.Foreign {
					r.Foreign, r.Module = true, module
				}
				list = append(list, r.Wait)
			}
		}
		if len(list) > 0 {
			fact.Funcs = append(fact.Funcs, waitsOf{symbol.Of(n.fn), list})
			waits[symbol.Of(n.fn)] = true
		}
	}
	if len(waits)+len(g.imported) > 0 {
		list := methods.Of(g.pass.Pkg, func(fn *types.Func) bool {
			to := targetOf(fn)
			return waits[to.sym] || len(g.imported[to.path][to.sym]) > 0
		})
		if len(list) > 0 {
			var as map[string][]symbol.Name
			as, fact.Made = handedOut(g.pass)
			for _, t := range list {
				fact.Types = append(fact.Types, handedType{t, as[t.Name]})
			}
		}
	}
	for name := range g.servers {
		if strings.HasPrefix(name, g.pass.Pkg.Path()+".") || strings.HasPrefix(name, g.pass.Pkg.Path()+" ") {
			fact.Servers = append(fact.Servers, name)
		}
	}
	if len(waits)+len(fact.Types)+len(fact.Servers) > 0 {
		fact.sort()
		g.pass.ExportPackageFact(&fact)
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
	for _, root := range g.roots {
		loops := make(map[alike]bool)
		for _, r := range g.from(root) {
			at := r.pos
			if !r.Foreign {
				at = cmp.Or(g.locate(r.Place), r.pos)
			}
			like := alike{"", r.What, r.Length, r.Repeat}
			if n := len(r.Way); n > 0 {
				like.in = r.Way[n-1].Name
			}
			if !r.matters() || r.looped && loops[like] || have[at] && !r.Shared {
				continue // one round of a loop waits here or there; or it is come to by another way
			}
			loops[like], have[at] = loops[like] || r.looped, true
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

// receiver returns the type that a function is a method of, "" for none.
func (n *node) receiver() symbol.Name {
	if n.fn == nil || n.fn.Signature().Recv() == nil {
		return ""
	}
	return symbol.Of(n.fn).Owner()
}

// locate returns where a place is in the file set, no position where the driver has not read that source.
func (g *graph) locate(p code.Place) token.Pos {
	return syntax.At(g.pass.Fset, p.File, p.Line, p.Column)
}
