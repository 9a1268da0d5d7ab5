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
	node *node
	way  []Step
	Course
	repeat Repeat
	paced  Repeat // of waits that are paced, which end a loop that asks them
	falses []int  // its parameters that are false
}

// beyond returns the course behind a call of the function.
func (v visit) beyond(c call) Course {
	return v.then(Course{Own: c.own, Locked: c.locked, Goes: c.goes, Keeps: v.node.bounds, Option: c.option})
}

// A walk gathers the waits that a function comes to, those in fewest calls first, each once, and the open calls.
type walk struct {
	g      *graph
	list   []reached
	opened []open
	most   int // of these
	work   []visit
	seen   map[entry]bool
	have   map[code.Place]int // where in the list, counted from 1
	kept   map[string]int     // how many there are of each kind
}

// An entry is that a function is come to on a course, whose limit does not matter, with some of its parameters false.
type entry struct {
	node   *node
	falses string
	Course
}

// from walks from a function, and notes so many open calls at most.
func (g *graph) from(root *node, most int) *walk {
	return g.walkFrom(most, func(w *walk) {
		w.enter(visit{node: root, repeat: once, paced: once, Course: Course{Own: !root.made}})
	})
}

// walkFrom walks from where a function begins.
func (g *graph) walkFrom(most int, begin func(*walk)) *walk {
	w := &walk{g: g, most: most, seen: make(map[entry]bool), have: make(map[code.Place]int), kept: make(map[string]int)}
	begin(w)
	for ; len(w.work) > 0; w.work = w.work[1:] {
		w.visit(w.work[0])
	}
	return w
}

// enter has a function visited, once for each course.
func (w *walk) enter(v visit) {
	v.Keeps, v.Limit = v.Keeps || v.node.keeps, max(v.Limit, v.node.limit)
	if !v.node.guarded {
		v.falses = nil
	}
	as := entry{v.node, fmt.Sprint(v.falses), v.Course}
	as.Limit = 0
	if !w.seen[as] {
		w.seen[as] = true
		w.work = append(w.work, v)
	}
}

func (w *walk) visit(v visit) {
	for _, d := range v.node.waits {
		if !slices.Contains(v.falses, d.only) && !v.skips(&d.Wait) && !(v.node.wraps && d.What == limiterWait.Short()) {
			w.add(d.Wait, d.pos, v, d.option)
		}
	}
	for _, c := range v.node.calls {
		if slices.Contains(v.falses, c.only) || v.node.wraps && known.Asks(symbol.Of(c.to)) {
			continue // it is not called, or a limiter of the middleware, whose purpose it is to wait
		}
		targets := w.g.targets(c.to)
		if len(w.opened) < w.most && isOpen(c.to) {
			w.open(open{Iface: w.g.interfaceOf(c.to), Name: nameOfInterface(c.to), Method: c.to.Name(), Course: v.beyond(c),
				Repeat: c.repeat.within(v.repeat), Way: append(slices.Clip(v.way), w.g.step(symbol.Of(c.to).Short(), c, 1))}, targets)
		}
		for _, to := range targets {
			next := visit{way: append(slices.Clip(v.way), w.g.step(to.sym.Short(), c, len(targets))), Course: v.beyond(c),
				repeat: c.repeat.within(v.repeat), paced: c.paced().within(v.paced), falses: c.falses}
			w.follow(to, next, c.pos, 0)
		}
	}
}

// follow goes on to a function: one of the package, or what is known of one of an import, also by interfaces. Pos is where this package
// calls it, and depth of how many imports the interfaces are.
func (w *walk) follow(to target, v visit, pos token.Pos, depth int) {
	if v.node = w.g.nodes[to.fn]; v.node != nil {
		w.enter(v)
	}
	for _, wait := range w.g.imported[to.sym] {
		if !v.skips(&wait) {
			w.add(wait, pos, v, false)
		}
	}
	for _, o := range w.g.unresolved[to.sym] {
		w.resume(o, v, pos, depth)
	}
}

// resume goes on from an open call of an import to what this package puts there.
func (w *walk) resume(o *open, v visit, pos token.Pos, depth int) {
	v.way, v.Course, v.repeat, v.paced = slices.Concat(v.way, o.Way), v.then(o.Course), o.Repeat.within(v.repeat), o.Repeat.within(v.paced)
	v.falses = nil
	targets, further := w.g.resolve(o), *o
	further.Way, further.Course, further.Repeat, further.By = v.way, v.Course, v.repeat, ""
	w.open(further, targets)
	for _, to := range targets {
		if depth < maxVias {
			v.way = slices.Clone(v.way)
			last := &v.way[len(v.way)-1]
			last.Name, last.Chosen = to.sym.Short(), len(targets) > 1
			w.follow(to, v, pos, depth+1)
		}
	}
}

// open notes an open call, those of one method on one course once, with what it may go to here.
func (w *walk) open(o open, targets []target) {
	if len(w.opened) >= w.most || slices.ContainsFunc(w.opened, func(x open) bool {
		return x.Name == o.Name && x.Method == o.Method && x.Course == o.Course
	}) {
		return
	}
	o.Known = slices.Clip(o.Known)
	for _, to := range targets {
		o.Known = append(o.Known, to.sym)
	}
	w.opened = append(w.opened, o)
}

// maxVias bounds how many interfaces of imports are followed one behind the other, with nothing of the package between.
const maxVias = 3

// add notes a wait that a function which is visited comes to.
func (w *walk) add(wait Wait, pos token.Pos, v visit, option bool) {
	repeat := v.repeat
	if wait.Paced {
		repeat = v.paced
	}
	wait.Repeat = wait.Repeat.within(repeat)
	looped := wait.Repeat != once
	if wait.Repeat.Endless && v.Limit > 0 && !strings.HasSuffix(wait.What, noTimeOut) { // until the context ends
		wait.Repeat.Endless, wait.Repeat.Times, wait.Length = false, 0, 0
		if v.Limit < unknownLimit {
			wait.Repeat.Times, wait.Length = 1, v.Limit
		}
	}
	option = option || v.Option
	if i := w.have[wait.Place]; i > 0 {
		w.list[i-1].option = w.list[i-1].option && option
	} else if w.kept[kindOf(wait)] < maxWaits {
		w.kept[kindOf(wait)]++
		wait.Way = slices.Concat(v.way, wait.Way)
		w.list = append(w.list, reached{wait, pos, looped, option})
		w.have[wait.Place] = len(w.list)
	}
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
		from := g.from(n, g.most(maxVia))
		for _, r := range from.list {
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
		for _, o := range from.opened {
			o.By = symbol.Of(n.fn)
			g.opened = append(g.opened, o)
		}
		if len(list) > 0 {
			fact.Funcs = append(fact.Funcs, waitsOf{symbol.Of(n.fn), list})
			waits[symbol.Of(n.fn)] = true
		}
	}
	if len(waits)+len(g.imported) > 0 {
		list := methods.Of(g.pass.Pkg, func(fn *types.Func) bool {
			return waits[symbol.Of(fn)] || len(g.imported[symbol.Of(fn)]) > 0
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

// locate returns where a place is in the file set, no position where the driver has not read that source.
func (g *graph) locate(p code.Place) token.Pos {
	return syntax.At(g.pass.Fset, p.File, p.Line, p.Column)
}
