package mistakes

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// FinalizedAt returns where a reconciler ends a pass once it has written a finalizer into an object of a type, and leaves the rest to the
// event of that update: it returns neither an error of its own nor a Result, and there is more to do. It is nil where there is none. See
// testdata updates/statuses, claimer.
func FinalizedAt(pass *analysis.Pass, reconciler, typ symbol.Name) ast.Expr {
	fns := mentioned(pass, methodOf(pass, reconciler))
	for body, fn := range syntax.Functions(pass) {
		if obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func); !ok || !slices.Contains(fns, ast.Node(fn)) ||
			!known.ReturnsResult(obj.Signature()) {
			continue
		}
		for at := range body.Preorder((*ast.IfStmt)(nil)) {
			branch := at.Node().(*ast.IfStmt)
			last, _ := syntax.Last[*ast.ReturnStmt](branch.Body.List)
			if last == nil || !isEmpty(last) || !followed(at) || changesSpec(branch) || whileDeleted(at, fn) ||
				syntax.InLiteral(at) || !addsFinalizer(pass, branch) {
				continue
			}
			for call := range syntax.All[*ast.CallExpr](branch.Body) {
				of := func(arg ast.Expr) bool { return symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(arg))) == typ }
				if writes(pass, call, slices.IndexFunc(call.Args, of)) {
					return call
				}
			}
		}
	}
	return nil
}

// EndedAt returns where a reconciler asks whether an object of a type is being deleted, in functions of the package of a pass that it leads
// to by name and that have to do with finalizers: the object stays until the reconciler hears of that. It is nil for one that does not ask,
// or that asks for its request again. See testdata updates/ending.
func EndedAt(pass *analysis.Pass, reconciler, typ symbol.Name) (at ast.Expr) {
	reconcile, ok := methodOf(pass, reconciler).(*ast.FuncDecl)
	if !ok || polls(pass, reconcile) {
		return nil
	}
	fns := mentioned(pass, reconcile)
	for _, fn := range fns {
		for sel := range syntax.All[*ast.SelectorExpr](fn) {
			if at == nil && asksDeleted(pass.TypesInfo, sel, typ) {
				at = sel
			}
		}
	}
	if !slices.ContainsFunc(fns, func(fn ast.Node) bool { return finalizes(pass.TypesInfo, fn, typ) }) {
		return nil
	}
	return at
}

// asksDeleted reports whether a selector takes what tells whether an object of a type is being deleted.
func asksDeleted(info *types.Info, sel *ast.SelectorExpr, typ symbol.Name) bool {
	return strings.TrimPrefix(sel.Sel.Name, "Get") == "DeletionTimestamp" && symbol.OfType(code.Deref(info.TypeOf(owner(sel)))) == typ
}

// finalizes reports whether code has to do with finalizers of objects of a type: updates/ending, keeper.
func finalizes(info *types.Info, n ast.Node, typ symbol.Name) bool {
	is := func(e ast.Expr) bool { return symbol.OfType(code.Deref(info.TypeOf(e))) == typ }
	return syntax.Any(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return strings.Contains(n.Sel.Name, "Finalizer") && is(owner(n))
		case *ast.CallExpr:
			return slices.ContainsFunc(n.Args, is) && syntax.Any(n.Fun, func(id *ast.Ident) bool { return strings.Contains(id.Name, "Finalizer") })
		}
		return false
	})
}

// addsFinalizer reports whether a statement adds a finalizer to an object, itself or by a function of the package.
func addsFinalizer(pass *analysis.Pass, n ast.Node) bool {
	decls := syntax.Declarations(pass)
	adds := func(call *ast.CallExpr) bool { return syntax.CalledName(pass.TypesInfo, call) == known.AddFinalizer }
	return syntax.Any(n, func(call *ast.CallExpr) bool {
		fn := syntax.Called(pass.TypesInfo, call)
		return adds(call) || decls[fn] != nil && syntax.Any(decls[fn], adds)
	})
}

// writes reports whether a call sends one of its arguments, itself or as a function of the package that does so with this parameter. See
// testdata updates/statuses, claims.
func writes(pass *analysis.Pass, call *ast.CallExpr, arg int) bool {
	fn := syntax.Called(pass.TypesInfo, call)
	if fn == nil || arg < 0 || known.Sends(fn) {
		return fn != nil && arg == 1
	}
	decl := syntax.Declarations(pass)[fn]
	return decl != nil && arg < fn.Signature().Params().Len() && syntax.Any(decl, func(call *ast.CallExpr) bool {
		sends := syntax.Called(pass.TypesInfo, call)
		return sends != nil && known.Sends(sends) && len(call.Args) > 1 &&
			syntax.Object(pass.TypesInfo, call.Args[1]) == fn.Signature().Params().At(arg)
	})
}

// changesSpec reports whether a statement sets a part of a Spec: that changes the generation, and the update passes.
func changesSpec(n ast.Node) bool {
	return syntax.Any(n, func(set *ast.AssignStmt) bool {
		return slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool { return syntax.Spells(to, "Spec") })
	})
}

// followed reports whether a function does more behind a branch of its own body.
func followed(at inspector.Cursor) bool {
	next, ok := at.NextSibling()
	if !ok {
		return false
	}
	_, returns := next.Node().(*ast.ReturnStmt)
	_, within := at.Parent().Parent().Node().(*ast.FuncDecl)
	return within && (!returns || syntax.Any(next.Node(), func(*ast.CallExpr) bool { return true }))
}
