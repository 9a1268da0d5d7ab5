package failure

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findGone finds where Reconcile gets the object of its request, and returns the error as it is, or leaves it out where the object is
// gone and returns a delay all the same.
func (f *function) findGone(result *Result) {
	n := f.sig.Params().Len()
	if n == 0 || symbol.OfType(f.sig.Params().At(n-1).Type()) != known.Request {
		return
	}
	request := f.sig.Params().At(n - 1)
	first := f.firstGet(request)
	for at := range f.at.Preorder((*ast.BlockStmt)(nil)) {
		list := at.Node().(*ast.BlockStmt).List
		if inLiteral(at) {
			continue
		}
		for i, s := range list {
			branch, ok := s.(*ast.IfStmt)
			if !ok {
				continue
			}
			if c, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); !ok || c.Op != token.NEQ || f.errorOf(c.X) == nil {
				continue
			}
			err, call := f.tested(branch, list[:i])
			if err == nil || call != first || f.deferredUses(err) {
				continue
			}
			if ret := f.returnsAsIs(branch, err); ret != nil {
				gone := Gone{Pos: ret.Pos(), Client: f.clientName(ret.Pos())}
				lit, isLit := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
				if f.ignores(ret.Results[1]) {
					if !isLit || !f.comesBack(lit) {
						continue
					}
					gone.Again = lit
				}
				if isLit && len(lit.Elts) == 0 && f.errorOf(ret.Results[1]) == err {
					gone.Error = ret.Results[1]
				}
				result.Gones = append(result.Gones, gone)
			}
		}
	}
}

// firstGet returns the first call in the function that gets the object that a request names, nil if there is none. Where a later
// one fails because the object is gone by then, the next run of Reconcile ends at the first.
func (f *function) firstGet(request *types.Var) *ast.CallExpr {
	for at := range f.at.Preorder((*ast.CallExpr)(nil)) {
		if call := at.Node().(*ast.CallExpr); f.gets(call, request) {
			return call
		}
	}
	return nil
}

// gets reports whether a call gets the object that a request names, by a client.
func (f *function) gets(call *ast.CallExpr, request *types.Var) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || fn.Name() != "Get" || fn.Pkg() == nil || len(call.Args) < 2 || fn.Pkg().Path() != known.ControllerRuntime+"/pkg/client" {
		return false
	}
	sel, ok := ast.Unparen(call.Args[1]).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "NamespacedName" {
		return false
	}
	return syntax.Var(f.info, sel.X) == request
}

// returnsAsIs returns the return of a branch that hands an error on whatever kind it is of, nil if it looks at that, or if
// something else may.
func (f *function) returnsAsIs(branch *ast.IfStmt, err *types.Var) *ast.ReturnStmt {
	if branch.Else != nil || len(branch.Body.List) == 0 {
		return nil
	}
	for _, s := range branch.Body.List[:len(branch.Body.List)-1] {
		if !f.idle(s) {
			return nil
		}
	}
	ret, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || !f.mentions(ret.Results[1], err) {
		return nil
	}
	switch e := ast.Unparen(ret.Results[1]).(type) {
	case *ast.Ident:
		return ret
	case *ast.CallExpr:
		if f.ignores(e) {
			return ret
		}
		switch syntax.CalledName(f.info, e) {
		case "fmt.Errorf", "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage":
			if slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return syntax.Var(f.info, arg) == err }) {
				return ret // and not what another function makes of it
			}
		}
	}
	return nil
}

// ignores reports whether an expression leaves out the error of an object that is gone.
func (f *function) ignores(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := syntax.Called(f.info, call)
	return fn != nil && fn.Pkg() != nil && symbol.Of(fn) == known.IgnoreNotFound
}

// comesBack reports whether a Result that is written down says that the request comes back.
func (f *function) comesBack(lit *ast.CompositeLit) bool {
	if v := syntax.Field(lit, "Requeue"); v != nil {
		c := f.info.Types[v].Value
		return c != nil && constant.BoolVal(c)
	}
	if v := syntax.Field(lit, "RequeueAfter"); v != nil {
		c := f.info.Types[v].Value
		return c != nil && constant.Sign(c) > 0
	}
	return false
}

// clientName returns the name by which a place can use controller-runtime's client package, "" if there is none.
func (f *function) clientName(at token.Pos) string {
	if f.file == nil {
		return ""
	}
	for _, spec := range f.file.Imports {
		name := f.info.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != known.ControllerRuntime+"/pkg/client" {
			continue
		}
		if scope := f.pass.Pkg.Scope().Innermost(at); scope != nil {
			if _, found := scope.LookupParent(name.Name(), at); found == name {
				return name.Name()
			}
		}
	}
	return ""
}
