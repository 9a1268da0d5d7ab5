package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// A function often stands in a variable of its package, which another calls: var setup = func() { … }, or a table of
// them. Whoever reads the variable then counts as one who mentions the function.

// An initialiser is the expression that a package's variables begin with.
type initialiser struct {
	vars  []types.Object
	decls []*ast.FuncDecl // the package's own functions that it mentions
	seed  bool            // a function literal in it mentions or handles what matters
}

// initialisers returns those of the package's variables that mention functions.
func (c *chooser) initialisers(pass *analysis.Pass) []initialiser {
	var list []initialiser
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				if one := c.initialiser(spec.(*ast.ValueSpec)); one.seed || len(one.decls) > 0 {
					list = append(list, one)
				}
			}
		}
	}
	return list
}

func (c *chooser) initialiser(spec *ast.ValueSpec) initialiser {
	var out initialiser
	for _, name := range spec.Names {
		out.vars = append(out.vars, c.info.Defs[name])
	}
	for _, e := range spec.Values {
		for n := range ast.Preorder(e) {
			switch n := n.(type) {
			case *ast.Ident:
				if decl := c.decls[c.info.Uses[n]]; decl != nil {
					out.decls = append(out.decls, decl)
				}
			case *ast.FuncLit:
				sig, ok := c.info.TypeOf(n).(*types.Signature)
				out.seed = out.seed || ok && c.signature(sig) || syntax.Any(n.Body, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					return ok && c.info.Uses[id] != nil && c.object(c.info.Uses[id])
				})
			}
		}
	}
	return out
}

// functionsOf returns the functions that package variables hold when the package is initialised, as far as values
// lead from one to the other.
func functionsOf(init *ssa.Function) map[*ssa.Global][]*ssa.Function {
	parent := make(map[any]any)
	var find func(x any) any
	find = func(x any) any {
		p, ok := parent[x]
		if !ok || p == x {
			return x
		}
		root := find(p)
		parent[x] = root
		return root
	}
	type mention[T any] struct {
		at   any
		what T
	}
	var functions []mention[*ssa.Function]
	var globals []mention[*ssa.Global]
	var buf [16]*ssa.Value
	for instr := range Instructions(init) {
		at := any(instr)
		for _, op := range instr.Operands(buf[:0]) {
			switch v := (*op).(type) {
			case nil, *ssa.Const, *ssa.Builtin:
			case *ssa.Function:
				functions = append(functions, mention[*ssa.Function]{at, v})
			case *ssa.Global:
				globals = append(globals, mention[*ssa.Global]{at, v})
			default:
				parent[find(at)] = find(any(v))
			}
		}
	}
	held := make(map[any][]*ssa.Function)
	for _, m := range functions {
		held[find(m.at)] = append(held[find(m.at)], m.what)
	}
	out := make(map[*ssa.Global][]*ssa.Function)
	for _, m := range globals {
		out[m.what] = append(out[m.what], held[find(m.at)]...)
	}
	return out
}
