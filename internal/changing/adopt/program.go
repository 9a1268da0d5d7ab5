package adopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Collector keeps the packages that a driver analyses.
type Collector struct {
	mu     sync.Mutex
	passes []*analysis.Pass
}

// Analyzer returns an analyzer that hands the packages of a run to the collector.
func (c *Collector) Analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "adopt",
		Doc:  "keep the packages of the program",
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
	uses    map[symbol.Name]*uses     // of structs
	ignored map[string]*ast.File      // left out by build constraints, by name
	times   map[model.Site]int        // how many controllers of the program each place makes
}

func newProgram(c *Collector) *program {
	p := &program{passes: make(map[string]*analysis.Pass), uses: make(map[symbol.Name]*uses), ignored: make(map[string]*ast.File),
		times: make(map[model.Site]int)}
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
	seen := make(map[string]bool)
	for _, pass := range append(own, variants...) {
		for _, file := range pass.Files {
			if name := pass.Fset.Position(file.FileStart).Filename; !seen[name] {
				seen[name] = true
				p.look(pass, file)
			}
		}
	}
	return p
}

// leftOut returns a file that build constraints leave out and that mentions a type, "" if there is none.
func (p *program) leftOut(owner *types.TypeName) string {
	for _, path := range slices.Sorted(maps.Keys(p.passes)) {
		for _, name := range p.passes[path].IgnoredFiles {
			file := p.parsed(name)
			if file == nil || !syntax.Spells(file, owner.Name()) {
				continue
			}
			imports := slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
				return spec.Path.Value == strconv.Quote(owner.Pkg().Path())
			})
			if imports || path == owner.Pkg().Path() {
				return name
			}
		}
	}
	return ""
}

// parsed returns the syntax of a file that is left out, nil if it has none.
func (p *program) parsed(name string) *ast.File {
	return memo.Of(p.ignored, name, func() (file *ast.File) {
		if strings.HasSuffix(name, ".go") {
			file, _ = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		}
		return file
	})
}
