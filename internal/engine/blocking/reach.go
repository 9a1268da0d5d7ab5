package blocking

import (
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

// A visit is that a walk comes to a function.
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
	keeps  bool   // something on the way sets what others find
}

// from returns the waits that a function comes to, those in fewest calls first, each once. It tells of the calls on the way, where somebody
// asks.
func (g *graph) from(root *node, each func(visit, call)) []reached {
	type called struct {
		node   *node
		falses string

		option, own, locked, goes, keeps bool
	}
	var list []reached
	seen := map[called]bool{{root, fmt.Sprint([]int(nil)), false, !root.made, false, false, root.keeps}: true}
	have := make(map[code.Place]int) // where in the list, counted from 1
	kept := make(map[string]int)     // how many there are of each kind
	add := func(w Wait, pos token.Pos, v visit, option bool, way []Step, repeat, paced Repeat) {
		if w.Bound && v.limit > 0 {
			return
		}
		if w.Paced {
			repeat = paced
		}
		w.Repeat = w.Repeat.within(repeat)
		looped := w.Repeat != once
		if w.Repeat.Endless && v.limit > 0 && !strings.HasSuffix(w.What, noTimeOut) { // until the context ends
			w.Repeat.Endless, w.Repeat.Times, w.Length = false, 0, 0
			if v.limit < unknownLimit {
				w.Repeat.Times, w.Length = 1, v.limit
			}
		}
		option = option || v.option
		if i := have[w.Place]; i > 0 {
			list[i-1].option = list[i-1].option && option
		} else if kept[kindOf(w)] < maxWaits {
			kept[kindOf(w)]++
			w.Way = slices.Concat(way, w.Way)
			list = append(list, reached{w, pos, looped, option})
			have[w.Place] = len(list)
		}
	}
	first := visit{node: root, repeat: once, paced: once, limit: root.limit, own: !root.made, keeps: root.keeps}
	for work := []visit{first}; len(work) > 0; work = work[1:] {
		v := work[0]
		for _, w := range v.node.waits {
			if slices.Contains(v.falses, w.only) || w.Own && !v.own || w.Shared && v.locked || !w.Shared && v.goes || w.Begun && v.keeps ||
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
			if each != nil {
				each(v, c)
			}
			for _, to := range targets {
				if next := g.nodes[to.fn]; next != nil {
					var falses []int
					if next.guarded {
						falses = c.falses
					}
					option, own, goes := v.option || c.option, v.own && c.own, v.goes || c.goes
					locked, keeps := v.locked && !c.goes || c.locked, v.keeps || next.keeps || v.node.bounds
					if as := (called{next, fmt.Sprint(falses), option, own, locked, goes, keeps}); !seen[as] {
						seen[as] = true
						work = append(work, visit{next, append(slices.Clip(v.way), g.step(next.name, c, len(targets))), repeat, paced,
							max(v.limit, next.limit), falses, option, own, locked, goes, keeps})
					}
				}
				for _, w := range g.imported[to.path][to.sym] {
					if w.Own && !(v.own && c.own) || w.Shared && (v.locked && !c.goes || c.locked) || !w.Shared && (v.goes || c.goes) ||
						w.Begun && (v.keeps || v.node.bounds) {
						continue
					}
					add(w, c.pos, v, c.option, append(slices.Clip(v.way), g.step(to.sym.Short(), c, len(targets))), repeat, paced)
				}
			}
		}
	}
	return list
}

// kindOf tells waits apart, so that many of one kind leave room for the others: writes into maps, what is only told of, and the rest.
func kindOf(w Wait) string {
	switch {
	case w.Shared:
		return "maps"
	case w.Explained:
		return "notes"
	}
	return "waits"
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
		for _, r := range g.from(n, nil) {
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
	fact.Open = g.opened
	if len(waits)+len(fact.Types)+len(fact.Servers)+len(fact.Open) > 0 {
		fact.sort()
		g.pass.ExportPackageFact(&fact)
	}
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
