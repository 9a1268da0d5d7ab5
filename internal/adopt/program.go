package adopt

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/model"
)

// A Collector keeps the packages that a driver analyses.
type Collector struct {
	mu     sync.Mutex
	passes []*analysis.Pass
}

// Analyzer returns an analyzer that hands the packages of a run to the collector.
func (c *Collector) Analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "adopt",
		Doc:      "keep the packages of the program",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.passes = append(c.passes, pass)
			return nil, nil
		},
	}
}

// A program is the packages of a module that are analysed.
type program struct {
	passes  map[string]*analysis.Pass // by import path
	classes *classes
}

func newProgram(c *Collector) *program {
	p := &program{passes: make(map[string]*analysis.Pass)}
	slices.SortStableFunc(c.passes, func(a, b *analysis.Pass) int { return strings.Compare(a.Pkg.Path(), b.Pkg.Path()) })
	var own, variants []*analysis.Pass
	for _, pass := range c.passes {
		if pass.Module != nil && pass.Module.Version != "" {
			continue // a dependency
		}
		variants = append(variants, pass)
		if have := p.passes[pass.Pkg.Path()]; have == nil || len(have.Files) > len(pass.Files) {
			p.passes[pass.Pkg.Path()] = pass
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.passes)) {
		own = append(own, p.passes[path])
	}
	// Test variants have files of their own, and the others once more.
	p.classes = newClasses(p, append(own, variants...))
	return p
}
