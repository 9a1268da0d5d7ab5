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
	elsewhere := true // it is workers of other packages that call them
	serve := func(e ast.Expr) {
		switch obj := syntax.Object(g.pass.TypesInfo, e).(type) {
		case *types.Var:
			if obj.Kind() == types.ParamVar || !isScheme(obj.Type()) {
				served.Add(obj)
			}
		case *types.Func:
			if elsewhere {
				g.served[obj.Origin()] = g.asksItem(obj)
			}
			if isOpen(obj) {
				g.servers[string(symbol.Of(obj))] = true
			}
		}
	}
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
	spread := func(v *types.Var) {
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
	}
	served.Spread(spread)
	elsewhere = false
	served.Add(g.called()...)
	served.Spread(spread)
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
					if of := g.root(n.Lhs[0]); of != nil && of.Kind() == types.LocalVar { // losterrors, builtwith
						items[of] = true
					}
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

// servedByInterface adds the methods that the package has where workers of other packages call those of interfaces for each item.
func (g *graph) servedByInterface() {
	for _, o := range g.unresolved[""] {
		if o.Takes && g.servers[string(o.Name)+"."+o.Method] {
			for _, to := range g.resolve(o) {
				if to.fn != nil {
					g.served[to.fn] = g.asksItem(to.fn)
				}
			}
		}
	}
}

// asksItem reports whether a function asks for a text what it is handed by an interface, such as which key is at hand: where none does, all
// items of the queue are alike. What is handed no such thing is handed the item. losterrors, builtwith.
func (g *graph) asksItem(fn *types.Func) bool {
	fn = fn.Origin()
	info, holds, asks := g.pass.TypesInfo, false, false
	for v := range fn.Signature().Params().Variables() {
		if iface, ok := v.Type().Underlying().(*types.Interface); ok && iface.NumMethods() > 0 && symbol.OfType(v.Type()) != "context.Context" {
			holds = true
			asks = asks || g.decls[fn] == nil || syntax.Any(g.decls[fn], func(call *ast.CallExpr) bool {
				t := info.TypeOf(call)
				return syntax.Root(info, call.Fun) == v && (types.Identical(t, types.Typ[types.String]) || syntax.IsName(t))
			})
		}
	}
	return asks || !holds
}

// nameOfField returns a name of a field, which fields of other types of its package may have too.
func nameOfField(v *types.Var) string { return v.Pkg().Path() + " " + v.Name() }
