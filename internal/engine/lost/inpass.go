package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// goesOn reports whether a branch ends with the next item of a loop.
func goesOn(branch *ast.IfStmt) bool {
	last, ok := syntax.Last[*ast.BranchStmt](branch.Body.List)
	return ok && last.Tok == token.CONTINUE
}

// passes returns the functions of the package that a pass of a reconciler may run, or a handler of events.
func (c *finder) passes() reach {
	var roots []*types.Func
	works, runs := false, slices.ContainsFunc(c.pass.Pkg.Imports(), func(imp *types.Package) bool {
		return strings.HasPrefix(imp.Path(), known.ControllerRuntime)
	})
	for fn, decl := range c.decls {
		takes := syntax.Any(decl, c.takesItem)
		if works = works || takes; takes || known.ReturnsResult(fn.Signature()) || known.External(fn) || known.ReconcilesKind(fn) ||
			runs && known.Starts(fn) ||
			begins(strings.ToLower(fn.Name()), "reconcile") || syntax.Any(decl, func(lit *ast.FuncLit) bool {
			sig, ok := c.info.TypeOf(lit).(*types.Signature)
			return ok && known.ReturnsResult(sig)
		}) {
			roots = append(roots, fn)
		}
	}
	for fn := range c.conditions() { // such as the function that a worker was made with, here or in another package
		if works && syntax.ReturnsError(fn.Signature()) || takesKey(fn.Signature()) {
			roots = append(roots, fn)
		}
	}
	roots = slices.AppendSeq(append(roots, c.calledBack()...), maps.Keys(blocking.Served(c.pass)))
	in, events := c.reached(roots), c.reached(c.handling)
	in.events = make(map[*types.Func]bool)
	for fn := range events.own {
		in.events[fn] = !in.own[fn]
	}
	maps.Copy(in.own, events.own)
	maps.Copy(in.others, events.others)
	return in
}

// takesKey reports whether a function is one for the keys of a queue, as workers that are written once are handed.
func takesKey(sig *types.Signature) bool {
	n := sig.Params().Len()
	if n == 0 || sig.Results().Len() != 1 || !syntax.ReturnsError(sig) {
		return false
	}
	of := sig.Params().At(n - 1).Type()
	key, ok := of.(*types.Basic)
	return (ok && key.Kind() == types.String || syntax.IsName(of)) && (n == 1 || n == 2 && handsContext(sig))
}

// reached returns where some functions lead, to themselves first.
func (c *finder) reached(roots []*types.Func) reach {
	in := reach{own: make(map[*types.Func]bool), others: make(map[symbol.Name]bool), calls: make(map[*types.Func]bool)}
	var all ssacode.Set[*types.Func]
	all.Add(roots...)
	for _, fn := range roots {
		if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && ofModule(c.pass, fn) {
			in.calls[fn.Origin()] = true // which a worker is made with
		}
	}
	all.Spread(func(fn *types.Func) {
		if name := symbol.Of(fn); len(c.others().funcs[name].Errors) > 0 {
			in.others[name] = true
		}
		if c.decls[fn] == nil {
			return
		}
		in.own[fn] = true
		for _, used := range c.uses(fn) {
			all.Add(used.fn)
			for _, method := range used.methods {
				all.Add(method.Origin())
			}
			if used.inModule {
				in.calls[used.fn] = true
			}
			for _, name := range used.elsewhere {
				in.others[name] = true
			}
		}
	})
	return in
}

// uses returns what a function of the package calls, or hands on, each once.
func (c *finder) uses(fn *types.Func) []use {
	return memo.Of(c.used, fn, func() (list []use) {
		all, seen := c.others(), make(map[*types.Func]bool)
		for id := range syntax.All[*ast.Ident](c.decls[fn]) {
			used, ok := c.info.Uses[id].(*types.Func)
			if !ok || seen[used] {
				continue
			}
			seen[used] = true
			u, recv := use{fn: used.Origin()}, used.Signature().Recv()
			u.inModule = recv != nil && types.IsInterface(recv.Type()) && ofModule(c.pass, used)
			u.methods, u.elsewhere = all.implementing(c.pass.Pkg, used)
			list = append(list, u)
		}
		return list
	})
}

// calledBack returns the methods of the package that a pass of another one calls by an interface: losterrors, calledback.
func (c *finder) calledBack() (list []*types.Func) {
	if len(c.others().calls) == 0 {
		return nil
	}
	own := make(map[symbol.Name]*types.Func)
	for fn := range c.decls {
		own[symbol.Of(fn)] = fn
	}
	for _, t := range methods.Of(c.pass.Pkg, func(*types.Func) bool { return true }) {
		for _, called := range c.others().calls {
			if m, ok := t.Has(called, called.Name); ok && own[m.Func] != nil {
				list = append(list, own[m.Func])
			}
		}
	}
	return list
}

// takesItem reports whether a call takes an item from a queue, or events from a watch.
func (c *finder) takesItem(call *ast.CallExpr) bool {
	name := syntax.CalledName(c.info, call)
	return known.TakesItem(name) || name == "k8s.io/apimachinery/pkg/watch.Interface.ResultChan"
}
