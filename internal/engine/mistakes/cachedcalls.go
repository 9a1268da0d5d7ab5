package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// changedBy returns the variable of some whose object a function changes that a call hands it to, or a part of it; nil if there is none.
func (p *program) changedBy(call *ast.CallExpr, cached map[*types.Var]token.Pos) (of *types.Var, part bool) {
	fn := syntax.Called(p.info, call)
	if fn == nil {
		return nil, false
	}
	fn = fn.Origin()
	for i, arg := range call.Args {
		v := syntax.Root(p.info, syntax.Address(arg))
		if v == nil || arg.Pos() >= cached[v] || i >= fn.Signature().Params().Len() {
			continue
		}
		decl := p.decls[fn]
		if decl != nil && decl.Body != nil && p.changesParam(decl, fn, i) || slices.Contains(p.changing[symbol.Of(fn)], i) {
			return v, syntax.Var(p.info, arg) == nil
		}
	}
	return nil, false
}

// changesParam reports whether a function changes the object in a parameter in place, or hands it to one that does.
func (p *program) changesParam(decl *ast.FuncDecl, fn *types.Func, i int) bool {
	param := fn.Signature().Params().At(i)
	if changes, done := p.changed[param]; done {
		return changes
	}
	p.changed[param] = false // where it calls itself
	inner, own := p.cachedIn(decl.Body, param), p.cachedIn(decl.Body, nil)
	p.changed[param] = syntax.Any(decl.Body, func(n ast.Node) bool {
		v := p.changes(n)
		if call, ok := n.(*ast.CallExpr); ok && v == nil { // cachedobjects, passedOn
			v, _ = p.changedBy(call, inner)
		}
		return v != nil && own[v] == token.NoPos && changedWhile(decl.Body, n, v, inner)
	})
	return p.changed[param]
}
