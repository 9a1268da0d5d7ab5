package blocking

import (
	"go/ast"
	"go/types"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findServers finds the parameters and fields whose functions workers call for each item that they take from a queue made by hand, in this
// package or in one that it hands them on to (sleeping, served), and the parameters for schemes in which types are registered (passstate,
// schemes).
func (g *graph) findServers() {
	var served ssacode.Set[*types.Var]
	serve := func(e ast.Expr) {
		if v, ok := syntax.Object(g.pass.TypesInfo, e).(*types.Var); ok && (v.Kind() == types.ParamVar || !isScheme(v.Type())) {
			served.Add(v)
		}
	}
	served.Add(g.called()...)
	others := len(g.servers) > 0 // of other packages
	for at := range syntax.Preorder(g.pass, (*ast.CallExpr)(nil), (*ast.KeyValueExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.CallExpr:
			if in := g.registersIn(n); in != nil {
				serve(in)
			}
			for i := 0; others && i < len(n.Args); i++ {
				if g.servers[nameOfParam(syntax.CalledName(g.pass.TypesInfo, n), i)] {
					serve(n.Args[i])
				}
			}
		case *ast.KeyValueExpr:
			if others && g.serves(n) {
				serve(n.Value)
			}
		}
	}
	served.Spread(func(v *types.Var) {
		if v.Pkg() != g.pass.Pkg {
			return
		}
		values, _ := syntax.Values(g.pass, v)
		for _, e := range values {
			serve(e)
		}
		if v.IsField() {
			g.servers[nameOfField(v)] = true
			return
		}
		for decl := range syntax.FuncDecls(g.pass) {
			fn, _ := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if i := syntax.Param(fn.Signature(), v); i >= 0 {
				g.servers[nameOfParam(symbol.Of(fn), i)] = true
			}
		}
	})
}

// serves reports whether a field of another package is given what its workers call for each item.
func (g *graph) serves(n *ast.KeyValueExpr) bool {
	field := syntax.Var(g.pass.TypesInfo, n.Key)
	return field != nil && field.IsField() && field.Pkg() != g.pass.Pkg && g.servers[nameOfField(field)]
}

// called returns the fields and parameters whose functions the package calls with an item that it has taken from a queue.
func (g *graph) called() (list []*types.Var) {
	if !known.Imports(g.pass.Pkg, known.Workqueue) {
		return nil
	}
	info := g.pass.TypesInfo
	items := make(map[types.Object]bool)
	is := func(e ast.Expr) bool {
		if as, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
			e = as.X
		}
		obj := syntax.Object(info, e)
		return obj != nil && items[obj]
	}
	for had := -1; had < len(items); {
		had = len(items)
		for at := range syntax.Preorder(g.pass, (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil)) {
			switch n := at.Node().(type) {
			case *ast.AssignStmt:
				call, ok := n.Rhs[0].(*ast.CallExpr)
				if ok && known.Func(syntax.CalledName(info, call)) == known.QueueGet || is(n.Rhs[0]) {
					items[syntax.Object(info, n.Lhs[0])] = true
				}
			case *ast.CallExpr:
				var params *types.Tuple
				if fn := syntax.Called(info, n); fn != nil {
					params = fn.Signature().Params()
				} else if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok { // sleeping, takesOne
					params = info.TypeOf(lit).(*types.Signature).Params()
				}
				for i, arg := range n.Args {
					if v, ok := syntax.Object(info, n.Fun).(*types.Var); ok && is(arg) {
						list = append(list, v)
					} else if i < params.Len() && is(arg) {
						items[params.At(i)] = true
					}
				}
			}
		}
	}
	return list
}

// nameOfField returns a name of a field, which fields of other types of its package may have too.
func nameOfField(v *types.Var) string { return v.Pkg().Path() + " " + v.Name() }
