package paths

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A wireVariable is a package variable with a Result that nothing in its package changes.
type wireVariable struct {
	Symbol symbol.Name
	Value  Value
}

// findVariables notes the Results that package variables are declared with and keep, as far as their package tells: whoever exports
// one to have it set has no such rule about it.
func (p *Program) findVariables() {
	p.variables = make(map[types.Object]Value)
	if !ImportsReconcile(p.Pass.Pkg) {
		return
	}
	values := make(map[*types.Var]ast.Expr)
	var order []*types.Var
	for _, file := range p.Pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				for i, name := range spec.Names {
					v, ok := p.Pass.TypesInfo.Defs[name].(*types.Var)
					if !ok || !known.IsResult(v.Type()) || len(spec.Values) != 0 && len(spec.Values) != len(spec.Names) {
						continue
					}
					values[v], order = nil, append(order, v)
					if len(spec.Values) > 0 {
						values[v] = spec.Values[i]
					}
				}
			}
		}
	}
	if len(order) == 0 {
		return
	}
	p.dropChanged(values)
	for range order { // one may be declared with another that comes after it
		for _, v := range order {
			e, kept := values[v]
			if _, done := p.variables[v]; done || !kept {
				continue
			}
			if made := p.declared(v.Type(), e); made.Form != Untracked {
				p.variables[v] = made
			}
		}
	}
}

// dropChanged drops the variables that the package sets, or whose address it takes.
func (p *Program) dropChanged(values map[*types.Var]ast.Expr) {
	drop := func(e ast.Expr) {
		for {
			sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
			if !ok {
				break
			}
			e = sel.X
		}
		delete(values, syntax.Var(p.Pass.TypesInfo, e))
	}
	for at := range syntax.Preorder(p.Pass, (*ast.AssignStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				drop(lhs)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				drop(n.X)
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil {
					drop(e)
				}
			}
		}
	}
}

// declared returns the Result that an expression is: none at all, one written down with constants, or that of another variable.
func (p *Program) declared(t types.Type, e ast.Expr) Value {
	switch e := e.(type) {
	case nil:
		return ZeroOf(t)
	case *ast.CompositeLit:
		v := ZeroOf(t)
		for _, elt := range e.Elts {
			field, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				return Value{}
			}
			c := p.Pass.TypesInfo.Types[field.Value].Value
			if c == nil {
				return Value{}
			}
			switch name, _ := field.Key.(*ast.Ident); {
			case name.Name == "RequeueAfter":
				if n, exact := constant.Int64Val(c); exact && n > 0 {
					v.After = Scalar{Is: Yes, Length: n}
				}
			case name.Name == "Requeue" && constant.BoolVal(c):
				v.Requeue = Scalar{Is: Yes}
			}
		}
		return v
	case *ast.Ident:
		return p.Variable(p.Pass.TypesInfo.ObjectOf(e))
	case *ast.SelectorExpr:
		return p.Variable(p.Pass.TypesInfo.ObjectOf(e.Sel))
	}
	return Value{}
}

// Variable returns the Result that a package variable keeps, untracked where that is not known.
func (p *Program) Variable(obj types.Object) Value {
	if obj == nil || obj.Pkg() == nil {
		return Value{}
	}
	if v, own := p.variables[obj]; own || obj.Pkg() == p.Pass.Pkg {
		return v
	}
	var v Value
	if fact := p.ImportFacts()[obj.Pkg().Path()]; fact != nil {
		i, found := slices.BinarySearchFunc(fact.Variables, symbol.Of(obj),
			func(w wireVariable, name symbol.Name) int { return cmp.Compare(w.Symbol, name) })
		if found {
			v = fact.Variables[i].Value
		}
	}
	p.variables[obj] = v
	return v
}

// exportedVariables returns the variables of the package that others can read, sorted.
func (p *Program) exportedVariables() []wireVariable {
	var list []wireVariable
	for obj := range p.variables {
		if obj.Exported() && obj.Pkg() == p.Pass.Pkg {
			list = append(list, wireVariable{symbol.Of(obj), p.variables[obj]})
		}
	}
	slices.SortFunc(list, func(a, b wireVariable) int { return cmp.Compare(a.Symbol, b.Symbol) })
	return list
}

// kept returns the Result of a package variable that is read, untracked for any other value.
func (f *Frame) kept(addr ssa.Value) Value {
	g, ok := addr.(*ssa.Global)
	if !ok || g.Object() == nil {
		return Value{}
	}
	return f.Variable(g.Object())
}

// ImportsReconcile reports whether a package can write down a function that returns a Result.
func ImportsReconcile(pkg *types.Package) bool {
	return known.Imports(pkg, known.ControllerRuntime, known.Reconcile)
}
