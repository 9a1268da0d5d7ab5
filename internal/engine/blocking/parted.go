package blocking

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
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
		from := g.from(root, g.most(maxOpen)-len(g.opened))
		for _, o := range from.opened {
			o.Reconciler, o.Type, o.Takes = root.name, root.receiver(), root.takes
			g.opened = append(g.opened, o)
		}
		for _, r := range from.list {
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
			list = append(list, g.tell(r.Wait, at, root.name, root.receiver(), root.takes))
		}
	}
	slices.SortStableFunc(list, func(a, b Found) int { return int(a.Pos - b.Pos) })
	return list
}

// tell returns that a reconciler comes to a wait.
func (g *graph) tell(w Wait, at token.Pos, reconciler string, typ symbol.Name, takes bool) Found {
	found := Found{Wait: w, Pos: at, Reconciler: reconciler, Type: typ, Worker: takes}
	for _, s := range w.Way {
		found.Steps = append(found.Steps, g.locate(s.Place))
	}
	return found
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
	for _, o := range g.unresolved[""] {
		from := g.walkFrom(0, func(w *walk) {
			w.resume(o, visit{Course: Course{Own: true}, repeat: once, paced: once}, token.NoPos, 0)
		})
		for _, r := range from.list {
			same, at := waiting{r.Place, r.What}, g.locate(r.Place)
			if !have[same] && !r.option && r.matters() && at.IsValid() {
				have[same] = true
				list = append(list, g.tell(r.Wait, at, o.Reconciler, o.Type, o.Takes))
			}
		}
	}
	return list
}
