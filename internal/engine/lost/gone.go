package lost

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findGone finds where Reconcile gets the object of its request, and returns the error as it is, or leaves it out where the object is
// gone and returns a delay all the same.
func (f *function) findGone(result *Result) {
	request := f.request()
	if request == nil {
		return
	}
	firsts := f.firstGets(request)
	if len(firsts) == 0 {
		return
	}
	for at := range f.at.Preorder((*ast.BlockStmt)(nil)) {
		list := at.Node().(*ast.BlockStmt).List
		if syntax.InLiteral(at) {
			continue
		}
		for i, s := range list {
			branch, ok := s.(*ast.IfStmt)
			if !ok {
				continue
			}
			err, asked := f.askedFor(branch.Cond)
			if err == nil || f.deferredUses(err, branch.End()) {
				continue
			}
			get := f.given(branch, list[:i], err)
			if !slices.Contains(firsts, get) {
				continue
			}
			if gone, found := f.goneIn(branch, err, asked, f.gets(get, request)); found {
				result.Gones = append(result.Gones, gone)
			}
		}
	}
}

// askedFor returns the error that a condition says is there, and whether it says that an object is not found.
func (f *function) askedFor(cond ast.Expr) (err *types.Var, notFound bool) {
	if call, ok := ast.Unparen(cond).(*ast.CallExpr); ok {
		return f.notFound(call), true
	}
	if err, by := f.againstNil(cond); by == token.NEQ {
		return err, false
	}
	return nil, false
}

// notFound returns the error of which a call asks whether it says that an object is not found, nil for any other call.
func (f *function) notFound(call *ast.CallExpr) *types.Var {
	if len(call.Args) != 1 || syntax.CalledName(f.info, call) != known.IsNotFound {
		return nil
	}
	return f.errorOf(call.Args[0])
}

// goneIn returns how a branch lets the request of an object that is gone come back. The branch is taken for any error, or asks whether
// the object is not found. The error is the client's own if the function gets the object directly, else it may be wrapped.
func (f *function) goneIn(branch *ast.IfStmt, err *types.Var, asked, direct bool) (Gone, bool) {
	if asked {
		return f.notFoundIn(branch.Body.List, err)
	}
	if branch.Else != nil {
		return Gone{}, false
	}
	for _, s := range branch.Body.List {
		if inner, ok := s.(*ast.IfStmt); ok && inner.Init == nil {
			if of, asked := f.askedFor(inner.Cond); asked && of == err {
				if gone, found := f.notFoundIn(inner.Body.List, err); found {
					return gone, true
				}
			}
		}
	}
	ret := f.returnsAsIs(branch.Body.List, err)
	if ret == nil {
		return Gone{}, false
	}
	gone := Gone{Pos: ret.Pos(), Client: f.clientName(ret.Pos())}
	if len(ret.Results) == 0 {
		return gone, true
	}
	lit, isLit := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	if f.ignores(ret.Results[1]) {
		if !isLit || !f.comesBack(lit) {
			return Gone{}, false
		}
		gone.Again = lit
	}
	if direct && !slices.ContainsFunc(branch.Body.List, func(s ast.Stmt) bool { return f.wraps(s, err) }) {
		gone.Error = f.alone(ret, err)
	}
	return gone, true
}

// alone returns what a return hands back where that is an error and nothing beside it, else nil.
func (f *function) alone(ret *ast.ReturnStmt, err *types.Var) ast.Expr {
	if len(ret.Results) != 2 || f.errorOf(ret.Results[1]) != err || !f.isEmpty(ret.Results[0], ret.Pos()) {
		return nil
	}
	return ret.Results[1]
}

// notFoundIn returns how statements that run where an object is not found let its request come back: by the error, or by a Result that says
// when.
func (f *function) notFoundIn(list []ast.Stmt, err *types.Var) (Gone, bool) {
	if ret := f.returnsAsIs(list, err); ret != nil {
		if len(ret.Results) == 2 && f.ignores(ret.Results[1]) {
			return Gone{}, false
		}
		return Gone{Pos: ret.Pos(), Asked: true, Error: f.alone(ret, err)}, true
	}
	ret, ok := syntax.Last[*ast.ReturnStmt](list)
	if !ok || len(ret.Results) != 2 || !isNil(ret.Results[1]) || !every(list[:len(list)-1], f.idle) {
		return Gone{}, false
	}
	lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	if !ok || !f.comesBack(lit) || syntax.CommentAbove(f.pass, ret.Pos()) != nil || // whoever writes one there has thought of it
		slices.ContainsFunc(list, saysItComesBack) {
		return Gone{}, false
	}
	return Gone{Pos: ret.Pos(), Again: lit, Asked: true}, true
}

