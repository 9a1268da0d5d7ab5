package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findInLists finds what stands in lists of statements: what is told before finalizers go or in vain, and reads of whose errors a pass
// makes nothing. They are thrown away, or a function that returns no error answers as if there were nothing to read, or says so:
// losterrors/unanswered.
func (f *function) findInLists(result *Result) {
	f.findAnswerer(result)
	f.findUnaskedResponses(result)
	f.findCompared(result)
	name, answers := f.decl.Name.Name, !f.answersOtherwise()
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		list, _ := syntax.Statements(at.Node())
		if syntax.InLiteral(at) {
			continue // who calls it and what it is for cannot be told from here
		}
		around, _ := at.Parent().Node().(*ast.IfStmt)
		f.findRemembered(around, list, result)
		for i, s := range list {
			f.findFinalized(list, i, result)
			f.findUnfinished(list, i, result)
			found := func(call *ast.CallExpr, e Error) {
				if call != nil && !f.explainedIn(min(call.Pos(), s.Pos()), s.End()) {
					e.Pos, e.Call = s.Pos(), f.written(call)
					result.Errors = append(result.Errors, e)
				}
			}
			found(f.makesError(s), Error{How: Unused})
			call, by := f.statedAtOnce(list, i)
			found(call, Error{How: Stated, Other: by})
			if answers {
				call, told := f.asAnswer(s, list[:i])
				found(call, Error{How: Emptied, Other: name, Told: told})
			}
			found(f.comparedAtOnce(s), Error{How: Taken, Other: name})
			for _, branch := range branches(s) {
				err, call := f.tested(branch, list[:i])
				if err == nil {
					continue
				}
				f.findAnswered(branch, call, result)
				f.findAbsent(branch, err, call, result)
				f.findLeftOut(branch, call, at, list[i+1:], result)
				f.findOvertold(branch, call, list[i+1:], afterLoop(at), result)
				if answers && lastName(call) == "get" && f.reads(call) && f.saysGone(branch) && !f.leftIn(call, branch, nil) {
					result.Errors = append(result.Errors, Error{Pos: branch.Pos(), Call: f.written(call), How: Taken, Other: name})
				}
			}
		}
	}
}

// findAbsent finds where a function that returns an error answers any error of a Get with nothing and no error, as if there were no such
// object: losterrors/unanswered, absent.
func (f *function) findAbsent(branch *ast.IfStmt, err *types.Var, call *ast.CallExpr, result *Result) {
	ret, ok := syntax.Last[*ast.ReturnStmt](branch.Body.List)
	if ok && branch.Else == nil && !f.reconciles && f.returns && len(ret.Results) == 2 && isNil(ret.Results[1]) &&
		(isNil(ret.Results[0]) || syntax.Is(ret.Results[0], "false")) && lastName(call) == "get" && f.reads(call) &&
		!(f.request() != nil && f.getsRequest(call)) && every(branch.Body.List[:len(branch.Body.List)-1], f.idle) &&
		!(awaited(f.fn.Name()) && !f.givenUp()) && !f.conditions()[f.fn] && !f.leftIn(call, branch, nil) &&
		!f.explainedIn(ret.Pos(), ret.End()) && !f.asksNotFound(err) {
		result.Errors = append(result.Errors, Error{Pos: branch.Pos(), Call: f.written(call), How: Taken, Other: f.fn.Name()})
	}
}

// makesError returns the call of a statement that makes an error, and does nothing else; nil for any other statement.
func (f *function) makesError(s ast.Stmt) *ast.CallExpr {
	call := syntax.CallOf(s)
	if call == nil || !f.isError(call) {
		return nil
	}
	name := syntax.CalledName(f.info, call)
	if kind := known.Error(name); !known.MakesError(name) && kind != known.WrapError && kind != known.JoinError {
		return nil
	}
	return call
}

