package syntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Uses yields where a package names a variable or a field after it has been declared: each identifier, or the selector that ends with it.
func Uses(pass *analysis.Pass, v *types.Var) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for at := range scopeOf(pass, v).Preorder((*ast.Ident)(nil)) {
			if pass.TypesInfo.Uses[at.Node().(*ast.Ident)] != v {
				continue
			}
			if at.ParentEdgeKind() == edge.SelectorExpr_Sel {
				at = at.Parent()
			}
			if !yield(at) {
				return
			}
		}
	}
}

// scopeOf returns the function that alone can name a variable, since it declares it, or all files of the package.
func scopeOf(pass *analysis.Pass, v *types.Var) inspector.Cursor {
	if v.Parent() != nil && v.Parent() != pass.Pkg.Scope() {
		if at, ok := root(pass).FindByPos(v.Pos(), v.Pos()); ok {
			for fn := range at.Enclosing((*ast.FuncDecl)(nil)) {
				return fn
			}
		}
	}
	return root(pass)
}

// OnlyGiven returns the one expression that a package ever gives a variable or a constant of its own, nil if there is none or more.
func OnlyGiven[O interface {
	comparable
	types.Object
}](pass *analysis.Pass, to O) ast.Expr {
	var none O
	if to == none {
		return nil
	}
	var only ast.Expr
	local := to.Parent() != nil && to.Parent() != pass.Pkg.Scope()
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if local && (to.Pos() < decl.Pos() || decl.End() <= to.Pos()) {
				continue // another function
			}
			for value := range Given(pass.TypesInfo, decl, to) {
				if only != nil || value == nil {
					return nil
				}
				only = value
			}
		}
	}
	return only
}

// Resolve returns what [OnlyGiven] does for an expression that is a variable, and any other expression as it is.
func Resolve(pass *analysis.Pass, e ast.Expr) ast.Expr {
	if v := Var(pass.TypesInfo, e); v != nil {
		e = OnlyGiven(pass, v)
	}
	return ast.Unparen(e)
}

// Values returns what a package gives a variable of its own, a field or a parameter of its functions: where it is declared, assigned, set
// in a literal, or called. All is whether these are all that it may have as far as the package tells: it is no parameter, and nothing takes
// its address, sets a part of it, or gives it what is no expression of its own.
func Values(pass *analysis.Pass, v *types.Var) (list []ast.Expr, all bool) {
	info := pass.TypesInfo
	is := func(e ast.Expr) bool { return Object(info, e) == v }
	param := v.Kind() == types.ParamVar
	all = !param
	scope := root(pass)
	if !param {
		scope = scopeOf(pass, v)
	}
	for at := range scope.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.CompositeLit)(nil), (*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.UnaryExpr:
			all = all && !(n.Op == token.AND && is(n.X))
		case *ast.CompositeLit:
			list = append(list, inLiteral(info, n, v)...)
		case *ast.CallExpr:
			if param {
				list = append(list, handed(info, n, v)...)
			}
		default:
			if assign, ok := n.(*ast.AssignStmt); ok {
				all = all && !slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool {
					of, _ := Selected(e)
					for ; of != nil && !is(of); of, _ = Selected(of) {
					}
					return of != nil
				})
			}
			if value, gives := gives(info, n, v); gives && value != nil {
				list = append(list, value)
			} else if gives {
				all = false
			}
		}
	}
	return list, all
}

// OnlyFunction returns the one function with a name that a package gives a field or a variable of its own in which functions are kept, nil
// if there is none or more.
func OnlyFunction(pass *analysis.Pass, v *types.Var) ast.Expr {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	values, _ := Values(pass, v)
	if len(values) != 1 {
		return nil
	}
	if _, named := Object(pass.TypesInfo, values[0]).(*types.Func); !named {
		return nil
	}
	return values[0]
}

// Unbuffered reports whether a package gives a field or a variable of its own channels without room, and nothing else.
func Unbuffered(pass *analysis.Pass, v *types.Var) bool {
	made, all := Values(pass, v)
	return all && len(made) > 0 && !slices.ContainsFunc(made, func(e ast.Expr) bool {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		return !ok || !Is(call.Fun, "make") || len(call.Args) != 1
	})
}

// inLiteral returns what a literal gives a field.
func inLiteral(info *types.Info, lit *ast.CompositeLit, v *types.Var) (list []ast.Expr) {
	if !v.IsField() {
		return nil
	}
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if Object(info, kv.Key) == v {
				list = append(list, kv.Value)
			}
		} else if s, ok := info.TypeOf(lit).Underlying().(*types.Struct); ok && i < s.NumFields() && s.Field(i) == v {
			list = append(list, elt)
		}
	}
	return list
}

// handed returns what a call gives a parameter.
func handed(info *types.Info, call *ast.CallExpr, v *types.Var) (list []ast.Expr) {
	fn := Called(info, call)
	if fn == nil || fn.Pkg() != v.Pkg() {
		return nil
	}
	sig := fn.Origin().Signature()
	for i, arg := range call.Args {
		if i < sig.Params().Len() && sig.Params().At(i) == v && !(sig.Variadic() && i == sig.Params().Len()-1) {
			list = append(list, arg)
		}
	}
	return list
}
