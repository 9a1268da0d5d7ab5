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
		case f.gets(call, request) && len(call.Args) > 2:
			kind = types.TypeString(code.Deref(f.info.TypeOf(call.Args[2])), nil)
		case f.fetches(call, request):
			if sig := syntax.Called(f.info, call).Signature(); sig.Results().Len() > 0 {
				kind = types.TypeString(code.Deref(sig.Results().At(0).Type()), nil)
			}
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
			if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "For" || len(call.Args) == 0 {
				continue
			}
			if syntax.CalledName(f.info, call).In(known.ControllerRuntime+"/pkg/builder") &&
				types.TypeString(code.Deref(f.info.TypeOf(call.Args[0])), nil) == kind {
				return true
			}
		}
	}
	return false
}

// gets reports whether a call gets the object that a request names, by a client.
func (f *function) gets(call *ast.CallExpr, request *types.Var) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || fn.Name() != "Get" || fn.Pkg() == nil || len(call.Args) < 2 || fn.Pkg().Path() != known.ControllerRuntime+"/pkg/client" {
		return false
	}
	return f.names(call.Args[1], request)
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
		value := syntax.OnlyGiven(f.info, []ast.Node{f.decl.Body}, v)
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
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != field {
		return false
	}
	if inner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok && inner.Sel.Name == "NamespacedName" {
		return syntax.Var(f.info, inner.X) == request
	}
	return syntax.Var(f.info, sel.X) == request
}

// fetches reports whether a call is of a function of the package that gets the object that a request names, and hands any error of that
// Get on.
func (f *function) fetches(call *ast.CallExpr, request *types.Var) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || fn.Pkg() != f.pass.Pkg || fn.Signature().Results().Len() != 2 || !syntax.ReturnsError(fn.Signature()) ||
		known.ReturnsResult(fn.Signature()) {
		return false
	}
	inner := f.sibling(fn)
	if inner == nil || syntax.Any(inner.decl, func(id *ast.Ident) bool { return strings.Contains(id.Name, "NotFound") }) {
		return false
	}
	for i, arg := range call.Args {
		if i >= fn.Signature().Params().Len() || !f.names(arg, request) {
			continue
		}
		if inner.getsAndFails(inner.sig.Params().At(i)) {
			return true
		}
	}
	return false
}

// getsAndFails reports whether a function gets the object of a key, and then returns the error as it is.
func (f *function) getsAndFails(key *types.Var) bool {
	for list := range syntax.All[*ast.BlockStmt](f.decl.Body) {
		for i, s := range list.List {
			branch, ok := s.(*ast.IfStmt)
			if !ok {
				continue
			}
			err, notFound := f.askedFor(branch.Cond)
			if err == nil || notFound {
				continue
			}
			call := f.given(branch, list.List[:i], err)
			if call != nil && f.gets(call, key) && !f.deferredUses(err, branch.End()) {
				return f.returnsAsIs(branch.Body.List, err) != nil
			}
		}
	}
	return false
}

// normal reports whether a branch takes what an error says for a state like any other: an object that is gone, or what
// is told at the level of information, with no word of the error.
func (p *path) normal() bool {
	if !p.mentions(p.branch.Body, p.err) && p.saysNil(p.branch.Cond) == nil {
		if n := p.sig.Params().Len(); n > 0 && p.gets(p.call, p.sig.Params().At(n-1)) {
			return true
		}
		return len(p.branch.Body.List) > 1 && !p.toldAsError(p.branch.Body)
	}
	if n := p.sig.Params().Len(); n == 0 || !p.gets(p.call, p.sig.Params().At(n-1)) {
		return false
	}
	asks := syntax.Any(p.branch, func(inner *ast.IfStmt) bool { return inner != p.branch && p.mentions(inner.Cond, p.err) })
	c, ok := ast.Unparen(p.branch.Cond).(*ast.BinaryExpr)
	return !asks && ok && c.Op == token.NEQ && p.errorOf(c.X) != nil
}

// getsRequest reports whether a call gets the object that the function's request names: that it is gone is no failure.
// What it gets by that name after that is of another kind.
func (f *function) getsRequest(call *ast.CallExpr) bool {
	n := f.sig.Params().Len()
	return n > 0 && f.gets(call, f.sig.Params().At(n-1)) && !(f.reconciles && syntax.Any(f.decl.Body, func(first *ast.CallExpr) bool {
		return first.Pos() < call.Pos() && f.gets(first, f.sig.Params().At(n-1)) && !f.sameObject(first, call)
	}))
}

// sameObject reports whether two calls of Get read objects of one type.
func (f *function) sameObject(a, b *ast.CallExpr) bool {
	return len(a.Args) > 2 && len(b.Args) > 2 && types.Identical(f.info.TypeOf(a.Args[2]), f.info.TypeOf(b.Args[2]))
}
