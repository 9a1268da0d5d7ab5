package mistakes

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// loses looks for requests that a handler gives the event up after, itself or in functions of the package whose callers do not hear of it.
func (p *program) loses(body *ast.BlockStmt, depth int) {
	for block := range syntax.All[*ast.BlockStmt](body) {
		for branch, call := range syntax.Failed(p.info, block.List) {
			ret := p.gives(branch.Body)
			if ret == nil || !p.asks(call) {
				continue
			}
			if m := (Mistake{Pos: ret.Pos(), Kind: Dropped, Expr: call.Fun}); !slices.ContainsFunc(p.result.Mistakes, func(have Mistake) bool {
				return have.Kind == Dropped && have.Pos == m.Pos
			}) {
				p.found(m)
			}
		}
	}
	for call := range syntax.All[*ast.CallExpr](body) {
		for _, fn := range p.called(call) {
			if decl := p.decls[fn.Origin()]; decl != nil && depth < 3 && !syntax.AnyType(fn.Signature().Results(), syntax.IsError) {
				p.loses(decl.Body, depth+1)
			}
		}
	}
}

// called returns the functions of the package that a call may be of: of a method of an interface, those of the types that implement it.
func (p *program) called(call *ast.CallExpr) []*types.Func {
	fn := syntax.Called(p.info, call)
	if fn == nil || fn.Pkg() != p.pass.Pkg {
		return nil
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return methods.Implementing(p.pass.Pkg, recv.Type().Underlying().(*types.Interface), fn)
	}
	return []*types.Func{fn}
}

// asks reports whether a call sends a request to the API server: by a clientset, a client that writes, or a reader that is not the cache's,
// by its name or by where the package has it from.
func (p *program) asks(call *ast.CallExpr) bool {
	fn := syntax.Called(p.info, call)
	if fn == nil || !known.Requests(fn) {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if known.Sends(fn) || !ok {
		return ok
	}
	if strings.Contains(strings.ToLower(types.ExprString(sel.X)), "apireader") {
		return true
	}
	v := p.variable(sel.X)
	if v == nil {
		return false
	}
	values, all := syntax.Values(p.pass, v)
	return all && len(values) > 0 && !slices.ContainsFunc(values, func(e ast.Expr) bool {
		made, _ := ast.Unparen(e).(*ast.CallExpr)
		return made == nil || syntax.CalledName(p.info, made).Last() != "GetAPIReader"
	})
}

// gives returns the return with which a branch gives an event up, nil if it may do something about it.
func (p *program) gives(branch *ast.BlockStmt) *ast.ReturnStmt {
	ret, ok := syntax.Last[*ast.ReturnStmt](branch.List)
	if !ok || len(ret.Results) > 1 || len(ret.Results) == 1 && !p.isEmpty(ret.Results[0]) {
		return nil
	}
	if p.acts(branch) {
		return nil
	}
	return ret
}

// acts reports whether a node calls something of the package, or adds something somewhere.
func (p *program) acts(n ast.Node) bool {
	return syntax.Any(n, func(call *ast.CallExpr) bool {
		fn := syntax.Called(p.info, call)
		name := ""
		if fn != nil {
			name = strings.ToLower(fn.Name())
		}
		return fn == nil || fn.Pkg() == p.pass.Pkg || strings.HasPrefix(name, "add") || strings.Contains(name, "queue")
	})
}

// isEmpty reports whether an expression is no list, or one without elements, also in a variable that nothing has been added to before.
func (p *program) isEmpty(e ast.Expr) bool {
	if v := syntax.Var(p.info, e); v != nil && (v.Kind() == types.LocalVar || v.Kind() == types.ResultVar) { // lostevents, collected
		values, all := syntax.Values(p.pass, v)
		return all && !slices.ContainsFunc(values, func(value ast.Expr) bool { return value.Pos() < e.Pos() && !p.isEmpty(value) })
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return syntax.Is(e.Fun, "make") && len(e.Args) > 1 && types.ExprString(e.Args[1]) == "0"
	}
	return p.info.Types[e].IsNil()
}
