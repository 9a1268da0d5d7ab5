package driver

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/driving/store"
)

// A state says what is to be done about a package.
type state int

const (
	toAnalyze state = iota
	known           // its report came from the store
	unread          // nothing can be learnt from it
)

// A storedReport is the stored form of a Report, with the package's facts: making files is much of what a run costs that keeps
// everything.
type storedReport struct {
	Diagnostics []Diagnostic
	Results     map[string][]byte // by analyzer
	Matters     bool              // importers learn something from the facts
	Facts       []storedFact      // whose long parts are read only if a package that imports this one is analysed

	Problems     []load.Problem // of the package
	DataProblems []load.Problem // of what it imports
}

// keys makes the key of each package's report: of all that it can depend on.
func (r *runner) keys() {
	common := r.settings()
	own := make([]store.Key, len(r.prog.Packages))
	var wait sync.WaitGroup
	for i, p := range r.prog.Packages {
		wait.Go(func() { own[i] = r.prog.Key(p) }) // reads files
	}
	wait.Wait()
	r.keysOf = make([]store.Key, len(own))
	for i, p := range r.prog.Packages {
		r.keysOf[i] = r.reportKey(p, own[i], common)
	}
}

// reportKey returns the key of a package's report, from the package's own key and what is common to all. Those of what it imports
// must be known.
func (r *runner) reportKey(p *load.Package, own store.Key, common string) store.Key {
	parts := []string{common, string(own[:])}
	for _, imp := range p.Imports {
		// Whether it is analysed at all follows from the reports of what it imports.
		key := r.keysOf[r.index[imp]]
		parts = append(parts, string(key[:]))
	}
	if r.depends != nil && r.depends(p) != "" {
		parts = append(parts, "besides", r.depends(p))
	}
	return r.store.Key("report", parts...)
}

// settings tells runs apart that find different things in the same packages.
func (r *runner) settings() string {
	var b strings.Builder
	for _, a := range r.analyzers {
		fmt.Fprintf(&b, "%q\n", a.Name)
	}
	for _, a := range r.order {
		for _, text := range flagTexts(a) {
			fmt.Fprintf(&b, "%q %q\n", a.Name, text)
		}
	}
	return b.String()
}

// recall looks up the reports of packages in the store and decides what is to be done about each.
func (r *runner) recall(s *store.Store) {
	r.states = make([]state, len(r.prog.Packages))
	if s == nil {
		return
	}
	r.store, r.parts = s, newPartStore(s)
	r.keys()
	var wait sync.WaitGroup
	slots := make(chan struct{}, 16)
	for i, p := range r.prog.Packages {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			if report, stored, ok := r.read(p, r.keysOf[i]); ok {
				r.reports[i], r.states[i] = report, known
				r.facts.remember(p, stored.Matters, func() ([]recalledFact, bool) { return r.readFacts(stored.Facts) })
			}
		})
	}
	wait.Wait()
	for i, source := range r.settle() {
		p := r.prog.Packages[i]
		if r.states[i] == toAnalyze && !source {
			r.reports[i], r.states[i] = Report{Package: p}, unread
		}
		if r.states[i] != toAnalyze {
			r.prog.UseData(p)
		}
	}
	if !slices.Contains(r.states, toAnalyze) {
		return
	}
	for i, p := range r.prog.Packages {
		if r.states[i] == known {
			r.prog.ShowFiles(p)
		}
	}
}

// read returns a report from the store, and what belongs to it.
func (r *runner) read(p *load.Package, key store.Key) (report Report, stored storedReport, ok bool) {
	data, found := r.store.Get(key)
	if !found {
		return report, stored, false
	}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&stored); err != nil {
		return report, stored, false
	}
	r.prog.AddDataProblems(stored.DataProblems)
	report = Report{Package: p, Diagnostics: stored.Diagnostics, Results: make(map[*analysis.Analyzer]any), Problems: stored.Problems}
	for _, a := range r.analyzers {
		if a.ResultType == nil || len(stored.Results) == 0 && len(stored.Problems) > 0 { // nothing of it could be analysed
			continue
		}
		if a.ResultType.Kind() != reflect.Pointer {
			return report, stored, false
		}
		result := reflect.New(a.ResultType.Elem())
		decoder, ok := result.Interface().(gob.GobDecoder)
		if !ok || decoder.GobDecode(stored.Results[a.Name]) != nil {
			return report, stored, false
		}
		report.Results[a] = result.Interface()
	}
	return report, stored, true
}

// readFacts returns facts with all their parts, and false unless all of them are there.
func (r *runner) readFacts(list []storedFact) ([]recalledFact, bool) {
	recalled := make([]recalledFact, len(list))
	for i, fact := range list {
		parts, ok := r.parts.all(fact)
		if !ok {
			return nil, false
		}
		recalled[i] = recalledFact{fact.Analyzer, fact.Type, parts}
	}
	return recalled, true
}

// keep stores the report of a package, unless it may come out otherwise the next time.
func (r *runner) keep(ctx context.Context, i int) {
	report := r.reports[i]
	if r.store == nil || report.passing || ctx.Err() != nil {
		return
	}
	dataProblems, stay := r.prog.DataProblemsOf(report.Package)
	if !stay {
		return
	}
	facts, matters, ok := r.facts.stored(report.Package, r.order, r.parts)
	if !ok {
		return
	}
	stored := storedReport{Diagnostics: report.Diagnostics, Results: make(map[string][]byte), Matters: matters, Facts: facts, Problems: report.Problems, DataProblems: dataProblems}
	for a, result := range report.Results {
		// One that does not say how it is stored may mean more than its exported fields do. An encoder would describe the
		// fields of the others, too, which is ten times what most results say.
		encoder, ok := result.(gob.GobEncoder)
		if !ok {
			return
		}
		data, err := encoder.GobEncode()
		if err != nil {
			return
		}
		stored.Results[a.Name] = data
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(stored); err == nil {
		r.store.Put(r.keysOf[i], b.Bytes())
	}
}
