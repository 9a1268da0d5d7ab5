package driver

import (
	"bytes"
	"context"
	"encoding/gob"
	"slices"
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

// A storedReport is the stored form of a layer of a Report, with the package's facts: making files is much of what a run costs
// that keeps everything.
type storedReport struct {
	Diagnostics []Diagnostic
	Results     map[string][]byte // by analyzer
	Matters     bool              // importers learn something from the facts
	Facts       []storedFact      // whose long parts are read only if a package that imports this one is analysed

	Problems     []load.Problem // of the package
	DataProblems []load.Problem // of what it imports
}

// A recalledReport is a report from the store, with what importers may ask of its package.
type recalledReport struct {
	Report
	matters bool
	facts   []storedFact
}

// recall looks up the reports of packages in the store and decides what is to be done about each.
func (r *runner) recall(s *store.Store) {
	r.states = make([]state, len(r.prog.Packages))
	if s == nil {
		return
	}
	r.store, r.parts = s, &partStore{store: s, read: make(map[string][]byte), kept: make(map[*byte]map[int][]byte)}
	r.keys()
	var wait sync.WaitGroup
	slots := make(chan struct{}, 16)
	for i, p := range r.prog.Packages {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			if have, ok := r.read(i); ok {
				r.reports[i], r.states[i] = have.Report, known
				r.facts.remember(p, have.matters, func() ([]recalledFact, bool) { return r.readFacts(have.facts) })
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

// read returns the report of a package from the store, if all its layers are there.
func (r *runner) read(i int) (have recalledReport, ok bool) {
	p := r.prog.Packages[i]
	have.Report = Report{Package: p, Results: make(map[*analysis.Analyzer]any)}
	var dataProblems []load.Problem
	for _, l := range r.layers {
		data, found := r.store.Get(l.keysOf[i])
		var stored storedReport
		if !found || gob.NewDecoder(bytes.NewReader(data)).Decode(&stored) != nil || !l.results(stored, have.Results) {
			return recalledReport{}, false
		}
		have.addDiagnostics(stored.Diagnostics)
		have.matters = have.matters || stored.Matters
		have.facts = append(have.facts, stored.Facts...)
		have.Problems, dataProblems = stored.Problems, stored.DataProblems // the same in each
	}
	r.prog.AddDataProblems(dataProblems)
	return have, true
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
	for n, l := range r.layers {
		if n < len(r.layers)-1 && r.store.Has(l.keysOf[i]) {
			continue // another run has found the same
		}
		stored, ok := l.stored(report, r.facts, r.parts)
		if !ok {
			return
		}
		stored.Problems, stored.DataProblems = report.Problems, dataProblems
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(stored); err == nil {
			r.store.Put(l.keysOf[i], b.Bytes())
		}
	}
}
