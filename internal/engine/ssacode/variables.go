package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// A function often stands in a variable of its package, which another calls: var setup = func() { … }, or a table of
// them. Whoever reads the variable then counts as one who mentions the function.

// initialised says which of the package's variables begin with functions: held has the package's own that stand there, and seeds the
// variables with a function literal that mentions or handles what matters.
func (c *chooser) initialised(pass *analysis.Pass) (held map[types.Object][]*ast.FuncDecl, seeds map[types.Object]bool) {
	held, seeds = make(map[types.Object][]*ast.FuncDecl), make(map[types.Object]bool)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				decls, seed := c.functionsIn(spec.Values)
				for _, name := range spec.Names {
					v := c.info.Defs[name]
					held[v], seeds[v] = decls, seed
				}
			}
		}
	}
	return held, seeds
}

// functionsIn returns the package's own functions that expressions mention, and whether a function literal in them mentions or
// handles what matters.
func (c *chooser) functionsIn(values []ast.Expr) (decls []*ast.FuncDecl, seed bool) {
	for _, e := range values {
		for n := range ast.Preorder(e) {
			switch n := n.(type) {
			case *ast.Ident:
				if decl := c.decls[c.info.Uses[n]]; decl != nil {
					decls = append(decls, decl)
				}
			case *ast.FuncLit:
				sig, ok := c.info.TypeOf(n).(*types.Signature)
				seed = seed || ok && c.signature(sig) || syntax.Any(n.Body, func(id *ast.Ident) bool {
					return c.info.Uses[id] != nil && c.object(c.info.Uses[id])
				})
			}
		}
	}
	return decls, seed
}
