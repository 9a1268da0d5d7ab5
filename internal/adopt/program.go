package adopt

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/symbol"
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

// A program is the packages of a module that are analysed, with the places where each
// function is mentioned.
type program struct {
	passes map[string]*analysis.Pass // by import path
	uses   map[symbol.Name][]use     // of each function
	files  map[string]bool           // whose mentions are noted: a package and its test variant share files
}

// A use is a mention of a function.
type use struct {
	pass *analysis.Pass
	path []ast.Node // from the name outwards
}

func newProgram(c *Collector) *program {
	p := &program{passes: make(map[string]*analysis.Pass), uses: make(map[symbol.Name][]use), files: make(map[string]bool)}
	slices.SortStableFunc(c.passes, func(a, b *analysis.Pass) int { return strings.Compare(a.Pkg.Path(), b.Pkg.Path()) })
	for _, pass := range c.passes {
		if pass.Module != nil && pass.Module.Version != "" {
			continue // a dependency
		}
		if have := p.passes[pass.Pkg.Path()]; have == nil || len(have.Files) > len(pass.Files) {
			p.passes[pass.Pkg.Path()] = pass
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.passes)) {
		p.note(p.passes[path])
	}
	for _, pass := range c.passes {
		if pass.Module == nil || pass.Module.Version == "" {
			p.note(pass) // files that only a test variant has
		}
	}
	return p
}

// note adds the functions that a package's files mention.
func (p *program) note(pass *analysis.Pass) {
	for _, file := range pass.Files {
		name := pass.Fset.Position(file.FileStart).Filename
		if p.files[name] {
			continue
		}
		p.files[name] = true
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
			if !ok || fn.Pkg() == nil || p.passes[fn.Pkg().Path()] == nil {
				return true
			}
			path, _ := astutil.PathEnclosingInterval(file, id.Pos(), id.End())
			sym := symbol.Of(fn)
			p.uses[sym] = append(p.uses[sym], use{pass, path})
			return true
		})
	}
}

// isTest reports whether the use is in a test file.
func (u use) isTest() bool {
	return strings.HasSuffix(u.pass.Fset.Position(u.path[0].Pos()).Filename, "_test.go")
}

// call returns the call whose function the use is, nil if it is none.
func (u use) call() *ast.CallExpr {
	for _, n := range u.path[1:] {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel != u.path[0] {
				return nil
			}
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if n.Fun.Pos() <= u.path[0].Pos() && u.path[0].End() <= n.Fun.End() {
				return n
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// function returns the declaration around the use, nil if it is in none.
func (u use) function() *ast.FuncDecl {
	for _, n := range u.path {
		if decl, ok := n.(*ast.FuncDecl); ok {
			return decl
		}
	}
	return nil
}
