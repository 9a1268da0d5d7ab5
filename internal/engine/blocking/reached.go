package blocking

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// reached returns what the package does with the map in a field of its own.
func (g *graph) reached(field *types.Var) []reach {
	if g.reaches == nil {
		g.reaches, g.callers = make(map[*types.Var][]reach), make(map[*types.Func][]place)
		g.surrounding, g.making = make(map[*types.Func]map[types.Object]bool), make(map[*types.Var]bool)
		for at, decl := range syntax.Functions(g.pass) {
			in, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			for at := range at.Preorder((*ast.Ident)(nil)) {
				switch used := g.pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(type) {
				case *types.Func:
					if ok {
						for _, to := range g.targets(used.Origin()) {
							g.callers[to.fn] = append(g.callers[to.fn], place{in, at.Node().Pos(), g.ofMade(at)})
						}
					}
				case *types.Var:
					_, isMap := used.Type().Underlying().(*types.Map)
					if !ok || !isMap || !used.IsField() || used.Pkg() != g.pass.Pkg || at.ParentEdgeKind() != edge.SelectorExpr_Sel {
						break
					}
					sel := at.Parent().Node().(*ast.SelectorExpr)
					if writes, is := touches(at.Parent()); is && !g.made(sel) {
						g.reaches[used.Origin()] = append(g.reaches[used.Origin()], reach{place{in: in, pos: at.Node().Pos()}, sel, writes})
					}
				}
			}
		}
	}
	return g.reaches[field]
}

// made reports whether a function has made what an expression is a part of: nobody else has that yet.
func (g *graph) made(e ast.Expr) bool {
	root := g.root(e)
	return root != nil && root.Kind() == types.LocalVar && memo.Of(g.making, root, func() bool {
		_, makes := syntax.Address(syntax.OnlyGiven(g.pass, root)).(*ast.CompositeLit)
		return makes
	})
}

// ofMade reports whether a function calls a method of what it has made, and does not begin it in a goroutine.
func (g *graph) ofMade(method inspector.Cursor) bool {
	sel, ok := method.Parent().Node().(*ast.SelectorExpr)
	call := method.Parent().Parent()
	return ok && method.Parent().ParentEdgeKind() == edge.CallExpr_Fun && call.ParentEdgeKind() != edge.GoStmt_Call &&
		!syntax.InLiteral(method) && g.made(sel)
}

// whileMade reports whether all that call a method have just made what it is called on, or are called so themselves: passstate, preset.
func (g *graph) whileMade(fn *types.Func, depth int) bool {
	return !fn.Exported() && g.allCallers(fn, depth, func(p place) bool { return p.made || g.whileMade(p.in, depth+1) })
}

// allCallers reports whether somebody calls a function, and something holds of all places where it is called.
func (g *graph) allCallers(fn *types.Func, depth int, holds func(place) bool) bool {
	callers := g.callers[fn]
	return depth < 4 && len(callers) > 0 && !slices.ContainsFunc(callers, func(p place) bool { return !holds(p) })
}

// atSetUp reports whether a function runs before all else: all that lead to it are handed a manager, or main. passstate, registry.
func (g *graph) atSetUp(fn *types.Func, depth int) bool {
	if fn.Name() == "main" || syntax.AnyType(fn.Signature().Params(), known.IsManager) {
		return true
	}
	return g.allCallers(fn, depth, func(p place) bool {
		return g.atSetUp(p.in, depth+1) && !syntax.Any(g.decls[p.in], func(later *ast.FuncLit) bool { return within(later, p.pos) })
	})
}

// touches reports whether an entry of the map at a place, or all, is looked up or written.
func touches(at inspector.Cursor) (writes, is bool) {
	switch at.ParentEdgeKind() {
	case edge.IndexExpr_X:
		by := at.Parent().ParentEdgeKind()
		return by == edge.AssignStmt_Lhs || by == edge.IncDecStmt_X, true
	case edge.RangeStmt_X:
		return false, true
	case edge.CallExpr_Args:
		call := at.Parent().Node().(*ast.CallExpr)
		writes = syntax.Is(call.Fun, "delete") || syntax.Is(call.Fun, "clear")
	}
	return writes, writes
}

// holdsAt reports whether a lock is certainly held at a place: the function has taken it before and not given it back, or all its callers
// have.
func (w *walker) holdsAt(lock *types.Var, at place, depth int) (held bool) {
	for block := range syntax.All[*ast.BlockStmt](w.g.decls[at.in].Body) {
		for _, s := range block.List {
			if call := syntax.CallOf(s); call != nil && s.Pos() < at.pos && at.pos < block.End() {
				held = w.lockOf(call) == lock || held && !isUnlock(call)
			}
		}
	}
	return held || !at.in.Exported() && w.g.allCallers(at.in, depth, func(p place) bool { return w.holdsAt(lock, p, depth+1) })
}
