package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// firstGets returns the first call in the function that gets what a request names, and the first that gets an object of the type which the
// package's controllers are for: the one before may get another object of that name. Where a later one fails because the object is gone
// by then, the next run of Reconcile ends at the first.
func (f *function) firstGets(request *types.Var) []*ast.CallExpr {
	var list []*ast.CallExpr
	seen := make(map[string]bool)
	for at := range f.at.Preorder((*ast.CallExpr)(nil)) {
		call := at.Node().(*ast.CallExpr)
		kind := ""
		switch {
		case f.gets(call, request):
			kind = types.TypeString(code.Deref(f.info.TypeOf(call.Args[2])), nil)
		case f.fetches(call, request):
			kind = types.TypeString(code.Deref(syntax.Called(f.info, call).Signature().Results().At(0).Type()), nil)
		default:
			continue
		}
		if !seen[kind] && (len(list) == 0 || f.isFor(kind)) {
			list = append(list, call)
		}
		seen[kind] = true
	}
	return list
}

// isFor reports whether a builder in a method of the same type makes a controller for objects of a type.
func (f *function) isFor(kind string) bool {
	for fn, decl := range f.decls {
		recv, own := fn.Signature().Recv(), f.sig.Recv()
		if recv == nil || own == nil || symbol.OfType(code.Deref(recv.Type())) != symbol.OfType(code.Deref(own.Type())) {
			continue
		}
		for call := range syntax.All[*ast.CallExpr](decl) {
			if name := syntax.CalledName(f.info, call); name.Last() == "For" && name.In(known.Builder) &&
				types.TypeString(code.Deref(f.info.TypeOf(call.Args[0])), nil) == kind {
				return true
			}
		}
	}
	return false
}

// gets reports whether a call gets the object that a request names, by a client.
func (f *function) gets(call *ast.CallExpr, request *types.Var) bool {
	name := syntax.CalledName(f.info, call)
	return name.Last() == "Get" && name.In(known.ControllerRuntime+"/pkg/client") && len(call.Args) > 2 && f.names(call.Args[1], request)
}

// names reports whether an expression is the key of the object that a request names, or names the object itself.
func (f *function) names(key ast.Expr, request *types.Var) bool {
	switch key := ast.Unparen(key).(type) {
	case *ast.SelectorExpr:
		return key.Sel.Name == "NamespacedName" && syntax.Var(f.info, key.X) == request
	case *ast.Ident:
		v := syntax.Var(f.info, key)
		if v == request {
			return true
		}
		value := syntax.OnlyGiven(f.pass, v)
		_, again := value.(*ast.Ident)
		return v != nil && !v.IsField() && value != nil && !again && f.names(value, request)
	case *ast.CompositeLit:
		name, namespace := syntax.Field(key, "Name"), syntax.Field(key, "Namespace")
		return name != nil && f.partOf(name, "Name", request) && (namespace == nil || f.partOf(namespace, "Namespace", request))
	}
	return false
}

// partOf reports whether an expression is a field of a name of a request.
func (f *function) partOf(e ast.Expr, field string, request *types.Var) bool {
	of, name := syntax.Selected(e)
	if whole, key := syntax.Selected(of); key == "NamespacedName" {
		of = whole
	}
	return name == field && syntax.Var(f.info, of) == request
}

// fetches reports whether a call is of a function of the package that gets the object that a request names, and hands any error of that
// Get on.
func (f *function) fetches(call *ast.CallExpr, request *types.Var) bool {
	inner := f.ofPackage(call)
	if inner == nil || inner.sig.Results().Len() != 2 || !inner.returns || known.ReturnsResult(inner.sig) ||
		syntax.Any(inner.decl, func(id *ast.Ident) bool { return strings.Contains(id.Name, "NotFound") }) {
		return false
	}
	for i, arg := range call.Args[:min(len(call.Args), inner.sig.Params().Len())] {
		if f.names(arg, request) && inner.getsAndFails(inner.sig.Params().At(i)) {
			return true
		}
	}
	return false
}

// getsAndFails reports whether a function gets the object of a key, and then returns the error as it is.
func (f *function) getsAndFails(key *types.Var) bool {
	for list := range syntax.All[*ast.BlockStmt](f.decl.Body) {
		for _, t := range f.testsIn(list.List) {
			if f.gets(t.call, key) && !f.deferredUses(t.err, t.branch.End()) {
				return f.returnsAsIs(t.branch.Body.List, t.err) != nil
			}
		}
	}
	return false
}

// normal reports whether a branch takes what an error says for a state like any other: an object that is gone, or what
// is told at the level of information, with no word of the error.
func (p *path) normal() bool {
	gets := p.getsByLast(p.call)
	if !p.mentions(p.branch.Body, p.err) && p.saysNil(p.branch.Cond) == nil {
		return gets || len(p.branch.Body.List) > 1 && !p.toldAsError(p.branch.Body)
	}
	asks := syntax.Any(p.branch, func(inner *ast.IfStmt) bool { return inner != p.branch && p.mentions(inner.Cond, p.err) })
	return gets && !asks && syntax.OfError(p.info, p.branch.Cond, token.NEQ)
}

// getsByLast reports whether a call gets the object that the last parameter of the function names.
func (f *function) getsByLast(call *ast.CallExpr) bool {
	n := f.sig.Params().Len()
	return n > 0 && f.gets(call, f.sig.Params().At(n-1))
}

// getsRequest reports whether a call gets the object that the function's request names: that it is gone is no failure.
// What it gets by that name after that is of another kind.
func (f *function) getsRequest(call *ast.CallExpr) bool {
	return f.getsByLast(call) && !(f.reconciles && syntax.Any(f.decl.Body, func(first *ast.CallExpr) bool {
		return first.Pos() < call.Pos() && f.getsByLast(first) && !types.Identical(f.info.TypeOf(first.Args[2]), f.info.TypeOf(call.Args[2]))
	}))
}
