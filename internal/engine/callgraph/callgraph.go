package callgraph

import (
	"iter"
	"maps"
	"path"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A Site is a call that creates a controller.
type Site struct {
	Pos code.Pos
	In  symbol.Name // the function that holds it
	// Constructor is what it calls.
	Constructor symbol.Name
}

// A Graph is what can be reached from some entry points.
type Graph struct {
	Sites []Site // in the order in which they are come to, fewest calls first

	root    *code.Package
	leads   func(symbol.Name) bool
	from    map[symbol.Name]step // how each function is reached
	work    []symbol.Name
	invoked map[string]step                 // names of methods that are called through interfaces
	boxed   map[symbol.Name]bool            // types that functions of the graph put into interfaces
	boxes   map[string]map[symbol.Name]bool // and those that any function of a package does, by its path
	methods map[string][]symbol.Name        // those that lead to a controller, by name
}

// A step is the place from which a function is reached.
type step struct {
	caller symbol.Name // "" of an entry point
	at     code.Pos
}

// New returns the graph of a program from its entry points on. Only functions that lead to a controller are in it.
func New(root *code.Package, entries []symbol.Name, leads func(symbol.Name) bool) *Graph {
	g := &Graph{
		root: root, leads: leads, from: make(map[symbol.Name]step), invoked: make(map[string]step),
		boxed: make(map[symbol.Name]bool), boxes: make(map[string]map[symbol.Name]bool), methods: make(map[string][]symbol.Name),
	}
	for _, p := range g.packages() {
		for _, sym := range slices.Sorted(maps.Keys(p.Funcs)) {
			if sym.IsMethod() && !sym.Anonymous() && leads(sym) {
				g.methods[sym.Last()] = append(g.methods[sym.Last()], sym)
			}
		}
	}
	for _, e := range entries {
		g.reach(e, step{})
	}
	for len(g.work) > 0 {
		sym := g.work[0]
		g.work = g.work[1:]
		g.follow(sym)
	}
	return g
}

// packages returns the root and what it imports, in the order of their paths.
func (g *Graph) packages() []*code.Package {
	list := []*code.Package{g.root}
	for _, path := range slices.Sorted(maps.Keys(g.root.Imports)) {
		list = append(list, g.root.Imports[path])
	}
	return list
}

// Uncalled returns the sites in exported functions that nothing mentions, of packages most of whose other functions with sites are in the
// graph. Where a package has no other, those count that have the same name in the packages beside it.
func (g *Graph) Uncalled() []Site {
	mentioned, open := make(map[symbol.Name]bool), make(map[string]bool)
	for _, p := range g.packages() {
		for _, f := range p.Funcs {
			for _, u := range f.Uses {
				mentioned[u] = true
				open[u.Last()] = open[u.Last()] || u.IsMethod() && g.root.Find(u) == nil // through an interface
			}
		}
	}
	var list []Site
	alone, beside := make(map[string][]Site), make(map[string]int) // by folder and name
	for _, p := range g.packages() {
		var uncalled []Site
		called := 0
		place := func(s symbol.Name) string { return path.Dir(p.Path) + " " + s.Last() }
		for _, sym := range slices.Sorted(maps.Keys(p.Funcs)) {
			if !g.leads(sym) {
				continue // its code need not be read
			}
			site, ok := siteIn(sym, p.Funcs[sym])
			if _, in := g.from[sym]; ok && in {
				called++
				beside[place(sym)]++
			} else if ok && sym.Exported() && !sym.Anonymous() && !mentioned[sym] && !(sym.IsMethod() && open[sym.Last()]) {
				uncalled = append(uncalled, site)
			}
		}
		switch {
		case called > len(uncalled) && called > 1:
			list = append(list, uncalled...)
		case called == 0 && len(uncalled) == 1:
			alone[place(uncalled[0].In)] = append(alone[place(uncalled[0].In)], uncalled[0])
		}
	}
	for _, place := range slices.Sorted(maps.Keys(alone)) {
		if n := beside[place]; n > len(alone[place]) && n > 1 {
			list = append(list, alone[place]...)
		}
	}
	return list
}

// siteIn returns the first site in a function.
func siteIn(sym symbol.Name, f *code.Func) (Site, bool) {
	for in := range f.Body().All() {
		if isSite(in) {
			return Site{in.Pos, sym, in.Symbol()}, true
		}
	}
	return Site{}, false
}

// isSite reports whether an instruction calls what creates a controller.
func isSite(in *code.Instr) bool { return called(in) == code.OpCall && creates(in.Symbol()) }

// reach adds a function to those that are reached.
func (g *Graph) reach(sym symbol.Name, s step) {
	if _, done := g.from[sym]; done || g.root.Find(sym) == nil || s.caller != "" && !g.leads(sym) {
		return
	}
	g.from[sym] = s
	g.work = append(g.work, sym)
}

// follow adds what a function calls and mentions.
func (g *Graph) follow(sym symbol.Name) {
	body := g.root.Find(sym).Body()
	for in := range body.All() {
		here := step{sym, in.Pos}
		for _, arg := range in.Args {
			if arg < 0 && body.Consts[^arg].Kind == code.ConstFunc {
				g.reach(symbol.Name(body.Consts[^arg].Text), here)
			}
		}
		switch op := called(in); op {
		case code.OpCall, code.OpClosure, code.OpMethod:
			if isSite(in) {
				g.Sites = append(g.Sites, Site{in.Pos, sym, in.Symbol()})
			}
			if op == code.OpMethod && g.root.Find(in.Symbol()) == nil {
				g.invoke(in.Symbol().Last(), here)
			}
			g.reach(in.Symbol(), here)
		case code.OpInvoke:
			g.invoke(in.Symbol().Last(), here)
		case code.OpIface:
			g.box(code.BaseType(in.Str))
		}
	}
}

// called returns the operation that an instruction makes, now or later.
func called(in *code.Instr) code.Op {
	if in.Call != nil {
		return in.Call.Op
	}
	return in.Op
}

func creates(sym symbol.Name) bool {
	kind := known.Func(sym)
	return kind.Creates() && kind != known.NewManager
}

// invoke adds the methods that a call through an interface can go to.
func (g *Graph) invoke(name string, s step) {
	if _, done := g.invoked[name]; !done {
		g.invoked[name] = s
	}
	for _, m := range g.methods[name] {
		if typ := m.Owner(); g.boxed[typ] || g.boxesOf(m.Package())[typ] || g.boxesOf(s.caller.Package())[typ] {
			g.reach(m, s)
		}
	}
}

// box notes that a type is put into an interface.
func (g *Graph) box(typ symbol.Name) {
	before := len(g.boxed)
	g.addBox(g.boxed, typ)
	if len(g.boxed) == before {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(g.invoked)) {
		for _, m := range g.methods[name] {
			if g.boxed[m.Owner()] {
				g.reach(m, g.invoked[name])
			}
		}
	}
}

// boxesOf returns the types that functions of a package put into interfaces.
func (g *Graph) boxesOf(path string) map[symbol.Name]bool {
	if types, done := g.boxes[path]; done {
		return types
	}
	types := make(map[symbol.Name]bool)
	g.boxes[path] = types
	p := g.root
	if path != g.root.Path {
		p = g.root.Imports[path]
	}
	if p == nil {
		return types
	}
	for _, f := range p.Funcs {
		for in := range f.Body().All() {
			if in.Op == code.OpIface {
				g.addBox(types, code.BaseType(in.Str))
			}
		}
	}
	return types
}

// addBox adds a type and those whose methods it has by embedding.
func (g *Graph) addBox(types map[symbol.Name]bool, typ symbol.Name) {
	if types[typ] {
		return
	}
	types[typ] = true
	if t := g.root.FindType(typ); t != nil {
		for _, f := range t.Fields {
			if f.Embedded {
				g.addBox(types, code.BaseType(f.Type))
			}
		}
	}
}

// Way returns the functions that lead to a site, from the one that holds it on.
func (g *Graph) Way(s Site) iter.Seq[symbol.Name] {
	return func(yield func(symbol.Name) bool) {
		for sym := s.In; sym != "" && yield(sym); sym = g.from[sym].caller {
		}
	}
}

// Left returns where a way to a site goes on from the functions that ran: the place, in one that ran, of the call or
// mention of one that did not. It is the site itself if the function that holds it ran.
func (g *Graph) Left(s Site, ran func(symbol.Name) bool) code.Pos {
	at := s.Pos
	for sym := s.In; !ran(sym); {
		step := g.from[sym]
		if step.caller == "" {
			break
		}
		if sym = step.caller; step.at.IsValid() {
			at = step.at
		}
	}
	return at
}
