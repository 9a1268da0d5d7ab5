package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofPass returns a function that a pass of a reconciler may run, whatever it returns; nil for any other.
func (c *finder) ofPass(decl *ast.FuncDecl) *function {
	obj, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || !c.anywhere && !c.inPass().own[obj.Origin()] || decl.Doc != nil && syntax.TellsPurpose(decl.Doc) {
		return nil
	}
	if f := c.functionAt(decl, obj); !forTests(f.file) {
		return f
	}
	return nil
}

// findInLists finds what stands in lists of statements: what is told before finalizers go or in vain, and reads of whose errors a pass
// makes nothing. They are thrown away, or a function that returns no error answers as if there were nothing to read, or says so:
// losterrors/unanswered.
func (f *function) findInLists(result *Result) {
	f.findAnswerer(result)
	name, answers := f.decl.Name.Name, !f.answersOtherwise()
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		list := statements(at.Node())
		for i, s := range list {
			first := s
			if branch, ok := s.(*ast.IfStmt); ok && branch.Init != nil {
				first = branch.Init
			}
			if call := f.thrownAway(first); call != nil && !f.explainedIn(s.Pos(), s.End()) {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: ThrownAway})
			}
			if inLiteral(at) {
				continue // who calls it and what it is for cannot be told from here
			}
			failed, _ := at.Parent().Node().(*ast.IfStmt) // of whose error more is said
			if step := f.thrown(s); step != nil && f.changes(step) && f.source(step) == remote && f.endsDone(list[i+1:], s.End()) &&
				!f.explainedIn(s.Pos(), s.End()) && (failed == nil || f.notNil(failed.Cond) == nil) {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: written(step), How: ThrownAway, Reconciles: true})
			}
			f.findFinalized(list, i, result)
			if call := f.asAnswer(s, list[:i]); call != nil && answers && !f.explainedIn(call.Pos(), s.End()) {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(call), How: Emptied, Other: name})
			}
			for _, branch := range branches(s) {
				err, call := f.tested(branch, list[:i])
				if err != nil {
					f.findAnswered(branch, call, result)
					f.findOvertold(branch, call, list[i+1:], afterLoop(at), result)
				}
				if err == nil || !f.reads(call) || f.explainedIn(call.Pos(), branch.End()) ||
					syntax.Announced(f.decl.Body, call.Pos(), branch.End()) {
					continue
				}
				e := Error{Pos: branch.Pos(), Call: f.written(call), Other: name}
				switch {
				case f.goesOnWithout(cmp.Or(branch.Init, list[max(i-1, 0)]), branch, call, err, list[i+1:]):
					e.How, e.Other = Emptied, ""
				case answers && f.answersNothing(branch.Body, err):
					e.How = Emptied
				case answers && lastName(call) == "get" && f.saysGone(branch):
					e.How = Taken
				default:
					continue
				}
				result.Errors = append(result.Errors, e)
			}
		}
	}
}

// goesOnWithout reports whether a branch does no more about the error of a read than to tell of it, or to say that nothing was read, and
// what was to be read is used after it.
func (f *function) goesOnWithout(from ast.Stmt, branch *ast.IfStmt, call *ast.CallExpr, err *types.Var, rest []ast.Stmt) bool {
	if len(branch.Body.List) == 0 || branch.Else != nil || leaves(branch.Body) || f.usedIn(rest, err) {
		return false
	}
	for _, s := range branch.Body.List {
		to, value := syntax.Assigned(s)
		v := syntax.Var(f.info, to)
		if sets := v != nil && v != err && value != nil && f.isEmpty(value, s.Pos()); !sets && !f.idle(s) {
			return false
		}
	}
	var read *types.Var
	if to, _ := setIn(from); len(to) > 1 {
		read = syntax.Var(f.info, to[0])
	} else if at := map[string]int{"get": 2, "list": 1}[lastName(call)]; at > 0 && len(call.Args) > at && f.source(call) == remote {
		read = syntax.Var(f.info, syntax.Address(call.Args[at]))
	}
	before, later := 0, false
	for id := range syntax.All[*ast.Ident](f.decl.Body) {
		if read != nil && syntax.Var(f.info, id) == read {
			later = later || id.Pos() > branch.End()
			if id.Pos() < from.Pos() {
				before++
			}
		}
	}
	return later && before <= 1 && read.Pos() > f.decl.Body.Pos()
}

