package driver

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/load"
)

// A factStore holds the facts of all packages in memory, as the analyzers made them.
type factStore struct {
	mu       sync.RWMutex
	packages map[packageKey]analysis.Fact
	known    map[*types.Package]bool // has a package fact
	recalled map[*types.Package]func() ([]recalledFact, bool)
}

type packageKey struct {
	analyzer *analysis.Analyzer
	pkg      *types.Package
	fact     reflect.Type
}

// keys returns the keys of all facts that analyzers may have about a package.
func keys(pkg *types.Package, analyzers ...*analysis.Analyzer) []packageKey {
	var list []packageKey
	for _, a := range analyzers {
		for _, declared := range a.FactTypes {
			list = append(list, packageKey{a, pkg, reflect.TypeOf(declared)})
		}
	}
	return list
}

// about reports whether there is a package fact that matters to importers about any of the packages. The
// analyzers that say something about a package's functions as a whole say it in a
// package fact, and leave it out where there is nothing to say.
func (s *factStore) about(packages []*load.Package) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.ContainsFunc(packages, func(p *load.Package) bool { return s.known[p.Types()] })
}

// A factView is what one analyzer sees of the store in one package.
type factView struct {
	store    *factStore
	analyzer *analysis.Analyzer
	pkg      *load.Package
}

// check panics, as the analysis framework asks, if an analyzer handles a fact it
// did not declare: that is a mistake in the analyzer.
func (v factView) check(fact analysis.Fact) reflect.Type {
	t := reflect.TypeOf(fact)
	for _, declared := range v.analyzer.FactTypes {
		if reflect.TypeOf(declared) == t {
			return t
		}
	}
	panic(fmt.Sprintf("%s has no fact type %T", v.analyzer, fact))
}

func (v factView) importPackage(pkg *types.Package, fact analysis.Fact) bool {
	key := packageKey{v.analyzer, pkg, v.check(fact)}
	v.recall(pkg)
	have := v.store.fact(key)
	if have == nil {
		return false
	}
	reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(have).Elem())
	return true
}

func (v factView) exportPackage(fact analysis.Fact) {
	key := packageKey{v.analyzer, v.pkg.Types(), v.check(fact)}
	v.store.mu.Lock()
	defer v.store.mu.Unlock()
	v.store.packages[key] = fact
	if tellsImporters(fact) {
		v.store.known[key.pkg] = true
	}
}

// tellsImporters reports whether a package has to be read because it imports the one that a fact is about: only some facts say so.
func tellsImporters(fact analysis.Fact) bool {
	m, ok := fact.(interface{ Matters() bool })
	return ok && m.Matters()
}

// move notes that others know a package by other types than those that its facts are about.
func (s *factStore) move(p *load.Package, was *types.Package, analyzers []*analysis.Analyzer) {
	is := p.Types()
	if is == was {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if matters, ok := s.known[was]; ok {
		s.known[is] = matters
		delete(s.known, was)
	}
	for _, key := range keys(was, analyzers...) {
		if fact := s.packages[key]; fact != nil {
			s.packages[packageKey{key.analyzer, is, key.fact}] = fact
			delete(s.packages, key)
		}
	}
}

// pack has the analyzers' facts about a package, whose own analysis is over, take less memory until others import it,
// and forgets them if none does.
func (s *factStore) pack(p *load.Package, analyzers []*analysis.Analyzer, imported bool) {
	for _, key := range keys(p.Types(), analyzers...) {
		if !imported {
			s.mu.Lock()
			delete(s.packages, key)
			s.mu.Unlock()
		} else if packed, ok := s.fact(key).(interface{ Pack() }); ok {
			packed.Pack()
		}
	}
}

func (v factView) allPackages() []analysis.PackageFact {
	// Packages that happen to be finished already and are not imported must not show, or output would depend on timing.
	var list []analysis.PackageFact
	for p := range v.pkg.Closure() {
		v.recall(p.Types())
		for _, key := range keys(p.Types(), v.analyzer) {
			if fact := v.store.fact(key); fact != nil {
				list = append(list, analysis.PackageFact{Package: p.Types(), Fact: fact})
			}
		}
	}
	slices.SortFunc(list, func(a, b analysis.PackageFact) int { return cmp.Compare(a.Package.Path(), b.Package.Path()) })
	return list
}
