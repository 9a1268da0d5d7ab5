package conflicts

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// withHelpers adds the functions that hand function literals to some that try something again, and those of the package that literals
// call, and that these call.
func (c *Client) withHelpers(chosen map[*ast.FuncDecl]bool) map[*ast.FuncDecl]bool {
	decls := syntax.Declarations(c.pass)
	declared := func(call *ast.CallExpr) *ast.FuncDecl { return decls[syntax.Called(c.pass.TypesInfo, call)] }
	all := make(map[*ast.FuncDecl]bool)
	add := func(body *ast.BlockStmt) (list []*ast.FuncDecl) {
		for call := range syntax.All[*ast.CallExpr](body) {
			if of := declared(call); of != nil {
				all[of] = true
				list = append(list, of)
			}
		}
		return list
	}
	for decl := range syntax.FuncDecls(c.pass) {
		again := chosen[decl]
		for call := range syntax.All[*ast.CallExpr](decl.Body) {
			again = again || chosen[declared(call)] &&
				slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { _, ok := ast.Unparen(arg).(*ast.FuncLit); return ok })
		}
		if !again {
			continue
		}
		all[decl] = true
		for lit := range syntax.All[*ast.FuncLit](decl.Body) {
			for _, of := range add(lit.Body) {
				add(of.Body)
			}
		}
	}
	return all
}

// retried reports whether a function literal is handed to a function that calls it again after a conflict, and whether it does so after
// other errors too.
func (c *Client) retried(fn *ssa.Function) (again, always bool) {
	if fn.Parent() == nil {
		return false, false
	}
	for call := range ssacode.All[*ssa.Call](fn.Parent()) {
		at := slices.IndexFunc(call.Call.Args, func(arg ssa.Value) bool { return paths.FunctionOf(arg) == fn })
		to := ways.Called(&call.Call)
		if at < 0 || to == nil || to.Pkg() == nil {
			continue
		}
		if again, always := c.triesAgain(call, to, at, fn); again {
			asked := predicate(&call.Call)
			if asked == nil {
				return true, always
			}
			return !refusesConflict(paths.FunctionOf(asked)), !isNamed(asked, known.IsConflict)
		}
	}
	return false, false
}

// triesAgain reports whether a call makes one of a function literal again after a conflict that it is handed, if whom it asks for the kinds
// of errors has nothing against it, and whether it does so after other errors too.
func (c *Client) triesAgain(call *ssa.Call, to *types.Func, at int, lit *ssa.Function) (again, always bool) {
	name := symbol.Of(to.Origin())
	switch {
	case to.Pkg().Path() == Retries, polls(name) && asksConflict(lit), c.elsewhere(name, retrying):
		return true, false
	case retriesAll(to.Pkg().Path()), c.elsewhere(name, repeating):
		return true, true
	}
	return c.handsOn(call.Call.StaticCallee(), at)
}

// predicate returns the function that a call is handed to say after which errors something is tried again, nil for none.
func predicate(call *ssa.CallCommon) ssa.Value {
	for _, arg := range call.Args {
		sig, ok := arg.Type().Underlying().(*types.Signature)
		if ok && sig.Params().Len() == 1 && syntax.IsError(sig.Params().At(0).Type()) && syntax.AnyType(sig.Results(), syntax.IsBool) {
			return arg
		}
	}
	return nil
}

// polls reports whether a function calls another until that says that it is done.
func polls(name symbol.Name) bool {
	switch known.Wait(name) {
	case known.Poll, known.PollForever, known.RetryBackoff:
		return true
	}
	return false
}

// retriesAll reports whether a package of somebody else's calls functions again, whatever their error is.
func retriesAll(path string) bool {
	return strings.HasPrefix(path, "github.com/cenkalti/backoff") || strings.HasPrefix(path, "github.com/avast/retry-go")
}

func asksConflict(fn *ssa.Function) bool {
	return ssacode.Any(fn, func(call *ssa.Call) bool { return isConflict(call) })
}

