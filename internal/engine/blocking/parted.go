package blocking

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
)

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
