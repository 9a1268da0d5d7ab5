package lost

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ignored returns what is lost where the code does no more about the error of a request than to tell of it, and returns none: it may mean
// that, and nobody has said so. losterrors/goeson.go.
func (p *path) ignored(e ending) (Error, bool) {
	body := p.branch.Body.List
	if p.saysNil(p.branch.Cond) != nil {
		if body = nil; p.branch.Else != nil {
			body = []ast.Stmt{p.branch.Else}
		}
	}
	inBranch := within(p.branch, p.ret)
	switch reads := p.reads(p.call); {
	case e.maybe && inBranch: // losterrors, which may be one
		last := p.ret.Results[max(len(p.ret.Results)-1, 0):]
		overwritten := e.marks&present != 0 && len(last) > 0 && p.errorOf(last[0]) == p.err && p.goesFar(p.call) && !p.meant()
		return p.complete(Error{How: Sometimes, Other: p.err.Name(), Noted: true}), overwritten
	case reads && e.marks&created != 0: // losterrors, keep
		return Error{}, false
	case reads && p.reconciles && p.getsRequest(p.call) && p.saysNil(p.branch.Cond) != nil:
		return Error{}, false // it is one of two kinds of objects: lostevents, either
	}
	if e.marks&(present|handled) != present || e.open || !p.runs() || !p.goesFar(p.call) || !p.observes() && p.meant() || p.normal() ||
		p.answers() || !p.doesNoMore(body, p.err) || p.usedIn(p.loop, p.err) || p.informs(p.branch.Body, p.err) && !p.toldAsError(p.branch.Body) {
		return Error{}, false
	}
	lost := Error{Told: p.told(), Noted: true}
	switch {
	case inBranch && p.observes() && !p.saysItIs():
		lost.How = Taken
	case inBranch:
	case p.reads(p.call) && p.loop != nil && !p.reconciles && len(p.ret.Results) == 2:
		lost.How, lost.Other = Omitted, p.decl.Name.Name
	case p.reads(p.call):
		lost.How = Emptied
	default:
		lost.How = Passed
	}
	return p.complete(lost), true
}

// meant reports whether somebody says that the error is left on purpose, or that the loop goes on, up to the end of the branch.
func (p *path) meant() bool {
	return within(p.branch, p.ret) && p.explained() || p.leftIn(p.call, p.branch) ||
		syntax.Any(p.decl.Body, func(loop ast.Stmt) bool {
			_, ranges := loop.(*ast.RangeStmt)
			_, counts := loop.(*ast.ForStmt)
			return (ranges || counts) && within(loop, p.call) && !within(loop, p.ret) && p.explainedIn(loop.Pos(), loop.Pos())
		})
}

// goesFar reports whether a call asks for something outside of the process that may fail, and is no courtesy: losterrors/goeson.go.
func (f *function) goesFar(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if begins(strings.ToLower(f.decl.Name.Name), "print", "log", "dump", "emit", "record", "report") {
		return false // it tells of something itself
	}
	return (f.source(call) != local || fn != nil && judges(fn.Name()) && f.asksFar(fn)) && !tells(f.info, call) && !announces(call) &&
		!begins(lastName(call), "close", "stop", "cancel", "release", "unlock", "flush", "disconnect", "shutdown")
}

// answers reports whether the function tells somebody of the error before the branch, or its caller by another result or the error that it
// was handed itself.
func (p *path) answers() bool {
	n := len(p.ret.Results)
	if n > 0 && p.end.maybe && slices.Contains(slices.Collect(p.sig.Params().Variables()), p.errorOf(p.ret.Results[n-1])) ||
		syntax.AnyNow(p.decl.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			return ok && p.call.End() < call.Pos() && call.Pos() < p.branch.Pos() && p.mentions(call, p.err) && p.doesMore(call)
		}) {
		return true
	}
	if n != 2 || !within(p.branch, p.ret) || p.reconciles {
		return false
	}
	first := p.ret.Results[0]
	return p.isState(first) || p.another(first) || tellsBy(first) && !p.observes() || p.notYet()
}

// observes reports whether the return tells Crossplane how the far side is: where it says that nothing is there,
// Crossplane makes another one, whatever a comment says.
func (p *path) observes() bool {
	return len(p.ret.Results) == 2 && known.Observation(p.info.TypeOf(p.ret.Results[0]))
}

// saysItIs reports whether the return tells Crossplane that the resource is there.
func (p *path) saysItIs() bool {
	lit, ok := ast.Unparen(p.ret.Results[0]).(*ast.CompositeLit)
	return !ok || syntax.Is(syntax.Field(lit, "ResourceExists"), "true")
}

