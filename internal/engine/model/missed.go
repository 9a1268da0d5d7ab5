package model

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/callgraph"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// missed compares what main's run reached with what calls lead to. It also returns the sites of the user's own that none leads to, though
// calls lead to most of those beside them.
func (a *packageAnalysis) missed(in *interp.Interp, reached map[code.Pos]bool) ([]Missed, []callgraph.Site) {
	var entries []symbol.Name
	packages := a.packages()
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		entries = append(append(entries, packages[path].Inits...), symbol.Join(path, "init"))
	}
	entries = append(entries, symbol.Join(a.pkg.Path, "main"))
	graph := callgraph.New(a.pkg, entries, func(sym symbol.Name) bool { return a.creators[sym] || a.imported[sym] })
	var list []Missed
	for _, s := range graph.Sites {
		if !reached[s.Pos] {
			m := Missed{Main: a.pkg.Path, Site: s.Pos.Place, Left: graph.Left(s, in.Called).Place}
			if s.In.In(a.pkg.Path) {
				m.controller = a.unfollowed(s)
			}
			list = append(list, m)
			for sym := range graph.Way(s) {
				in.MetAgain(sym)
			}
		}
	}
	return list, slices.DeleteFunc(graph.Uncalled(), func(s callgraph.Site) bool {
		return dependencyOf(s.Pos.Place) != "" || slices.Contains(a.open, s.In)
	})
}

// openIn returns the methods of the package that can create a controller and that are, by their names, also those of an interface of the
// package or of another one of the program that it imports: who calls them may be in code that seemed not to matter (uncalled, each).
func (a *packageAnalysis) openIn() []symbol.Name {
	if len(a.creators) == 0 {
		return nil
	}
	names := make(map[string]bool)
	for _, pkg := range append(a.pass.Pkg.Imports(), a.pass.Pkg) {
		if owner(pkg.Path()) != owner(a.pkg.Path) {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || !types.IsInterface(obj.Type()) {
				continue
			}
			for m := range obj.Type().Underlying().(*types.Interface).Methods() {
				names[m.Name()] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Collect(maps.Keys(a.creators)), func(sym symbol.Name) bool {
		return !sym.IsMethod() || !names[sym.Last()]
	})
}

// owner returns the first elements of an import path, such as example.com/org.
func owner(path string) string {
	elems := strings.SplitN(path, "/", 3)
	return strings.Join(elems[:min(len(elems), 2)], "/")
}

// unfollowed returns a controller of which only its site is known.
func (a *packageAnalysis) unfollowed(s callgraph.Site) *Controller {
	c := &Controller{
		Site: s.Pos.Place, Constructor: s.Constructor.Last(), Package: a.pkg.Path, Function: s.In.Outermost().Short(),
		Version: a.version, Limits: make(Limits),
	}
	for _, attr := range judge.Attributes() {
		c.Limits[attr] = Limit{Verdict: judge.Unknown, Detail: "the run of main does not come to it"}
	}
	return c
}

// listMissed adds the controllers of the main package that nothing else lists.
func (r *Result) listMissed(reached map[code.Pos]bool) {
	known := make(map[Site]bool)
	for pos := range reached {
		known[pos.Place] = true
	}
	for _, m := range r.Missed {
		if m.controller != nil && !known[m.Site] {
			known[m.Site] = true
			r.Controllers = append(r.Controllers, m.controller)
		}
	}
}

// mostMissed bounds the sites that a problem names.
const mostMissed = 5

// missing says which controllers a run that was cut may not have come to, to complete a sentence.
func missing(list []Missed) string {
	var names []string
	for _, m := range list {
		names = append(names, fmt.Sprintf("%s:%d", m.Site.File, m.Site.Line))
	}
	return suchAs("that are created at", names, mostMissed, "other places")
}

// suchAs names the first few controllers of a list by something that they have, and says how many more there are.
func suchAs(by string, list []string, most int, more string) string {
	switch n := len(list) - most; {
	case len(list) == 0:
		return ""
	case n > 0:
		return fmt.Sprintf(", such as those %s %s and %d %s", by, strings.Join(list[:most], ", "), n, more)
	}
	return fmt.Sprintf(", such as those %s %s", by, strings.Join(list, ", "))
}
