package paths

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findVariables notes the Results that package variables are declared with and keep, as far as their package tells: whoever exports
// one to have it set has no such rule about it.
func (p *Program) findVariables() {
	p.variables = make(map[types.Object]Value)
	if !ImportsReconcile(p.Pass.Pkg) {
		return
	}
	declared := make(map[*types.Var]ast.Expr)
	for _, name := range p.Pass.Pkg.Scope().Names() {
		if v, ok := p.Pass.Pkg.Scope().Lookup(name).(*types.Var); ok && known.IsResult(v.Type()) {
			switch values, all := syntax.Values(p.Pass, v); {
			case all && len(values) == 0:
				declared[v] = nil
			case all && len(values) == 1 && p.Pass.Pkg.Scope().Innermost(values[0].Pos()).Parent() == p.Pass.Pkg.Scope(): // in no function
				declared[v] = values[0]
			}
		}
	}
	for range declared { // one may be declared with another that comes after it
		for v, e := range declared {
			if made := p.declared(v.Type(), e); made.Form != Untracked {
				p.variables[v] = made
			}
		}
	}
}

// declared returns the Result that an expression is: none at all, one written down with constants, or that of another variable.
func (p *Program) declared(t types.Type, e ast.Expr) Value {
	switch e := e.(type) {
	case nil:
		return p.zeroOf(t)
	case *ast.CompositeLit:
		v := p.zeroOf(t)
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