// asAnswer returns the call that reads something, of whose error a return says no more than whether it is there; nil for any other
// statement.
func (f *function) asAnswer(s ast.Stmt, before []ast.Stmt) *ast.CallExpr {
	ret, ok := s.(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	err := cmp.Or(f.saysNil(ret.Results[0]), f.notNil(ret.Results[0]))
	if err == nil {
		return nil
	}
	if call := f.given(&ast.IfStmt{}, before, err); call != nil && f.reads(call) {
		return call
	}
	return nil
}

// answersOtherwise reports whether the function returns errors, or requests, of which RL7002 says what becomes, or whether its name says
// what is waited for.
func (f *function) answersOtherwise() bool {
	return awaited(f.decl.Name.Name) || syntax.AnyType(f.sig.Results(), func(t types.Type) bool {
		list, ok := t.Underlying().(*types.Slice)
		return syntax.IsError(t) || ok && (symbol.OfType(list.Elem()) == known.Request || syntax.IsError(list.Elem()))
	})
}

// thrownAway returns the call that reads something in a statement that keeps what is read and not the error.
func (f *function) thrownAway(s ast.Stmt) *ast.CallExpr {
	assign, call := syntax.OfCall(s)
	if assign == nil || len(assign.Lhs) != 2 || !syntax.Is(assign.Lhs[1], "_") || syntax.Is(assign.Lhs[0], "_") || !f.reads(call) ||
		!lastIsError(syntax.Called(f.info, call).Signature()) {
		return nil
	}
	return call
}

// answersNothing reports whether a branch does no more about an error than to tell of it, and to return what is empty.
func (f *function) answersNothing(body *ast.BlockStmt, err *types.Var) bool {
	ret, ok := syntax.Last[*ast.ReturnStmt](body.List)
	if !ok || len(ret.Results) == 0 || f.mentions(ret, err) {
		return false
	}
	return !slices.ContainsFunc(body.List[:len(body.List)-1], func(s ast.Stmt) bool { return !f.tellsOrLeaves(s) }) &&
		!slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !f.isEmpty(e, ret.Pos()) })
}

// isEmpty reports whether an expression is empty at a place: nil, a literal without anything in it, or a variable that is only declared.
func (f *function) isEmpty(e ast.Expr, at token.Pos) bool {
	switch e := syntax.Address(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.BasicLit:
		return e.Value == `""` || e.Value == "0"
	case *ast.Ident:
		if e.Name == "nil" || e.Name == "false" {
			return true
		}
		if v := syntax.Object(f.info, e); v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return begins(strings.ToLower(v.Name()), "default")
		}
		v := syntax.Var(f.info, e)
		if v == nil || v.Parent() == nil || v.Pos() < f.decl.Body.Pos() || v.Pos() > at {
			return false
		}
		for given := range syntax.Given(f.info, f.decl.Body, v) {
			call, calls := given.(*ast.CallExpr)
			made := calls && syntax.Is(call.Fun, "make")
			if given == nil || given.Pos() < at && !made && !f.isEmpty(given, given.Pos()) {
				return false
			}
		}
		return true
	}
	return false
}

// saysGone reports whether a branch for any error says that something is not found, and asks nothing about that.
func (f *function) saysGone(branch *ast.IfStmt) bool {
	says, asks := false, false
	for n := range ast.Preorder(branch) {
		switch n := n.(type) {
		case *ast.Ident:
			_, isFunc := f.info.Uses[n].(*types.Func)
			asks = asks || isFunc && strings.Contains(n.Name, "NotFound")
			says = says || !isFunc && strings.Contains(n.Name, "NotFound")
		case *ast.BasicLit:
			text := strings.ToLower(n.Value)
			says = says || strings.Contains(text, "notfound") || strings.Contains(text, "not found") || strings.Contains(text, "not exist")
		}
	}
	return says && !asks
}
