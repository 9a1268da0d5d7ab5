package model

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A place is where a queue stands in the inventory, and what may stand there for it.
type place struct {
	value.Place
	builder value.Place   // where the program makes the object of which a method made the queue; zero if it does not
	by      *value.Node   // the call there, which a loop makes once in each round; nil if the queue is made there itself
	made    []value.Place // where the program had the objects made whose methods led to the queue, the outermost first
}

// sitesOf returns the calls in the user's own modules that make queues. That of a method of a framework's builder makes the
// queue that the builder was made for, so the queue stands where the builder is made, unless that makes several.
func sitesOf(queues []*host.Queue) []value.Place {
	makers := helpers(queues)
	places := make([]place, len(queues))
	madeBy := make(map[value.Place]map[code.Pos]bool)
	goesTo := make(map[code.Pos]map[*code.Func]bool) // the functions that a call goes to, such as those of a table
	for i, q := range queues {
		p := inProgram(q, makers)
		places[i] = p
		memo.In(madeBy, p.builder)[p.Pos] = true
		if p.by != nil {
			memo.In(goesTo, p.Pos)[p.by.Fn] = true
		}
	}
	caller := func(p place) any {
		if len(goesTo[p.Pos]) > 1 {
			return p.Pos
		}
		return p.by
	}
	sites := make([]value.Place, len(queues))
	names := make(map[any]map[string]bool)  // of the queues that one call makes, and of those for which one object was made
	together := make(map[*value.Node][]int) // these queues
	for i, p := range places {
		sites[i] = p.Place
		if p.builder.Pos.IsValid() && len(madeBy[p.builder]) == 1 {
			sites[i] = p.builder
		}
		together[p.by] = append(together[p.by], i)
		for _, by := range []any{caller(p), p.builder} {
			if queues[i].Name != "" {
				memo.In(names, by)[queues[i].Name] = true
			}
		}
	}
	for i, q := range queues {
		p := places[i]
		apart := len(goesTo[p.Pos]) > 1 && p.builder.Pos.IsValid() && len(names[p.builder]) < 2
		if p.by != nil && len(names[caller(p)]) > 1 && !apart {
			sites[i] = q.Site // the call has a dependency make several controllers
		}
	}
	for by, list := range together {
		if level := apart(places, list); by != nil && level >= 0 {
			for _, i := range list {
				sites[i] = places[i].made[level]
			}
		}
	}
	return sites
}

// apart returns which of the objects tells queues best from each other that one call makes, where the program had the objects
// made at several places: the controllers that a factory starts. It is -1 if there is none.
func apart(places []place, list []int) int {
	best, most := -1, 1
	for level := range places[list[0]].made {
		at := make(map[code.Pos]bool)
		for _, i := range list {
			if level >= len(places[i].made) || !places[i].made[level].Pos.IsValid() {
				return best
			}
			at[places[i].made[level].Pos] = true
		}
		if len(at) > most {
			best, most = level, len(at)
		}
	}
	return best
}

// inProgram returns the call in the user's own modules that makes a queue: that of the function of a dependency, or of generated
// code, that makes it or, where a function of the program makes queues for several of the same package, that one's.
func inProgram(q *host.Queue, makers map[symbol.Name]bool) place {
	at, inside := place{Place: q.Site}, place{Place: q.Site}
	for n := q.Site.Node; n != nil && n.Caller != nil; n = n.Caller {
		out := outside(at.Place)
		if !out && !makers[n.Fn.Sym] {
			break
		}
		at = place{Place: n.Call(), by: n, made: at.made}
		if of, isMethod := q.Of[n]; out && isMethod {
			at.builder = builderIn(of, n.Caller)
			at.made = slices.Insert(at.made, 0, madeFor(of))
		}
		if dependencyOf(at.Pos.Place) == "" {
			inside = at
		}
	}
	if outside(at.Place) {
		return inside // nothing but generated code leads there
	}
	return at
}

// outside reports whether a place is in a dependency, or in generated code.
func outside(at value.Place) bool {
	return dependencyOf(at.Pos.Place) != "" || at.Node != nil && at.Node.Fn.Generated
}

// builderIn returns the call in one function in progress that led to where an object is made, the zero place if none did.
func builderIn(made value.Place, in *value.Node) value.Place {
	for made.Node != nil && made.Node != in {
		made = made.Node.Call()
	}
	if made.Node == nil || outside(made) {
		return value.Place{}
	}
	return made
}

// madeFor returns the program's call that had an object made, the zero place if none did.
func madeFor(made value.Place) value.Place {
	for made.Node != nil && outside(made) {
		made = made.Node.Call()
	}
	if made.Node == nil {
		return value.Place{}
	}
	return made
}

// helpers returns the functions that make queues for several callers: those that return a queue, and those that are not exported,
// whose callers are of their own package.
func helpers(queues []*host.Queue) map[symbol.Name]bool {
	callers := make(map[symbol.Name]map[code.Pos]bool)
	for _, q := range queues {
		for n := q.Site.Node; n != nil && n.Caller != nil; n = n.Caller {
			sym := n.Fn.Sym
			inside := !sym.Exported() && n.Caller.Fn.Pkg.Path == sym.Package()
			if sym.Anonymous() || !inside && !host.ReturnsQueue(n.Fn) {
				break
			}
			memo.In(callers, sym)[n.At] = true
		}
	}
	out := make(map[symbol.Name]bool)
	for sym, at := range callers {
		out[sym] = len(at) > 1
	}
	return out
}

// constructor returns the name of the function that makes a queue, seen from its site.
func constructor(q *host.Queue, site value.Place) string {
	if site == q.Site {
		return q.Constructor
	}
	for n := q.Site.Node; n != nil; n = n.Caller {
		if n.Caller == site.Node {
			return n.Fn.Sym.Outermost().Last()
		}
	}
	return q.Constructor
}
