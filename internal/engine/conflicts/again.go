package conflicts

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// withHelpers adds the functions that hand function literals to some that try something again, and those of the package that literals
// call.
func (c *Client) withHelpers(chosen map[*ast.FuncDecl]bool) map[*ast.FuncDecl]bool {
	decls := syntax.Declarations(c.pass)
	declared := func(call *ast.CallExpr) *ast.FuncDecl {
		if fn := syntax.Called(c.pass.TypesInfo, call); fn != nil {
			return decls[fn.Origin()]
		}
		return nil
	}
	all := make(map[*ast.FuncDecl]bool)
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
			for call := range syntax.All[*ast.CallExpr](lit.Body) {
				if of := declared(call); of != nil && of.Body != nil {
					all[of] = true
				}
			}
		}
	}
	return all
}

// retried reports whether a function literal is handed to a function that calls it again after a conflict.
func retried(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for call := range ssacode.All[*ssa.Call](fn.Parent()) {
		at := slices.IndexFunc(call.Call.Args, func(arg ssa.Value) bool { return paths.FunctionOf(arg) == fn })
		if to := ways.Called(&call.Call); at >= 0 && to != nil && to.Pkg() != nil &&
			(to.Pkg().Path() == Retries || polls(symbol.Of(to)) && asksConflict(fn) || handsOn(call.Call.StaticCallee(), at)) {
			return true
		}
	}
	return false
}

// polls reports whether a function calls another until that says that it is done.
func polls(name symbol.Name) bool {
	switch known.Wait(name) {
	case known.Poll, known.PollForever, known.RetryBackoff:
		return true
	}
	return false
}

func asksConflict(fn *ssa.Function) bool {
	for call := range ssacode.All[*ssa.Call](fn) {
		if isConflict(call) {
			return true
		}
	}
	return false
}

func isConflict(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && ways.Called(&call.Call) != nil && symbol.Of(ways.Called(&call.Call)) == known.IsConflict
}

// handsOn reports whether a function of the package hands a parameter to client-go to be called again.
func handsOn(fn *ssa.Function, param int) bool {
	if fn == nil || len(fn.Blocks) == 0 || param >= len(fn.Params) {
		return false
	}
	for call := range ssacode.All[*ssa.Call](fn) {
		if to := ways.Called(&call.Call); to != nil && to.Pkg() != nil && to.Pkg().Path() == Retries &&
			slices.Contains(call.Call.Args, ssa.Value(fn.Params[param])) {
			return true
		}
	}
	return false
}

// written returns the object that a call updates with the resource version that it has, nil for any other call.
func written(c *ssa.CallCommon) ssa.Value {
	fn := ways.Called(c)
	if fn == nil || fn.Pkg() == nil || len(c.Args) == 0 {
		return nil
	}
	if fn.Name() == "Patch" && len(c.Args) > 2 && c.IsInvoke() {
		if patch, ok := c.Args[2].(*ssa.Call); ok && ways.Called(&patch.Call) != nil && ways.Called(&patch.Call).Name() == "MergeFromWithOptions" {
			return c.Args[1] // the one option is to lock it
		}
	}
	if fn.Name() != "Update" && fn.Name() != "UpdateStatus" {
		return writtenBy(c.StaticCallee(), c.Args)
	}
	if fn.Pkg().Path() == known.ControllerRuntime+"/pkg/client" && c.IsInvoke() && len(c.Args) > 1 {
		return c.Args[1]
	}
	results := fn.Signature().Results()
	if results.Len() != 2 || !syntax.IsError(results.At(1).Type()) {
		return nil
	}
	for _, arg := range c.Args { // of a clientset: what it returns is what it is handed
		if _, pointer := arg.Type().(*types.Pointer); pointer && types.Identical(arg.Type(), results.At(0).Type()) {
			return arg
		}
	}
	return nil
}

// writtenBy returns which of its arguments a function of the package updates and does not read again, nil for none.
func writtenBy(fn *ssa.Function, args []ssa.Value) ssa.Value {
	if fn == nil || fn.Parent() != nil || len(fn.Params) != len(args) {
		return nil
	}
	for call := range ssacode.All[*ssa.Call](fn) {
		if call.Call.StaticCallee() != nil {
			continue
		}
		if of, ok := root(written(&call.Call)).(*ssa.Parameter); ok && !refreshed(fn, call, of) {
			return args[slices.Index(fn.Params, of)]
		}
	}
	return nil
}
