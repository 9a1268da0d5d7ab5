package mistakes

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofEvent reports whether an expression is the object of an event as an informer tells it, which is that of its cache. Those of generic
// events are the program's own, and those of deletions are in no cache any more. See testdata cachedobjects.
func (p *program) ofEvent(e *ast.SelectorExpr) bool {
	t := known.Untyped(symbol.OfType(p.info.TypeOf(e.X)))
	if !t.In(known.Event) || t.Last() != "UpdateEvent" && t.Last() != "CreateEvent" || !known.IsObject(p.info.TypeOf(e)) {
		return false
	}
	event := syntax.Var(p.info, e.X)
	if event == nil || event.Kind() != types.ParamVar {
		return false
	}
	for use := range syntax.Uses(p.pass, event) { // it may be given a copy
		if use.ParentEdgeKind() == edge.UnaryExpr_X || use.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs {
			return false
		}
	}
	return true
}

// mapOf returns the map of an object that a node deletes from or puts something into, as a call returns it; nil for any other node.
func (p *program) mapOf(n ast.Node) *ast.CallExpr {
	var of ast.Expr
	switch n := n.(type) {
	case *ast.CallExpr:
		if syntax.Is(n.Fun, "delete") && len(n.Args) == 2 {
			of = n.Args[0]
		}
	case *ast.AssignStmt:
		if at, ok := n.Lhs[0].(*ast.IndexExpr); ok {
			of = at.X
		}
	}
	call, _ := ast.Unparen(of).(*ast.CallExpr)
	return call
}

// ofEvents returns the parameters of the functions in a declaration, or of that itself, that are called with the objects of events.
func (p *program) ofEvents(decl ast.Node) (list []*types.Var) {
	add := func(fn types.Type) {
		for v := range fn.(*types.Signature).Params().Variables() {
			if empty, ok := v.Type().Underlying().(*types.Interface); ok && empty.Empty() || known.IsObject(v.Type()) {
				list = append(list, v)
			}
		}
	}
	if fn, ok := decl.(*ast.FuncDecl); ok && p.forEvents()[p.info.Defs[fn.Name]] {
		add(p.info.Defs[fn.Name].Type())
	}
	for n := range ast.Preorder(decl) {
		for _, e := range syntax.Handlers(p.info, n) {
			if lit, ok := e.(*ast.FuncLit); ok && !deletes(n, e) {
				add(p.info.TypeOf(lit))
			}
		}
	}
	return list
}

// handlers returns the functions of the package that are named where handlers of events are.
func (p *program) handlers() map[types.Object]bool {
	named := make(map[types.Object]bool)
	for at := range syntax.Preorder(p.pass, (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		for _, e := range syntax.Handlers(p.info, at.Node()) {
			if !deletes(at.Node(), e) {
				named[syntax.Object(p.info, e)] = true
			}
		}
	}
	delete(named, nil)
	return named
}

// deletes reports whether a handler in a literal is that of deletions.
func deletes(n ast.Node, e ast.Expr) bool {
	lit, ok := n.(*ast.CompositeLit)
	return ok && syntax.Field(lit, "DeleteFunc") == e
}

func isMap(t types.Type) bool {
	_, is := t.Underlying().(*types.Map)
	return is
}

// refers reports whether a variable of a type shares what it has with the one that it is given.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice:
		return true
	}
	return false
}
