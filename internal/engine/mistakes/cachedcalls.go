package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// caches finds the objects of an informer's cache that a function changes in place, each once: where it changes one itself, or hands it to
// a function of the package that does (cachedobjects).
func (p *program) caches(decl ast.Decl) {
	cached := p.cachedIn(decl, nil)
	maps.DeleteFunc(cached, func(_ *types.Var, until token.Pos) bool { return until == token.NoPos })
	events := syntax.Any(decl, p.ofEvent) || len(p.ofEvents(decl)) > 0
	if len(cached) == 0 && !events {
		return
	}
	for n := range ast.Preorder(decl) {
		if call, ok := n.(*ast.CallExpr); ok && events {
			of, name := syntax.Selected(call.Fun)
			if sel, ok := of.(*ast.SelectorExpr); ok && setter.MatchString(name) && p.ofEvent(sel) {
				p.found(Mistake{Pos: n.Pos(), Kind: Cached, Expr: sel, Meant: true})
			}
		}
		if of := p.mapOf(n); of != nil && p.ofCache(of, cached) {
			p.found(Mistake{Pos: n.Pos(), Kind: Cached, Expr: of, Meant: true})
		}
		v, part, at := p.changes(n), false, token.NoPos
		if call, ok := n.(*ast.CallExpr); ok && v == nil {
			v, part, at = p.changedBy(call, cached)
		}
		if changedWhile(decl, n, v, cached) && !p.createdBefore(decl, n, v) {
			p.found(Mistake{Pos: n.Pos(), Kind: Cached, Text: v.Name(), At: at, Meant: events || part || !known.IsObject(v.Type())})
			delete(cached, v)
		}
	}
}

// createdBefore reports whether a node is in a branch that puts into a variable what it has created.
func (p *program) createdBefore(decl ast.Decl, n ast.Node, v *types.Var) bool {
	return syntax.Any(decl, func(branch *ast.IfStmt) bool {
		return syntax.Within(branch.Body, n) && syntax.Any(branch, func(set *ast.AssignStmt) bool {
			return set.Pos() < n.Pos() && syntax.Var(p.info, set.Lhs[0]) == v && creates(set.Rhs[0])
		})
	})
}

// changedBy returns the variable of some whose object a function changes that a call hands it to, or a part of it, and where, if it does so
// in this package; nil if there is none.
func (p *program) changedBy(call *ast.CallExpr, cached map[*types.Var]token.Pos) (of *types.Var, part bool, at token.Pos) {
	fn := syntax.Called(p.info, call)
	if fn == nil {
		return nil, false, token.NoPos
	}
	for i, arg := range call.Args {
		v := syntax.Root(p.info, syntax.Address(arg))
		if v == nil || arg.Pos() >= cached[v] || i >= fn.Signature().Params().Len() {
			continue
		}
		if decl := p.decls[fn]; decl != nil {
			at = p.changesParam(decl, fn, i)
		}
		if at.IsValid() || slices.Contains(p.helpers[symbol.Of(fn)].Changes, i) {
			return v, syntax.Var(p.info, arg) == nil, at
		}
	}
	return nil, false, token.NoPos
}

// changesParam returns where a function changes the object in a parameter in place, itself or by one that it hands it to; no position if it
// leaves it alone.
func (p *program) changesParam(decl *ast.FuncDecl, fn *types.Func, i int) token.Pos {
	param := fn.Signature().Params().At(i)
	if at, done := p.changed[param]; done || !refers(param.Type()) {
		return at
	}
	p.changed[param] = token.NoPos // where it calls itself
	inner, own := p.cachedIn(decl.Body, param), sync.OnceValue(func() map[*types.Var]token.Pos { return p.cachedIn(decl.Body, nil) })
	for n := range ast.Preorder(decl.Body) {
		v, at := p.changes(n), n.Pos()
		if call, ok := n.(*ast.CallExpr); ok && v == nil { // cachedobjects, passedOn
			if v, _, at = p.changedBy(call, inner); !at.IsValid() {
				at = n.Pos()
			}
		}
		if changedWhile(decl.Body, n, v, inner) && own()[v] == token.NoPos {
			p.changed[param] = at
			break
		}
	}
	return p.changed[param]
}
