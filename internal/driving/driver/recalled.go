package driver

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/load"
)

// A recalledFact is a fact as the store has it.
type recalledFact struct {
	analyzer, typ string
	parts         [][]byte
}

// remember notes that the facts about a package come from read, which is called
// when somebody asks for one.
func (s *factStore) remember(p *load.Package, matters bool, read func() ([]recalledFact, bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recalled[p.Types()] = sync.OnceValues(read)
	s.known[p.Types()] = matters
}

// forget undoes remember.
func (s *factStore) forget(p *load.Package) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.recalled, p.Types())
	delete(s.known, p.Types())
}

// readable reports whether the facts about a package that are remembered are there.
func (s *factStore) readable(p *load.Package) bool {
	s.mu.RLock()
	read := s.recalled[p.Types()]
	s.mu.RUnlock()
	if read == nil {
		return true
	}
	_, ok := read()
	return ok
}

// recall provides the analyzer's facts about a package that was not analysed in this run.
func (v factView) recall(pkg *types.Package) {
	v.store.mu.RLock()
	read := v.store.recalled[pkg]
	v.store.mu.RUnlock()
	if read == nil {
		return
	}
	list, ok := read()
	if !ok {
		panic("the facts about " + pkg.Path() + " are no longer in the store")
	}
	for _, stored := range list {
		for _, declared := range v.analyzer.FactTypes {
			t := reflect.TypeOf(declared)
			key := packageKey{v.analyzer, pkg, t}
			if stored.analyzer != v.analyzer.Name || stored.typ != t.String() || v.store.fact(key) != nil {
				continue
			}
			fact := decodeFact(t, stored.parts)
			if fact == nil {
				panic("the stored facts about " + pkg.Path() + " cannot be read") // they have the hash of what was written
			}
			v.store.mu.Lock()
			if v.store.packages[key] == nil {
				v.store.packages[key] = fact
			}
			v.store.mu.Unlock()
		}
	}
}

// fact returns a fact about a package, nil if there is none.
func (s *factStore) fact(key packageKey) analysis.Fact {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.packages[key]
}

// stored returns the analyzers' facts about a package in their stored form, and whether importers need
// them. There is no stored form of facts that cannot be encoded.
func (s *factStore) stored(p *load.Package, analyzers []*analysis.Analyzer, to *partStore) (list []storedFact, matters, ok bool) {
	for _, key := range keys(p.Types(), analyzers...) {
		fact := s.fact(key)
		if fact == nil {
			continue
		}
		parts, err := encodeFact(fact)
		if err != nil {
			return nil, false, false
		}
		stored := storedFact{Analyzer: key.analyzer.Name, Type: key.fact.String()}
		for _, part := range parts {
			stored.Parts = append(stored.Parts, to.put(part))
		}
		list = append(list, stored)
		matters = matters || tellsImporters(fact)
	}
	return list, matters, true
}