// findCompared finds conditions in function literals that compare an error with that of a request, where they mean to ask whether that
// failed. Elsewhere paths show what comes of that. losterrors/told, compares.
func (f *function) findCompared(result *Result) {
	for at := range f.at.Preorder((*ast.BinaryExpr)(nil)) {
		if !syntax.InLiteral(at) {
			continue
		}
		cond := at.Node().(*ast.BinaryExpr)
		call, ok := ast.Unparen(cond.Y).(*ast.CallExpr)
		if ok && (cond.Op == token.NEQ || cond.Op == token.EQL) && f.errorOf(cond.X) != nil && f.isError(call) &&
			f.source(call) == remote {
			result.Errors = append(result.Errors, Error{Pos: cond.Pos(), Call: f.written(call), How: Compared, Other: types.ExprString(cond.X)})
		}
	}
}

// asAnswer returns the call that reads something, of whose error a return says no more than whether it is there, and "true" where that is
// what it says; nil for any other statement.
func (f *function) asAnswer(s ast.Stmt, before []ast.Stmt) (call *ast.CallExpr, told string) {
	ret, ok := s.(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, ""
	}
	is, compares := ast.Unparen(ret.Results[0]).(*ast.BinaryExpr)
	if !compares || is.Op == token.NEQ {
		told = "true"
	}
	if call := f.comparedCall(ret.Results[0]); call != nil && is.Op == token.EQL {
		return call, told // losterrors/unanswered, absent
	}
	err := cmp.Or(f.saysNil(ret.Results[0]), f.notNil(ret.Results[0]))
	if not, ok := ast.Unparen(ret.Results[0]).(*ast.UnaryExpr); ok && not.Op == token.NOT {
		err = f.ofKind(not.X)
	}
	if err == nil {
		return nil, ""
	}
	if call := f.given(&ast.IfStmt{}, before, err); call != nil && f.reads(call) {
		return call, told
	}
	return nil, ""
}

// comparedAtOnce returns the Get whose error a statement makes yes or no, nil for any other.
func (f *function) comparedAtOnce(s ast.Stmt) *ast.CallExpr {
	_, value := syntax.Assigned(s)
	if call := f.comparedCall(value); call != nil && !f.getsRequest(call) {
		return call
	}
	return nil
}

// comparedCall returns the call that reads something, whose error a condition compares with nil.
func (f *function) comparedCall(cond ast.Expr) *ast.CallExpr {
	if !syntax.OfError(f.info, cond, token.EQL) && !syntax.OfError(f.info, cond, token.NEQ) {
		return nil
	}
	if call, ok := ast.Unparen(ast.Unparen(cond).(*ast.BinaryExpr).X).(*ast.CallExpr); ok && f.reads(call) {
		return call
	}
	return nil
}

// answersOtherwise reports whether the function returns errors, or requests, of which RL7002 says what becomes, or whether its name says
// what is waited for.
func (f *function) answersOtherwise() bool {
	return awaited(f.decl.Name.Name) && !f.givenUp() || syntax.AnyType(f.sig.Results(), func(t types.Type) bool {
		list, ok := t.Underlying().(*types.Slice)
		return syntax.IsError(t) || listsErrors(t) || ok && symbol.OfType(list.Elem()) == known.Request
	})
}

// saysGone reports whether a branch for any error says that something is not found, and asks nothing about that.
func (f *function) saysGone(branch *ast.IfStmt) bool {
	says, asks := false, false
	for n := range ast.Preorder(branch) {
		switch n := n.(type) {
		case *ast.Ident:
			if strings.Contains(n.Name, "NotFound") {
				_, isFunc := f.info.Uses[n].(*types.Func)
				says, asks = says || !isFunc, asks || isFunc
			}
		case *ast.BasicLit:
			says = says || saysNotFound.MatchString(n.Value)
		}
	}
	return says && !asks
}

// saysNotFound matches what is told of what is not there.
var saysNotFound = regexp.MustCompile(`(?i)not ?found|not exist`)
