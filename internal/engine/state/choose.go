package state

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Choose returns the methods of the package's reconcilers, of other types that take items or are told of events, and of the types of their
// fields.
func Choose(pass *analysis.Pass) map[*ast.FuncDecl]bool {
	reconcilers := make(map[*types.TypeName]bool)
	for at := range syntax.Preorder(pass, (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		for _, e := range syntax.Handlers(pass.TypesInfo, at.Node()) {
			if fn, _ := syntax.Object(pass.TypesInfo, e).(*types.Func); fn != nil && fn.Signature().Recv() != nil {
				reconcilers[code.TypeName(fn.Signature().Recv().Type())] = true
			}
		}
	}
	byType := make(map[*types.TypeName][]*ast.FuncDecl)
	for decl := range syntax.FuncDecls(pass) {
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || fn.Signature().Recv() == nil {
			continue
		}
		of := code.TypeName(fn.Signature().Recv().Type())
		byType[of] = append(byType[of], decl)
		if fn.Name() == "Reconcile" && known.Reconciles(fn.Signature()) || known.ReconcilesKind(fn) || known.Connects(fn) || known.Admits(fn) ||
			blocking.Served(pass)[fn] ||
			syntax.AnyNow(decl, func(call *ast.CallExpr) bool { return known.TakesItem(syntax.CalledName(pass.TypesInfo, call)) }) {
			reconcilers[of] = true
		}
	}
	chosen := make(map[*ast.FuncDecl]bool)
	for work := slices.Collect(maps.Keys(reconcilers)); len(work) > 0; work = work[1:] {
		if work[0] == nil {
			continue
		}
		for _, decl := range byType[work[0]] {
			chosen[decl] = true
		}
		fields, ok := work[0].Type().Underlying().(*types.Struct)
		for i := 0; ok && i < fields.NumFields(); i++ { // passstate: embeds
			for _, of := range typesOf(pass.Pkg, fields.Field(i).Type()) {
				if byType[of] != nil && !reconcilers[of] {
					reconcilers[of] = true
					work = append(work, of)
				}
			}
		}
	}
	if len(chosen) > 0 {
		handsItself(pass, chosen)
		setVariables(pass, chosen)
	}
	return chosen
}

// typesOf returns the types of what a field of a type has: the one of the package that implements an interface, or those that
// may be in a list of such (passstate: scales; state.txt, steps in a list).
func typesOf(pkg *types.Package, t types.Type) (list []*types.TypeName) {
	of, isList := t.Underlying().(*types.Slice)
	if isList {
		t = of.Elem()
	}
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return []*types.TypeName{code.TypeName(t)}
	}
	for _, fn := range methods.Implementing(pkg, iface, iface.Method(0)) {
		list = append(list, code.TypeName(fn.Signature().Recv().Type()))
	}
	if len(list) > 1 && !isList {
		return nil
	}
	return list
}

// setVariables chooses the functions that set variables of the package or of the environment, and those that call them.
func setVariables(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool) {
	var all ssacode.Set[*types.Func]
	callers := make(map[*types.Func][]*types.Func)
	for decl := range syntax.FuncDecls(pass) {
		fn, _ := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		for n := range ast.Preorder(decl.Body) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
					v := syntax.Root(pass.TypesInfo, to)
					return v != nil && v.Parent() == pass.Pkg.Scope()
				}) {
					all.Add(fn)
				}
			case *ast.CallExpr:
				called := syntax.Called(pass.TypesInfo, n)
				callers[called] = append(callers[called], fn)
				if called != nil && symbol.Of(called) == setenv {
					all.Add(fn)
				}
			}
		}
	}
	all.Spread(func(fn *types.Func) { all.Add(callers[fn]...) })
	for decl := range syntax.FuncDecls(pass) {
		if fn, _ := pass.TypesInfo.Defs[decl.Name].(*types.Func); all.Has[fn] && decl.Recv == nil {
			chosen[decl] = true
		}
	}
}

// handsItself chooses the functions that methods hand what they are methods of, or a field of it to write into, too.
func handsItself(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool) {
	decls := syntax.Declarations(pass)
	for _, decl := range slices.Collect(maps.Keys(chosen)) {
		recv := pass.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv()
		for call := range syntax.All[*ast.CallExpr](decl.Body) {
			fn := syntax.Called(pass.TypesInfo, call)
			if decls[fn] == nil || fn.Signature().Recv() != nil {
				continue
			}
			if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
				_, field := ast.Unparen(arg).(*ast.UnaryExpr)
				return syntax.Var(pass.TypesInfo, arg) == recv || field && syntax.Root(pass.TypesInfo, syntax.Address(arg)) == recv
			}) {
				chosen[decls[fn]] = true
			}
		}
	}
}

// takes reports whether an instruction takes an item from a queue made by hand.
func takes(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	fn := ways.Called(call.Common())
	return fn != nil && known.Func(symbol.Of(fn)) == known.QueueGet
}

// registered reports whether the package makes a controller's reconciler of something of a type: that stays, though it is called with
// objects.
func registered(pkg *analysis.Pass, of symbol.Name) bool {
	for at := range syntax.Preorder(pkg, (*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		if known.Func(syntax.CalledName(pkg.TypesInfo, call)) == known.ObjectReconciler && len(call.Args) > 1 &&
			symbol.OfType(code.Deref(pkg.TypesInfo.TypeOf(call.Args[1]))) == of {
			return true
		}
	}
	return false
}
