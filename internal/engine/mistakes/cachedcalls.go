package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// changedBy returns the variable of some whose object a function changes that a call hands it to, or a part of it, and where, if it does so
// in this package; nil if there is none.
func (p *program) changedBy(call *ast.CallExpr, cached map[*types.Var]token.Pos) (of *types.Var, part bool, at token.Pos) {
	fn := syntax.Called(p.info, call)
	if fn == nil {
		return nil, false, token.NoPos
	}
	fn = fn.Origin()
	for i, arg := range call.Args {
		v := syntax.Root(p.info, syntax.Address(arg))
		if v == nil || arg.Pos() >= cached[v] || i >= fn.Signature().Params().Len() {
			continue
		}
		if decl := p.decls[fn]; decl != nil && decl.Body != nil {
			at = p.changesParam(decl, fn, i)
		}
		if at.IsValid() || slices.Contains(p.changing[symbol.Of(fn)], i) {
			return v, syntax.Var(p.info, arg) == nil, at
		}
	}
	return nil, false, token.NoPos
}

// changesParam returns where a function changes the object in a parameter in place, itself or by one that it hands it to; no position if it
// leaves it alone.
func (p *program) changesParam(decl *ast.FuncDecl, fn *types.Func, i int) token.Pos {
	param := fn.Signature().Params().At(i)
	if at, done := p.changed[param]; done {
		return at
	}
	p.changed[param] = token.NoPos // where it calls itself
	inner, own := p.cachedIn(decl.Body, param), p.cachedIn(decl.Body, nil)
	for n := range ast.Preorder(decl.Body) {
		v, at := p.changes(n), n.Pos()
		if call, ok := n.(*ast.CallExpr); ok && v == nil { // cachedobjects, passedOn
			if v, _, at = p.changedBy(call, inner); !at.IsValid() {
				at = n.Pos()
			}
		}
		if v != nil && own[v] == token.NoPos && changedWhile(decl.Body, n, v, inner) {
			p.changed[param] = at
			break
		}
	}
	return p.changed[param]
}
