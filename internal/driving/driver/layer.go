package driver

import (
	"cmp"
	"encoding/gob"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/store"
)

// A layer is a part of what a run finds that has entries of its own in the store: what those analyzers find that other runs have,
// too, or what the others find. Of a run of both, one of the former alone finds all that it needs.
type layer struct {
	roots    []*analysis.Analyzer
	order    []*analysis.Analyzer // those whose facts it has: the roots and what they require, less what the layer before has
	settings string               // tells runs apart that find different things in the same packages
	keysOf   []store.Key          // of the packages' entries
}

// layersOf returns the layers of a run of the roots, base being those of them that other runs have too.
func layersOf(roots, base []*analysis.Analyzer) []*layer {
	order := dependencyOrder(roots)
	all := &layer{roots: roots, order: order, settings: settingsOf(roots, order)}
	within := func(list []*analysis.Analyzer) func(*analysis.Analyzer) bool {
		return func(a *analysis.Analyzer) bool { return slices.Contains(list, a) }
	}
	common := &layer{roots: base, order: dependencyOrder(base)}
	all.roots = slices.DeleteFunc(slices.Clone(roots), within(common.roots))
	if len(base) == 0 || len(all.roots) == 0 {
		all.roots = roots
		return []*layer{all}
	}
	all.order = slices.DeleteFunc(order, within(common.order))
	common.settings = settingsOf(common.roots, common.order)
	return []*layer{common, all}
}

// settingsOf describes analyzers with their settings, whatever order the roots are in.
func settingsOf(roots, order []*analysis.Analyzer) string {
	var b strings.Builder
	byName := func(a, b *analysis.Analyzer) int { return cmp.Compare(a.Name, b.Name) }
	for _, a := range slices.Compact(slices.SortedFunc(slices.Values(roots), byName)) {
		fmt.Fprintf(&b, "%q\n", a.Name)
	}
	for _, a := range slices.SortedFunc(slices.Values(order), byName) {
		a.Flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "%q %q\n", a.Name, f.Name+"="+f.Value.String()) })
	}
	return b.String()
}

// keys makes the keys of each package's report: of all that it can depend on.
func (r *runner) keys() {
	own := make([]store.Key, len(r.prog.Packages))
	var wait sync.WaitGroup
	for i, p := range r.prog.Packages {
		wait.Go(func() { own[i] = r.prog.Key(p) }) // reads files
	}
	wait.Wait()
	for _, l := range r.layers {
		l.keysOf = make([]store.Key, len(own))
	}
	for i := range r.prog.Packages {
		r.key(i, own[i])
	}
}

// key makes the keys of a package's report, from the package's own key. Those of what it imports must be known.
func (r *runner) key(i int, own store.Key) {
	p := r.prog.Packages[i]
	besides := ""
	if r.opts.Depends != nil {
		besides = r.opts.Depends(p)
	}
	for _, l := range r.layers {
		parts := []string{l.settings, string(own[:])}
		for _, imp := range p.Imports {
			// Whether it is analysed at all follows from the reports of what it imports.
			key := l.keysOf[r.index[imp]]
			parts = append(parts, string(key[:]))
		}
		if besides != "" {
			parts = append(parts, "besides", besides)
		}
		l.keysOf[i] = r.store.Key("report", parts...)
	}
}

// results adds the results of the layer's roots to those of the whole report, and returns false unless all can be read.
func (l *layer) results(stored storedReport, to map[*analysis.Analyzer]any) bool {
	for _, a := range l.roots {
		if a.ResultType == nil || len(stored.Results) == 0 && len(stored.Problems) > 0 { // nothing of it could be analysed
			continue
		}
		if a.ResultType.Kind() != reflect.Pointer {
			return false
		}
		result := reflect.New(a.ResultType.Elem())
		decoder, ok := result.Interface().(gob.GobDecoder)
		if !ok || decoder.GobDecode(stored.Results[a.Name]) != nil {
			return false
		}
		to[a] = result.Interface()
	}
	return true
}

// stored returns the stored form of what a report has of the layer. There is none of what cannot be encoded.
func (l *layer) stored(report Report, facts *factStore, parts *partStore) (stored storedReport, ok bool) {
	stored.Results = make(map[string][]byte)
	for _, d := range report.Diagnostics {
		if slices.ContainsFunc(l.roots, func(a *analysis.Analyzer) bool { return a.Name == d.Analyzer }) {
			stored.Diagnostics = append(stored.Diagnostics, d)
		}
	}
	for _, a := range l.roots {
		result, ok := report.Results[a]
		if !ok {
			continue
		}
		// One that does not say how it is stored may mean more than its exported fields do. An encoder would describe the
		// fields of the others, too, which is ten times what most results say.
		encoder, ok := result.(gob.GobEncoder)
		if !ok {
			return stored, false
		}
		data, err := encoder.GobEncode()
		if err != nil {
			return stored, false
		}
		stored.Results[a.Name] = data
	}
	stored.Facts, stored.Matters, ok = facts.stored(report.Package, l.order, parts)
	return stored, ok
}

// addDiagnostics adds the diagnostics of a layer to those of others.
func (r *Report) addDiagnostics(list []Diagnostic) {
	if len(r.Diagnostics) == 0 {
		r.Diagnostics = list
		return
	}
	r.Diagnostics = append(r.Diagnostics, list...)
	sortByPlace(r.Diagnostics)
}
