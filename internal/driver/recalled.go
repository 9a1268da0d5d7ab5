package driver

import (
	"bytes"
	"encoding/gob"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/load"
)

// remember notes that the facts about a package come from read, which is called
// when somebody asks for one.
func (s *factStore) remember(p *load.Package, matters bool, read func() ([]storedFact, bool)) {
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
			if stored.Analyzer != v.analyzer.Name || stored.Type != t.String() || v.store.has(key) {
				continue
			}
			fact, ok := reflect.New(t.Elem()).Interface().(analysis.Fact)
			if !ok || gob.NewDecoder(bytes.NewReader(stored.Data)).Decode(fact) != nil {
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

func (s *factStore) has(key packageKey) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.packages[key] != nil
}

// stored returns the analyzers' facts about a package in their stored form, and whether importers learn
// something from them. It is false that there is one of facts about objects and of those that cannot be encoded.
func (s *factStore) stored(p *load.Package, analyzers []*analysis.Analyzer) (list []storedFact, matters, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.withObjects[p.Types()] {
		return nil, false, false
	}
	for _, a := range analyzers {
		for _, declared := range a.FactTypes {
			t := reflect.TypeOf(declared)
			fact := s.packages[packageKey{a, p.Types(), t}]
			if fact == nil {
				continue
			}
			var b bytes.Buffer
			if err := gob.NewEncoder(&b).Encode(fact); err != nil {
				return nil, false, false
			}
			list = append(list, storedFact{a.Name, t.String(), b.Bytes()})
		}
	}
	return list, s.known[p.Types()], true
}
