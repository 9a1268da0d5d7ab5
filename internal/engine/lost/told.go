package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findUnwrapped finds errors in whose place the function returns what they wrap, which is nil for one that wraps no other:
// losterrors/told.
func (f *function) findUnwrapped(result *Result) {
	for call := range syntax.All[*ast.CallExpr](f.decl.Body) {
		if syntax.CalledName(f.info, call) != "errors.Unwrap" || len(call.Args) != 1 {
			continue
		}
		if err := f.errorOf(call.Args[0]); err == nil || err.Kind() == types.ParamVar { // which looks for the cause of any
			continue
		}
		var kept *types.Var // the variable that has it
		for assign := range syntax.All[*ast.AssignStmt](f.decl.Body) {
			if set, made := f.setByCall(assign); made == call {
				kept = set
			}
		}
		has := func(e ast.Expr) bool {
			return e != nil && (syntax.Within(e, call) || kept != nil && f.mentions(e, kept))
		}
		returned, asked := false, false
		for n := range ast.Preorder(f.decl.Body) {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				returned = returned || n.End() > call.Pos() && has(syntax.LastResult(n))
			case *ast.IfStmt:
				asked = asked || has(n.Cond) || n.Init != nil && syntax.Within(n.Init, call)
			case *ast.ForStmt:
				asked = asked || has(n.Cond)
			}
		}
		if returned && !asked && !f.explainedIn(call.Pos(), call.End()) {
			result.Errors = append(result.Errors, Error{Pos: call.Pos(), Call: types.ExprString(call.Args[0]), How: Unwrapped,
				Reconciles: f.reconciles})
		}
	}
}

// findFinalized finds what only tells of the error of a request, or throws that of a write away, before the object's finalizer is removed,
// so that nobody comes back to what was to be done: the function itself, or one without results that it calls (losterrors/told).
func (f *function) findFinalized(list []ast.Stmt, at int, result *Result) {
	call := syntax.CallOf(list[at])
	if call == nil {
		return
	}
	inner := f.ofPackage(call)
	if inner == nil || inner.sig.Results().Len() > 0 || inner.onPurpose() ||
		f.explainedIn(call.Pos(), call.End()) || !slices.ContainsFunc(list[at+1:], f.removesFinalizer) {
		return
	}
	for block := range syntax.All[*ast.BlockStmt](inner.decl.Body) {
		for i, s := range block.List {
			step := inner.thrown(s)
			if branch, ok := s.(*ast.IfStmt); ok {
				step = inner.onlyToldIn(branch, block.List[:i])
			} else if step != nil && (inner.source(step) != remote || !inner.changes(step) || inner.explainedIn(s.Pos(), s.End())) {
				continue
			}
			if step != nil && !inner.isStatusWrite(step) { // of an object that goes
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: written(step), How: Finalized,
					Other: inner.decl.Name.Name, Reconciles: true, Noted: !f.reconciles, Calls: []token.Pos{call.Pos()}})
			}
		}
	}
}

// changes reports whether a call writes something by a request.
func (f *function) changes(call *ast.CallExpr) bool {
	return f.isStatusWrite(call) || f.mayChange(call) && !announces(call)
}

// onlyToldIn returns the call of a request whose error a branch is taken for that does no more than to tell of it, nil for another branch.
func (f *function) onlyToldIn(branch *ast.IfStmt, before []ast.Stmt) *ast.CallExpr {
	err, step := f.tested(branch, before)
	if err == nil || len(branch.Body.List) == 0 || f.mentions(branch.Else, err) || f.source(step) == local ||
		f.leftIn(step, branch, nil) {
		return nil
	}
	if !every(branch.Body.List, func(s ast.Stmt) bool {
		to, _ := syntax.Assigned(s)
		return f.quiet(s) && (f.errorOf(to) == nil || f.errorOf(to) == err)
	}) {
		return nil
	}
	return step
}

// removesFinalizer reports whether a statement takes a finalizer from an object.
func (f *function) removesFinalizer(s ast.Stmt) bool {
	return syntax.AnyNow(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return removes.MatchString(lastName(n)) || lastName(n) == "setfinalizers" && len(n.Args) == 1 && isWithout(n.Args[0])
		case *ast.AssignStmt:
			_, to := syntax.Selected(n.Lhs[0])
			return to == "Finalizers" && isWithout(n.Rhs[0])
		}
		return false
	})
}

// removes matches the names of functions that remove a finalizer, in small letters.
var removes = regexp.MustCompile(`removes?\w*finalizer`)