// saysItComesBack reports whether a statement tells people that the request comes back, so that its authors mean it to.
func saysItComesBack(s ast.Stmt) bool {
	return syntax.Any(s, func(text *ast.BasicLit) bool { return comesBackIn.MatchString(text.Value) })
}

// comesBackIn matches what is told of a request that comes back.
var comesBackIn = regexp.MustCompile(`(?i)requeu|re-queu|retry|try again|check again|wait`)

// returnsAsIs returns the return of statements that hand an error on whatever kind it is of, nil if they look at that, or if
// something else may.
func (f *function) returnsAsIs(list []ast.Stmt, err *types.Var) *ast.ReturnStmt {
	ret, ok := syntax.Last[*ast.ReturnStmt](list)
	if !ok || f.deferredMay(ret) || !every(list[:len(list)-1], func(s ast.Stmt) bool { return f.idle(s) || f.onlyTells(s) }) {
		return nil
	}
	if len(ret.Results) == 0 && f.named() == err {
		return ret
	}
	if len(ret.Results) != 2 || !f.mentions(ret.Results[1], err) {
		return nil
	}
	switch e := ast.Unparen(ret.Results[1]).(type) {
	case *ast.Ident:
		return ret
	case *ast.CallExpr:
		if f.ignores(e) || f.wrapping(e, err) {
			return ret
		}
	}
	return nil
}

// onlyTells reports whether a statement is a branch that does nothing but tell of something, on all of its sides.
func (f *function) onlyTells(s ast.Stmt) bool {
	branch, ok := s.(*ast.IfStmt)
	return ok && branch.Init == nil && every(armsOf(branch), func(list []ast.Stmt) bool { return every(list, f.idle) })
}

// deferredMay reports whether a deferred function that is there before a return may change the error which that returns.
func (f *function) deferredMay(ret *ast.ReturnStmt) bool {
	named := f.named()
	return named != nil && syntax.Any(f.decl.Body, func(d *ast.DeferStmt) bool {
		return d.Pos() < ret.Pos() && f.mentions(d.Call, named)
	})
}

// wraps reports whether a statement makes another error of one, and puts it in its place.
func (f *function) wraps(s ast.Stmt, err *types.Var) bool {
	assign, call := syntax.OfCall(s)
	return assign != nil && err != nil && assign.Tok == token.ASSIGN && f.errorOf(assign.Lhs[0]) == err && f.wrapping(call, err)
}

// wrapping reports whether a call makes an error that has another one in it: that itself, and not what a function makes of it.
func (f *function) wrapping(call *ast.CallExpr, err *types.Var) bool {
	if !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return syntax.Var(f.info, arg) == err }) {
		return false
	}
	switch known.Error(syntax.CalledName(f.info, call)) {
	case known.FormatError, known.WrapError, known.JoinError:
		return true
	}
	return false
}

// ignores reports whether an expression leaves out the error of an object that is gone.
func (f *function) ignores(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && syntax.CalledName(f.info, call) == known.IgnoreNotFound
}

// comesBack reports whether a Result that is written down says that the request comes back.
func (f *function) comesBack(lit *ast.CompositeLit) bool {
	if v := syntax.Field(lit, "Requeue"); v != nil {
		c := f.info.Types[v].Value
		return c != nil && constant.BoolVal(c)
	}
	return f.constant(syntax.Field(lit, "RequeueAfter")) > 0
}

// clientName returns the name by which a place can use controller-runtime's client package, "" if there is none.
func (f *function) clientName(at token.Pos) string {
	for _, spec := range f.file.Imports {
		name := f.info.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != known.ControllerRuntime+"/pkg/client" {
			continue
		}
		if _, found := f.pass.Pkg.Scope().Innermost(at).LookupParent(name.Name(), at); found == name {
			return name.Name()
		}
	}
	return ""
}

// holdsDeletions reports whether a package has a predicate that holds back every event of a deletion: a request of its controllers hardly
// ever finds its object gone then.
func holdsDeletions(pass *analysis.Pass) bool {
	for _, file := range pass.Files {
		for lit := range syntax.All[*ast.CompositeLit](file) {
			fn, ok := syntax.Field(lit, "DeleteFunc").(*ast.FuncLit)
			if ok && known.Predicates[symbol.OfType(pass.TypesInfo.TypeOf(lit))] && saysNo(fn.Body) {
				return true
			}
		}
	}
	return false
}

// saysNo reports whether a function does nothing but return false.
func saysNo(body *ast.BlockStmt) bool {
	ret, ok := syntax.Last[*ast.ReturnStmt](body.List)
	return ok && len(body.List) == 1 && syntax.Is(syntax.LastResult(ret), "false")
}
