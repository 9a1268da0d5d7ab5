package adopt

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Classes are sets of functions and function types of a program between which values flow: when one gets
// a parameter, all others need it. A function that is only ever called is in a class of its own.
//
// Functions have their symbol for a key, function types and literals their place. That a type of the
// type checker's is the one written at a place is known by its identity: types are handed on as they are.
type classes struct {
	p       *program
	parent  map[string]string
	keys    map[*types.Signature]string
	members map[string]member
	calls   map[string][]callSite
	fixed   map[string]string // by key: why the function or type has to stay what it is
	interfaces
}

// A member is a function or function type that is written in the program.
type member struct {
	pass *analysis.Pass
	node ast.Node // an ast.FuncDecl, ast.FuncLit or ast.FuncType
}

func (m member) funcType() *ast.FuncType {
	switch n := m.node.(type) {
	case *ast.FuncDecl:
		return n.Type
	case *ast.FuncLit:
		return n.Type
	}
	return m.node.(*ast.FuncType)
}

func newClasses(p *program, passes []*analysis.Pass) *classes {
	c := &classes{
		p: p, parent: make(map[string]string), keys: make(map[*types.Signature]string), members: make(map[string]member),
		calls: make(map[string][]callSite), fixed: make(map[string]string), interfaces: newInterfaces(),
	}
	for _, pass := range passes {
		for _, file := range pass.Files {
			c.register(pass, file)
		}
	}
	seen := make(map[string]bool) // a package and its test variant share files
	for _, pass := range passes {
		for _, file := range pass.Files {
			if name := pass.Fset.Position(file.FileStart).Filename; !seen[name] {
				seen[name] = true
				(&flows{classes: c, pass: pass, file: file}).follow()
			}
		}
	}
	c.assert(c.fix)
	return c
}

// register gives the functions and function types of a file their keys.
func (c *classes) register(pass *analysis.Pass, file *ast.File) {
	literals := make(map[*ast.FuncType]bool)
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			literals[n.Type] = true
			if fn, ok := pass.TypesInfo.Defs[n.Name].(*types.Func); ok {
				c.add(keyOfFunc(fn), fn.Signature(), member{pass, n})
			}
		case *ast.FuncLit:
			literals[n.Type] = true
			c.addType(pass, n, pass.TypesInfo.TypeOf(n))
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				if t, ok := m.Type.(*ast.FuncType); ok {
					literals[t] = true // a method, which no value is kept in
				}
			}
		case *ast.FuncType:
			if !literals[n] {
				c.addType(pass, n, pass.TypesInfo.TypeOf(n))
			}
		case *ast.SelectorExpr:
			if s := pass.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				if sig, ok := pass.TypesInfo.TypeOf(n).(*types.Signature); ok {
					c.keys[sig] = keyOfFunc(s.Obj())
				}
			}
		}
	}
}

func (c *classes) addType(pass *analysis.Pass, n ast.Node, t types.Type) {
	if sig, ok := t.(*types.Signature); ok {
		c.add(pass.Fset.PositionFor(n.Pos(), false).String(), sig, member{pass, n})
	}
}

func (c *classes) add(key string, sig *types.Signature, m member) {
	c.keys[sig] = key
	if have, ok := c.members[key]; !ok || len(have.pass.Files) > len(m.pass.Files) {
		c.members[key] = m
	}
}

// keyOf returns the key of the function that an expression is, or of its type; "" where that is not
// written in the program.
func (c *classes) keyOf(pass *analysis.Pass, e ast.Expr) string {
	if fn := funcOf(pass, syntax.Generic(e)); fn != nil {
		return keyOfFunc(fn)
	}
	return c.keyOfType(pass.TypesInfo.TypeOf(ast.Unparen(e)))
}

func (c *classes) keyOfType(t types.Type) string {
	if t == nil {
		return ""
	}
	sig, _ := t.Underlying().(*types.Signature)
	return c.keys[sig]
}

// keyOfFunc returns the key of a function or method.
func keyOfFunc(fn types.Object) string { return string(symbol.Of(fn)) }

func funcOf(pass *analysis.Pass, e ast.Expr) *types.Func {
	fn, _ := syntax.Object(pass.TypesInfo, e).(*types.Func)
	return fn
}

func (c *classes) find(key string) string {
	for c.parent[key] != "" {
		key = c.parent[key]
	}
	return key
}

func (c *classes) union(a, b string) {
	if a, b = c.find(a), c.find(b); a != b {
		c.parent[a] = b
	}
}

// fix notes why what has a key has to stay what it is.
func (c *classes) fix(key, why string) {
	if c.fixed[key] == "" {
		c.fixed[key] = why
	}
}

// class returns the keys of all that is in the class of a key, sorted.
func (c *classes) class(key string) []string {
	root := c.find(key)
	keys := []string{}
	for _, k := range slices.Sorted(maps.Keys(c.members)) {
		if c.find(k) == root {
			keys = append(keys, k)
		}
	}
	return keys
}
