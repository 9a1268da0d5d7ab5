package adopt

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Uses are the places of a program that have to do with a struct.
type uses struct {
	spec     *place  // its declaration
	literals []place // its literals, with those whose type is not written
	mentions []place // its name, but for tests
	tested   []place // values that are no literals, on which or with which tests call what takes a manager
}

// A place is a node that may become a site.
type place struct {
	pass *analysis.Pass
	node ast.Node
}

func (l place) site() site { return siteAt(l.pass, l.node) }

// look notes the uses of structs in a file.
func (p *program) look(pass *analysis.Pass, file *ast.File) {
	of := func(name symbol.Name) *uses { return memo.Of(p.uses, name, func() *uses { return new(uses) }) }
	typeOf := func(e ast.Expr) *uses {
		if t := pass.TypesInfo.TypeOf(e); t != nil {
			return of(symbol.OfType(code.Deref(t)))
		}
		return new(uses)
	}
	test := isTest(pass, file)
	for n := range ast.Preorder(file) {
		at := place{pass, n}
		switch n := n.(type) {
		case *ast.TypeSpec:
			if _, ok := n.Type.(*ast.StructType); ok && !test && pass.TypesInfo.Defs[n.Name].Parent() == pass.Pkg.Scope() {
				of(symbol.Of(pass.TypesInfo.Defs[n.Name])).spec = &at
			}
		case *ast.CompositeLit:
			u := typeOf(n)
			u.literals = append(u.literals, at)
		case *ast.Ident:
			if obj, ok := pass.TypesInfo.Uses[n].(*types.TypeName); ok && !test && obj.Pkg() != nil {
				u := of(symbol.Of(obj))
				u.mentions = append(u.mentions, at)
			}
		case *ast.CallExpr:
			if !test || !takesManager(pass, n) {
				continue
			}
			for _, e := range append(n.Args[:len(n.Args):len(n.Args)], n.Fun) {
				if sel, ok := e.(*ast.SelectorExpr); ok && e == n.Fun {
					e = sel.X
				}
				if _, literal := syntax.Address(e).(*ast.CompositeLit); !literal {
					u := typeOf(e)
					u.tested = append(u.tested, at)
				}
			}
		}
	}
}