// isWithout reports whether an expression is a list that something is left out of, or an empty one.
func isWithout(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return strings.Contains(lastName(e), "remove") || begins(lastName(e), "delete")
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return isNil(e)
}

// findStated finds where a function that returns no error makes a condition of that of a request, or a text in a status: losterrors/told.
func (f *function) findStated(result *Result) {
	if !f.runs() || syntax.AnyType(f.sig.Results(), func(t types.Type) bool { return syntax.IsError(t) || listsErrors(t) }) {
		return
	}
	for block := range syntax.All[*ast.BlockStmt](f.decl.Body) {
		for i, s := range block.List {
			branch, ok := s.(*ast.IfStmt)
			if !ok {
				continue
			}
			err, by := f.againstNil(branch.Cond)
			if err == nil {
				continue
			}
			call, failed := f.given(branch, block.List[:i], err), branch.Body
			if call == nil || f.source(call) == local || f.explainedIn(branch.Pos(), branch.End()) {
				continue
			}
			if by == token.EQL { // what comes of any error that is of no kind that the code asks for
				other := branch.Else
				for inner, ok := other.(*ast.IfStmt); ok; inner, ok = other.(*ast.IfStmt) {
					other = inner.Else
				}
				failed, _ = other.(*ast.BlockStmt)
			}
			if failed != nil && f.statesError(failed, err) && !f.heeded() {
				result.Errors = append(result.Errors, Error{Pos: failed.Pos(), Call: written(call), How: Stated, Other: f.fn.Name()})
			}
		}
	}
}

// heeded reports whether a function of the package that calls this one asks for its request again by what a status or a condition says
// then: losterrors/told, heeded.
func (f *function) heeded() bool {
	for _, decl := range f.decls {
		if syntax.AnyNow(decl.Body, func(call *ast.CallExpr) bool {
			return syntax.Called(f.info, call) == f.fn && syntax.AnyNow(decl.Body, func(branch *ast.IfStmt) bool {
				return call.Pos() < branch.Body.Pos() &&
					syntax.Any(branch.Cond, func(sel *ast.SelectorExpr) bool { return isStatus(f.info.TypeOf(sel.X)) }) &&
					syntax.Any(branch.Body, func(lit *ast.CompositeLit) bool {
						return syntax.Field(lit, "Requeue") != nil || syntax.Field(lit, "RequeueAfter") != nil
					})
			})
		}) {
			return true
		}
	}
	return false
}

// statesError reports whether what is done for an error makes a condition of it, or a text in a status.
func (f *function) statesError(failed *ast.BlockStmt, err *types.Var) bool {
	texts := []*types.Var{err}
	return slices.ContainsFunc(failed.List, func(s ast.Stmt) bool {
		if to, value := syntax.Assigned(s); to != nil && slices.ContainsFunc(texts, func(v *types.Var) bool { return f.mentions(value, v) }) {
			of, _ := syntax.Selected(to)
			if of != nil && isStatus(f.info.TypeOf(of)) && !f.isError(to) || isStatus(f.info.TypeOf(to)) { // the error itself is an answer
				return true
			}
			if v := syntax.Var(f.info, to); v != nil {
				texts = append(texts, v)
			}
		}
		// Callers may ask what a function of the program has made of it (unanswered, stateOf), or of it and what is said of it.
		_, answers := s.(*ast.ReturnStmt)
		if answers && syntax.AnyNow(s, func(call *ast.CallExpr) bool {
			return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return f.isError(arg) && f.mentions(arg, err) })
		}) {
			return false
		}
		return syntax.AnyNow(s, func(made ast.Expr) bool {
			_, calls := made.(*ast.CallExpr)
			_, written := made.(*ast.CompositeLit)
			return (written || calls && !answers && f.mentions(made, err)) && isStatus(f.info.TypeOf(made))
		})
	})
}

// isStatus reports whether a type is named for a condition or a status, and is no answer of a pass itself.
func isStatus(t types.Type) bool {
	name := symbol.OfType(code.Deref(t)).Last()
	return (strings.HasSuffix(name, "Condition") || strings.HasSuffix(name, "Status")) && !isAnswer(t)
}

// isAnswer reports whether a type has a method that makes a Result and an error of it alone, so that what a pass has come to may bring the
// request back: losterrors/told, outcomes.
func isAnswer(t types.Type) bool {
	return slices.ContainsFunc(typeutil.IntuitiveMethodSet(code.Deref(t), nil), func(m *types.Selection) bool {
		sig := m.Type().(*types.Signature)
		return sig.Params().Len() == 0 && known.ReturnsResult(sig)
	})
}