// handsOn reports whether a function of the package hands a parameter, or a literal that has it, to client-go or to another package to be
// called again, or calls it itself until it does not fail, and whether other errors than conflicts count.
func (c *Client) handsOn(fn *ssa.Function, param int) (again, always bool) {
	if fn == nil || len(fn.Blocks) == 0 || param >= len(fn.Params) {
		return false, false
	}
	if sig, ok := fn.Params[param].Type().Underlying().(*types.Signature); !ok || !syntax.AnyType(sig.Results(), syntax.IsError) {
		return false, false
	}
	for call := range ssacode.All[*ssa.Call](fn) {
		to := ways.Called(&call.Call)
		if to != nil && to.Pkg() != nil && slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return has(arg, fn.Params[param]) }) {
			name := symbol.Of(to.Origin())
			switch retries := c.elsewhere(name, retrying); {
			case to.Pkg().Path() == Retries:
				asked := predicate(&call.Call)
				return !refusesConflict(paths.FunctionOf(asked)), asked != nil
			case retries || c.elsewhere(name, repeating):
				return true, !retries
			}
		}
		if call.Call.Value == fn.Params[param] && len(call.Call.Args) == 0 && untilDone(call) {
			return true, true
		}
	}
	return false, false
}

// has reports whether a value is a parameter, or a function literal that has captured it: conflicts/kube.
func has(v ssa.Value, param *ssa.Parameter) bool {
	lit, ok := v.(*ssa.MakeClosure)
	return ways.Holds(v, param) || ok && slices.ContainsFunc(lit.Bindings, func(of ssa.Value) bool { return has(of, param) })
}

// atOnce reports whether client-go tries a function literal again within some 50 ms: an informer may be that far behind, and may be the
// reason for the conflict. conflicts, fromCache.
func atOnce(fn *ssa.Function) bool {
	return ssacode.Any(fn.Parent(), func(call *ssa.Call) bool {
		if len(call.Call.Args) != 2 || paths.FunctionOf(call.Call.Args[1]) != fn {
			return false
		}
		load, _ := call.Call.Args[0].(*ssa.UnOp)
		if load == nil {
			return false
		}
		backoff, ok := load.X.(*ssa.Global)
		return ok && backoff.Pkg.Pkg.Path() == Retries && backoff.Name() == "DefaultRetry"
	})
}

// cached returns the call by which a lister has returned an object, or what that is a copy of, nil for none.
func cached(object ssa.Value) *ssa.Call {
	result, _ := root(object).(*ssa.Extract)
	if result == nil {
		return nil
	}
	call, _ := result.Tuple.(*ssa.Call)
	if call == nil {
		return nil
	}
	if fn := ways.Called(&call.Call); fn == nil || fn.Name() != "Get" || fn.Pkg() == nil || !known.Caches(fn.Pkg().Path()) {
		return nil
	}
	return call
}

// untilDone reports whether a call is made again after an error, and only then.
func untilDone(call *ssa.Call) bool {
	err := ssa.Value(call)
	if n := call.Call.Signature().Results().Len(); n > 1 {
		err = ways.Result(call, n-1)
	}
	if onlyFor(err, call) {
		return false
	}
	for test := range ssacode.Only[*ssa.BinOp](*referrers(err)) {
		for branch := range ssacode.Only[*ssa.If](*test.Referrers()) {
			failed, done := branch.Block().Succs[0], branch.Block().Succs[1]
			if test.Op == token.EQL {
				failed, done = done, failed
			}
			if syntax.IsError(test.X.Type()) && ways.Reaches(failed, call.Block()) && !ways.Reaches(done, call.Block()) {
				return true
			}
		}
	}
	return false
}

// onlyFor reports whether a call is made again only after errors of a kind that the code asks for, and that is not conflicts. Whoever hands
// it a function that says so is taken to mean conflicts.
func onlyFor(err ssa.Value, call *ssa.Call) bool {
	for asks := range ssacode.Only[*ssa.Call](*referrers(err)) {
		_, handed := asks.Call.Value.(*ssa.Parameter)
		for use := range slices.Values(*asks.Referrers()) {
			branch, ok := use.(*ssa.If)
			yes := 0
			if not, negates := use.(*ssa.UnOp); negates && not.Op == token.NOT && len(*not.Referrers()) > 0 {
				branch, ok = (*not.Referrers())[0].(*ssa.If)
				yes = 1
			}
			if !handed && !isConflict(asks) {
				yes = 1 - yes
			}
			if ok && !ways.Reaches(branch.Block().Succs[yes], call.Block()) {
				return true
			}
		}
	}
	return false
}

// retriesItself reports whether a function calls one that it is handed, which may fail, and has a loop.
func retriesItself(info *types.Info, decl *ast.FuncDecl) bool {
	loops, calls := false, false
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = true
		case *ast.CallExpr:
			v := syntax.Var(info, n.Fun)
			calls = calls || v != nil && len(n.Args) == 0 && decl.Type.Params.Pos() <= v.Pos() && v.Pos() < decl.Type.Params.End()
		}
	}
	return loops && calls
}
