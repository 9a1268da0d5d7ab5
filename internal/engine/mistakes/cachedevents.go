package mistakes

import (
	"go/ast"
	"go/types"
	"iter"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofEvent reports whether an expression is the object of an event as an informer tells it, which is that of its cache. Those of generic
// events are the program's own. See testdata cachedobjects.
func (p *program) ofEvent(e *ast.SelectorExpr) bool {
	t := known.Untyped(symbol.OfType(p.info.TypeOf(e.X)))
	return t.In(known.Event) && t.Last() != "GenericEvent" && known.IsObject(p.info.TypeOf(e))
}

// ofEvents yields the parameters of the functions in a declaration, or of that itself, that are called with the objects of events.
func (p *program) ofEvents(decl ast.Node) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		params := func(sig *types.Signature) bool {
			for v := range sig.Params().Variables() {
				if empty, ok := v.Type().Underlying().(*types.Interface); (ok && empty.Empty() || known.IsObject(v.Type())) && !yield(v) {
					return false
				}
			}
			return true
		}
		if fn, ok := decl.(*ast.FuncDecl); ok && p.forEvents()[p.info.Defs[fn.Name]] && !params(p.info.Defs[fn.Name].(*types.Func).Signature()) {
			return
		}
		for n := range ast.Preorder(decl) {
			for _, e := range syntax.Handlers(p.info, n) {
				if lit, ok := e.(*ast.FuncLit); ok && !params(p.info.TypeOf(lit).(*types.Signature)) {
					return
				}
			}
		}
	}
}

// handlers returns the functions of the package that are named where handlers of events are.
func (p *program) handlers() map[types.Object]bool {
	named := make(map[types.Object]bool)
	for at := range syntax.Preorder(p.pass, (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		for _, e := range syntax.Handlers(p.info, at.Node()) {
			named[syntax.Object(p.info, e)] = true
		}
	}
	delete(named, nil)
	return named
}

func isMap(t types.Type) bool {
	_, is := t.Underlying().(*types.Map)
	return is
}