// findIgnored finds errors that are thrown away, and those that a function which returns none does no more about than to tell of them.
// Only says which function literals count, nil for all that there is, and events whether only handlers of events run it.
func (f *function) findIgnored(only map[*ast.FuncLit]bool, events bool, result *Result) {
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.IfStmt)(nil)) {
		sig, body, counts := f.around(at, only)
		if !counts {
			continue
		}
		list := statements(at.Node())
		if branch, ok := at.Node().(*ast.IfStmt); ok {
			if other, ok := branch.Else.(*ast.IfStmt); ok {
				list = []ast.Stmt{other}
			}
		}
		for i, s := range list {
			first := s
			if branch, ok := s.(*ast.IfStmt); ok && branch.Init != nil {
				first = branch.Init
			}
			rest := list[i+1:]
			if step := f.thrownAway(first); step != nil && f.goesFar(step) && !f.explainedIn(s.Pos(), s.End()) &&
				!slices.ContainsFunc(step.Args, f.isError) &&
				(f.reads(step) || (f.ofPackage(step) != nil || f.changes(step)) && f.mayEndWell(at, sig, rest, s, step)) {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(step), How: ThrownAway,
					Reconciles: f.reconciles && !f.reads(step)})
			}
			if lastIsError(sig) || syntax.AnyType(sig.Results(), known.IsResult) {
				continue // paths tell what becomes of those
			}
			if syntax.AnyType(sig.Results(), listsErrors) {
				continue // its callers look at what the list holds
			}
			for _, branch := range branches(s) {
				err, step := f.tested(branch, list[:i])
				if err == nil || !f.goesFar(step) || !f.leavesWithout(branch, err) || f.leftIn(step, branch) ||
					f.informs(branch.Body, err) && !f.toldAsError(branch.Body) ||
					events && leaves(branch.Body) && known.Requests(syntax.Called(f.info, step)) || // which RL7002 says: lostevents
					err.Pos() < body.Pos() || f.usedIn(rest, err) || slices.ContainsFunc(rest, f.setsError) {
					continue
				}
				e := Error{Pos: branch.Pos(), Call: f.written(step), How: Unheard, Other: f.decl.Name.Name}
				if events {
					e.How = Missed
				} else if inLiteral(at) {
					e.Other = "this function literal"
				} else if ret, ok := syntax.Last[*ast.ReturnStmt](branch.Body.List); ok && len(ret.Results) > 0 && f.reads(step) {
					e.How = Emptied
				}
				result.Errors = append(result.Errors, e)
			}
		}
	}
}

func (f *function) isError(e ast.Expr) bool { return syntax.IsError(f.info.TypeOf(e)) }

// leavesWithout reports whether a branch of a function that returns no error does no more about one, and its callers do not hear of it.
func (f *function) leavesWithout(branch *ast.IfStmt, err *types.Var) bool {
	return len(branch.Body.List) > 0 && !f.mentions(branch.Else, err) && f.doesNoMore(branch.Body.List, err) &&
		!syntax.Any(branch.Body, func(ret *ast.ReturnStmt) bool {
			return len(ret.Results) > 0 && f.answersOtherwise() ||
				slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !f.isEmpty(e, ret.Pos()) })
		})
}

// around returns the signature and the body of the function that a block is in, and whether what is lost there counts: not where
// something tries again.
func (f *function) around(at inspector.Cursor, only map[*ast.FuncLit]bool) (sig *types.Signature, body *ast.BlockStmt, counts bool) {
	sig, body, counts = f.sig, f.decl.Body, only == nil
	for c := range at.Enclosing((*ast.FuncLit)(nil), (*ast.ForStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			if n.Cond == nil {
				return nil, nil, false
			}
		case *ast.FuncLit:
			if body == f.decl.Body {
				sig, body = f.info.TypeOf(n).(*types.Signature), n.Body
			}
			if f.reconciles && !f.saysDone(n.End()) {
				return nil, nil, false // it comes back anyway
			}
			call, ok := c.Parent().Node().(*ast.CallExpr)
			if ok && syntax.CalledName(f.info, call).In("k8s.io/apimachinery/pkg/util/wait") {
				return nil, nil, false
			}
			counts = counts || only[n]
		}
	}
	return sig, body, counts
}

// mayEndWell reports whether a function may say that all went well after a statement of a block, which throws an error away. Who writes _ =
// before the write of a status means it, but for a reconciler. Where that tells of an error, more is said of the error.
func (f *function) mayEndWell(block inspector.Cursor, sig *types.Signature, rest []ast.Stmt, s ast.Stmt, step *ast.CallExpr) bool {
	if f.isStatusWrite(step) {
		_, says := s.(*ast.AssignStmt)
		failed, ok := block.Parent().Node().(*ast.IfStmt)
		if says && !known.ReturnsResult(sig) || ok && f.notNil(failed.Cond) != nil {
			return false
		}
	}
	return !lastIsError(sig) || sig != f.sig || f.endsDone(rest, s.End())
}

// thrownAway returns the call of a statement that throws its error away: that of a read with what else it returns, or of a write.
func (f *function) thrownAway(s ast.Stmt) *ast.CallExpr {
	if call := f.thrown(s); call != nil {
		return call
	}
	assign, call := syntax.OfCall(s)
	if assign == nil || len(assign.Lhs) != 2 || !syntax.Is(assign.Lhs[1], "_") || !f.reads(call) ||
		!lastIsError(syntax.Called(f.info, call).Signature()) {
		return nil
	}
	return call
}

// setsError reports whether a statement sets an error to another one that is there.
func (f *function) setsError(s ast.Stmt) bool {
	to, value := syntax.Assigned(s)
	return to != nil && f.errorOf(to) != nil && f.errorOf(value) != nil
}

// handlers returns the function literals of the package that handle events, and the functions that these and the other handlers name.
// Nobody brings an event back.
func (c *finder) handlers() (lits map[*ast.FuncLit]bool, named []*types.Func) {
	lits = make(map[*ast.FuncLit]bool)
	for fn := range c.decls {
		if known.Handler(fn) {
			named = append(named, fn)
		}
	}
	for at := range syntax.Preorder(c.pass, (*ast.CompositeLit)(nil)) {
		for _, e := range syntax.Handlers(c.pass.TypesInfo, at.Node()) {
			if fn, ok := e.(*ast.FuncLit); ok {
				lits[fn] = true
			}
			for id := range syntax.All[*ast.Ident](e) {
				if fn, ok := c.pass.TypesInfo.Uses[id].(*types.Func); ok {
					named = append(named, fn.Origin())
				}
			}
		}
	}
	return lits, named
}
