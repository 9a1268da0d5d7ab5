package mistakes

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofReceiver stands for the fields of what a method belongs to, among the parameters by which a function reads.
const ofReceiver = -1

// fetches returns the parameters, counted from 0, by which a function reads objects with controller-runtime's client before it waits for
// anything. What is of no Go type comes from no cache.
func (p *program) fetches(decl *ast.FuncDecl, fn *types.Func) (list []int) {
	sig := fn.Signature()
	syntax.AnyNow(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !p.readsItself(n) || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
			return known.DynamicObject(symbol.OfType(types.Unalias(p.info.TypeOf(arg)))) || p.isDynamic(arg)
		}) {
			return p.mayAwait(n)
		}
		of, _ := syntax.Selected(call.Fun)
		by := syntax.Param(sig, syntax.Var(p.info, of))
		if root, _ := syntax.Selected(of); by < 0 && sig.Recv() != nil {
			if syntax.Var(p.info, of) != sig.Recv() && (root == nil || syntax.Var(p.info, root) != sig.Recv()) {
				return false
			}
		} else if by < 0 {
			return false
		}
		if !slices.Contains(list, by) {
			list = append(list, by)
		}
		return false
	})
	return list
}

// isDynamic reports whether an expression is an object of no Go type, or a pointer to one.
func (p *program) isDynamic(e ast.Expr) bool {
	ptr, ok := p.info.TypeOf(e).(*types.Pointer)
	return ok && known.DynamicObject(symbol.OfType(ptr.Elem()))
}

// readsAtSetUp looks for what a function reads with the client of a manager before that has started: it starts the manager itself, or sets
// up controllers. unwatched, atonce.
func (p *program) readsAtSetUp(setUp *ast.FuncDecl) {
	if !p.setsUp(setUp) ||
		syntax.Spelled(p.pass, "NewClient", "DisableFor", "ClientDisableCacheFor") || // its managers' clients may have no caches
		syntax.AnyType(p.info.Defs[setUp.Name].(*types.Func).Signature().Params(), isRequest) { // whoever sends it, the manager runs
		return
	}
	var read *ast.CallExpr
	begun := make(map[*ast.CallExpr]bool) // of which RL7003 tells, too
	syntax.AnyNow(setUp.Body, func(n ast.Node) bool {
		if begins, ok := n.(*ast.GoStmt); ok {
			begun[begins.Call] = true
		}
		call, ok := n.(*ast.CallExpr)
		if ok && !begun[call] && p.readsNow(call, setUp) {
			read = call
		}
		return read != nil || ok && !begun[call] && p.mayAwait(n)
	})
	if read != nil {
		p.found(Mistake{Pos: read.Pos(), Kind: AtOnce, Expr: read.Fun})
	}
}

// isRequest reports whether a type is that of a request: of a reconciler, of a webhook or of HTTP.
func isRequest(t types.Type) bool {
	return strings.HasSuffix(string(symbol.OfType(code.Deref(t))), "Request")
}

// readsNow reports whether a call reads with the client of a manager in a function: itself, or as what it calls does by what it is handed,
// or by what it is a method of, that was made with the client.
func (p *program) readsNow(call *ast.CallExpr, setUp *ast.FuncDecl) bool {
	of, _ := syntax.Selected(call.Fun)
	if p.readsItself(call) {
		return p.ofManager(setUp, of) && !slices.ContainsFunc(call.Args, p.isDynamic)
	}
	by := p.helpers[syntax.CalledName(p.info, call)].Fetches
	fn := syntax.Called(p.info, call)
	if decl := p.decls[fn]; decl != nil {
		by = p.fetches(decl, fn)
	}
	return slices.ContainsFunc(by, func(i int) bool {
		if i != ofReceiver {
			return i < len(call.Args) && p.ofManager(setUp, call.Args[i])
		}
		made := syntax.Resolve(p.pass, of)
		return made != nil && syntax.AnyNow(made, func(e ast.Expr) bool { return p.ofManager(setUp, e) }) &&
			!syntax.Spells(made, "GetAPIReader") && !syntax.Any(made, func(c *ast.CallExpr) bool { return p.primitive(c) == known.NewClient })
	})
}
