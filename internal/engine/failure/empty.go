package failure

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// empty reports whether a Result asks for nothing: it is written down so, or comes with the error from a function of the
// package whose errors come with empty Results alone.
func (w *ways) empty(e ast.Expr, at token.Pos) bool {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return known.IsResult(w.info.TypeOf(lit)) && w.asksNothing(lit)
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	if v := syntax.Var(w.info, id); v != nil && w.unset(v, at) {
		return true
	}
	fn := syntax.Called(w.info, w.call)
	if fn == nil || fn.Pkg() != w.pass.Pkg || !known.ReturnsResult(fn.Signature()) {
		return false
	}
	return w.cameWith(id) && w.failsEmpty(fn)
}

// asksNothing reports whether a Result that is written down is as good as empty.
func (f *function) asksNothing(lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		value := f.info.Types[field.Value].Value
		if value == nil || value.Kind() == constant.Bool && constant.BoolVal(value) || value.Kind() == constant.Int && constant.Sign(value) != 0 {
			return false
		}
	}
	return true
}

// unset reports whether a variable of the function, a Result or an error, is as it was declared where a place is reached: empty, or nil.
func (f *function) unset(v *types.Var, at token.Pos) bool {
	if v.Parent() == nil || v.Parent() == f.pass.Pkg.Scope() || v.Pos() < f.decl.Pos() || v.Pos() > f.decl.End() {
		return false
	}
	for param := range f.sig.Params().Variables() {
		if param == v {
			return false
		}
	}
	return !syntax.Any(f.decl.Body, func(n ast.Node) bool {
		if n == nil || n.Pos() > at {
			return false
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			return n.Op == token.AND && syntax.Var(f.info, n.X) == v
		case *ast.FuncLit:
			return f.mentions(n, v)
		case *ast.ValueSpec:
			return len(n.Values) > 0 && slices.ContainsFunc(n.Names, func(name *ast.Ident) bool { return f.info.Defs[name] == v }) && !f.emptyLiteral(n.Values[0])
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				root := ast.Unparen(lhs)
				if sel, ok := root.(*ast.SelectorExpr); ok {
					root = sel.X
				}
				if syntax.Var(f.info, root) == v && !(n.Tok == token.DEFINE && len(n.Rhs) == len(n.Lhs) && f.emptyLiteral(n.Rhs[i])) {
					return true
				}
			}
		}
		return false
	})
}

func (f *function) emptyLiteral(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// answersEmpty reports whether a call is of a function of the package that does nothing but return an empty Result and nil.
func (f *function) answersEmpty(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil || !known.ReturnsResult(fn.Signature()) || f.decls[fn.Origin()] == nil {
		return false
	}
	body := f.decls[fn.Origin()].Body.List
	if len(body) != 1 {
		return false
	}
	ret, ok := body[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || !isNil(ret.Results[1]) {
		return false
	}
	lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	return ok && f.asksNothing(lit)
}

// knownNil reports whether an error is nil for sure where a return is: the function has returned before where it is not, and has not set
// it since.
func (f *function) knownNil(ret *ast.ReturnStmt, err *types.Var) bool {
	var lists [][]ast.Stmt // around the return, the innermost last
	for n := range ast.Preorder(f.decl.Body) {
		if n.Pos() > ret.Pos() || n.End() < ret.End() {
			continue
		}
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if list := statements(n); list != nil {
			lists = append(lists, list)
		}
	}
	for _, list := range slices.Backward(lists) {
		for _, s := range slices.Backward(list) {
			switch {
			case s.Pos() > ret.Pos():
			case s.End() >= ret.End(): // the return is in it
				if f.setsIn(s, err) {
					return false
				}
			case f.returnsUnless(s, err):
				return true
			case f.setsIn(s, err):
				return false
			}
		}
	}
	return false
}

// returnsUnless reports whether a statement ends the function unless an error is nil.
func (f *function) returnsUnless(s ast.Stmt, err *types.Var) bool {
	branch, ok := s.(*ast.IfStmt)
	if !ok || len(branch.Body.List) == 0 {
		return false
	}
	if tested, notFound := f.askedFor(branch.Cond); tested != err || notFound {
		return false
	}
	_, returns := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
	return returns && (branch.Else == nil || !f.setsIn(branch.Else, err))
}

// setsIn reports whether a statement may set an error.
func (f *function) setsIn(s ast.Stmt, err *types.Var) bool {
	return syntax.Any(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			return n.Op == token.AND && f.errorOf(n.X) == err
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool { return f.errorOf(lhs) == err })
		}
		return false
	})
}

// cameWith reports whether a variable is set by the call that the error comes from, and by nothing else.
func (w *ways) cameWith(e ast.Expr) bool {
	v := syntax.Var(w.info, e)
	sets, ours := 0, false
	for assign := range syntax.All[*ast.AssignStmt](w.decl.Body) {
		for _, lhs := range assign.Lhs {
			root := lhs
			if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok {
				root = sel.X
			}
			if syntax.Var(w.info, root) == v {
				sets++
				ours = ours || len(assign.Rhs) == 1 && ast.Unparen(assign.Rhs[0]) == ast.Expr(w.call)
			}
		}
	}
	return sets == 1 && ours
}

// failsEmpty reports whether a function of the package returns errors with empty Results that are written down.
func (w *ways) failsEmpty(fn *types.Func) bool {
	decl := w.decls[fn.Origin()]
	if decl == nil {
		return false
	}
	fails, empty := false, true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 2 && !isNil(n.Results[1]) {
				fails, empty = true, empty && w.emptyLiteral(n.Results[0])
			}
			empty = empty && len(n.Results) == 2
		}
		return true
	})
	return fails && empty
}
