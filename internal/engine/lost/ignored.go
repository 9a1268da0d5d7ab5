package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ignored returns what is lost where the code does no more about the error of a request than to tell of it, and returns none: it may mean
// that, and nobody has said so. losterrors/goeson.go.
func (p *path) ignored() (Error, bool) {
	e, inBranch := p.end, syntax.Within(p.branch, p.ret)
	switch reads := p.reads(p.call); {
	case e.maybe && (inBranch || p.statesInPlace()): // losterrors, which may be one
		overwritten := e.marks&present != 0 && p.errorOf(syntax.LastResult(p.ret)) == p.err && p.goesFar(p.call) && !p.meant()
		return p.complete(Error{How: Sometimes, Other: p.err.Name(), Noted: true}), overwritten
	case reads && e.marks&created != 0: // losterrors, keep
		return Error{}, false
	case reads && p.reconciles && p.getsRequest(p.call) && p.saysNil(p.branch.Cond) != nil:
		return Error{}, false // it is one of two kinds of objects: lostevents, either
	}
	if e.marks&(present|handled) != present || e.open || !p.runs() || !p.goesFar(p.call) || !p.observes() && p.meant() ||
		p.returns && p.normal() || p.answers() || p.triesInBranch() || !p.doesNoMore(p.failed(), p.err) || p.usedIn(p.loop, p.err) ||
		p.informs(p.branch.Body, p.err) && !p.toldAsError(p.branch.Body) ||
		inBranch && !p.reconciles && p.asksAgain() || p.reconciles && p.sendsEvent() {
		return Error{}, false
	}
	if !p.returns {
		return p.unheard()
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

// statesInPlace reports whether the branch puts the error of a write of the status in the place of the path's, and does not return:
// losterrors/told, replaces.
func (p *path) statesInPlace() bool {
	return p.ret.Pos() > p.branch.End() && slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool {
		set, call := p.setByCall(s)
		return set == p.err && p.isStatusWrite(call)
	})
}

// toldUnwritten returns what is lost where a Reconcile does no more about an error than to tell of it, also in the object's status or in a
// condition, and leaves that unwritten: lost.txt, told in an object that stays unwritten. Who calls a Reconcile that is handed the object
// may write it, and so may who is told of the error.
func (p *path) toldUnwritten() (Error, bool) {
	if p.end.marks&present == 0 || p.fn.Name() != "Reconcile" || !p.reconciles || p.request() == nil || p.lit != nil || p.loop != nil ||
		len(p.ret.Results) != 2 || !isNil(p.ret.Results[1]) || !p.goesFar(p.call) || p.explained() || p.hasDefer() {
		return Error{}, false
	}
	failed := p.failed()
	if failed == nil && p.saysNil(p.branch.Cond) != nil {
		failed = p.rest
	}
	states := false
	for _, s := range failed {
		if s == ast.Stmt(p.ret) {
			return Error{Pos: p.place(), Call: written(p.call), How: ToldUnwritten, Reconciles: true, Noted: true}, states
		}
		if syntax.Any(s, p.mayWrite) || !p.idle(s) && !p.states(s) {
			return Error{}, false
		}
		states = states || p.states(s)
	}
	return Error{}, false
}

// mayWrite reports whether a call writes a status, or is of a function of the package that asks for something outside, or of one that is
// handed a context or a client.
func (f *function) mayWrite(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	return f.isStatusWrite(call) || fn != nil && !tells(f.info, call) && (f.asksFar(fn) || f.handsClient(call) || handsContext(fn.Signature()))
}

// failed returns what the branch does where the error is there.
func (p *path) failed() []ast.Stmt {
	switch {
	case p.saysNil(p.branch.Cond) == nil:
		return p.branch.Body.List
	case p.branch.Else != nil:
		return []ast.Stmt{p.branch.Else}
	}
	return nil
}

// triesInBranch reports whether the branch calls the same function again, in another way: lost.txt, tried in two ways.
func (p *path) triesInBranch() bool {
	fn := syntax.Called(p.info, p.call)
	return fn != nil && syntax.Any(p.branch.Body, func(call *ast.CallExpr) bool { return syntax.Called(p.info, call) == fn })
}

// meant reports whether somebody says that the error is left on purpose, or that the loop goes on, up to the end of the branch.
func (p *path) meant() bool {
	return syntax.Within(p.branch, p.ret) && p.explained() || p.leftIn(p.call, p.branch, p.ret) ||
		syntax.Any(p.decl.Body, func(loop ast.Stmt) bool {
			return isLoop(loop) && syntax.Within(loop, p.call) && !syntax.Within(loop, p.ret) && p.explainedIn(loop.Pos(), loop.Pos())
		})
}

// goesFar reports whether a call asks for something outside of the process that may fail, and is no courtesy: losterrors/goeson.go.
func (f *function) goesFar(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if f.sig.Results().Len() == 0 && begins(strings.ToLower(f.decl.Name.Name), "print", "log", "dump", "emit", "record", "report") {
		return false // it tells of something itself
	}
	return (f.source(call) != local || fn != nil && judges(fn.Name()) && f.asksFar(fn)) && !tells(f.info, call) && !announces(call) &&
		!releases(call) && !begins(lastName(call), "flush", "disconnect", "shutdown")
}

// answers reports whether the function tells somebody of the error before the branch, or its caller by another result (losterrors/told,
// snapshot) or the error that it was handed itself.
func (p *path) answers() bool {
	n, last := len(p.ret.Results), p.errorOf(syntax.LastResult(p.ret))
	if slices.ContainsFunc(p.ret.Results[:max(n-1, 0)], func(e ast.Expr) bool { return p.mentions(e, p.err) }) ||
		p.end.maybe && last != nil && last.Kind() == types.ParamVar ||
		syntax.AnyNow(p.decl.Body, func(call *ast.CallExpr) bool {
			return p.call.End() < call.Pos() && call.Pos() < p.branch.Pos() && p.mentions(call, p.err) && p.doesMore(call) &&
				!syntax.Is(call.Fun, "append")
		}) {
		return true
	}
	if n != 2 || !syntax.Within(p.branch, p.ret) || p.reconciles {
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

// unheard returns what is lost where a function that returns no error does no more about one than to tell of it.
func (p *path) unheard() (Error, bool) {
	fn := syntax.Called(p.info, p.call)
	events := p.handles
	if !events && syntax.Any(p.decl.Body, addsAgain) {
		return Error{}, false // the item comes back, whichever branch does that: lost.txt, added again
	}
	ret, leaves := syntax.Last[*ast.ReturnStmt](p.branch.Body.List)
	if p.returnsMore() || !leaves && p.again() || events && p.fromCache(p.call) ||
		events && leaves && p.sig.Results().Len() == 0 && known.Requests(fn) { // which RL7002 says: lostevents
		return Error{}, false
	}
	lost := Error{How: Unheard, Other: p.decl.Name.Name}
	if events {
		lost.How = Missed
	} else if p.lit != nil {
		lost.Other = "this function literal"
		if at, ok := p.at.FindNode(p.lit); ok && at.ParentEdgeKind() == edge.CallExpr_Fun && at.Parent().ParentEdgeKind() == edge.GoStmt_Call {
			lost.Other = "" // it has no callers: lost.txt, told in a goroutine of its own
		}
	} else if leaves && len(ret.Results) > 0 && p.reads(p.call) {
		lost.How = Emptied
	}
	lost = p.complete(lost)
	lost.Pos = p.branch.Pos()
	return lost, true
}

// fromCache reports whether all that a call asks is what controller-runtime's client answers from its cache, if nobody says otherwise. That
// fails only while the program starts.
func (f *function) fromCache(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if inner := f.sibling(fn); inner != nil {
		return !syntax.Any(inner.decl.Body, func(call *ast.CallExpr) bool {
			fn := syntax.Called(f.info, call)
			return fn != nil && f.source(call) != local && (known.Sends(fn) || !known.Requests(fn))
		})
	}
	return fn != nil && known.Requests(fn) && !known.Sends(fn)
}

// returnsMore reports whether callers hear of the error by another result.
func (p *path) returnsMore() bool {
	if syntax.AnyType(p.sig.Results(), func(t types.Type) bool { return known.IsResult(code.Deref(t)) }) {
		return len(p.ret.Results) != 1 || syntax.Within(p.branch, p.ret) || !p.asksNothing(p.ret.Results[0]) // of which more is said: fixed.go
	}
	return syntax.AnyType(p.sig.Results(), listsErrors) || p.saysNo() ||
		syntax.Any(&ast.BlockStmt{List: p.failed()}, func(ret *ast.ReturnStmt) bool {
			return len(ret.Results) > 0 && p.answersOtherwise() ||
				slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !p.isDefault(e, ret.Pos()) })
		})
}

// saysNo reports whether the return beside which there is another result answers false where others answer true: lost.txt, by a yes or no.
func (p *path) saysNo() bool {
	return len(p.ret.Results) > 1 && slices.ContainsFunc([]int{0, len(p.ret.Results) - 1}, func(i int) bool {
		return syntax.Is(p.ret.Results[i], "false") && syntax.AnyNow(p.decl.Body, func(ret *ast.ReturnStmt) bool {
			return len(ret.Results) > i && syntax.Is(ret.Results[i], "true")
		})
	})
}

// addsAgain reports whether a call puts an item into a queue for later, as its name says.
func addsAgain(call *ast.CallExpr) bool {
	_, name := syntax.Selected(call.Fun)
	return name == "AddRateLimited" || name == "AddAfter"
}

// again reports whether the branch is in a loop that goes on for ever, and not only when the next event comes.
func (p *path) again() bool {
	return syntax.AnyNow(p.decl.Body, func(loop *ast.ForStmt) bool {
		return loop.Cond == nil && syntax.Within(loop, p.branch) && !p.waitsForEvents(loop)
	})
}

// waitsForEvents reports whether a loop receives from channels, and from none that tells the time: lost.txt, the next event.
func (p *path) waitsForEvents(loop *ast.ForStmt) bool {
	receives, times := false, false
	for n := range ast.Preorder(loop.Body) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if from, ok := p.info.TypeOf(n.X).Underlying().(*types.Chan); ok && n.Op == token.ARROW {
				of := from.Elem()
				times = times || symbol.OfType(of) == "time.Time"
				receives = receives || !types.Identical(of, types.NewStruct(nil, nil)) // which says that the context is done
			}
		case *ast.CallExpr:
			times = times || syntax.CalledName(p.info, n) == "time.Sleep"
		}
	}
	return receives && !times
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
		list := syntax.Handlers(c.info, at.Node())
		if lit := at.Node().(*ast.CompositeLit); known.Predicates[symbol.OfType(c.info.TypeOf(lit))] { // which decide on events
			list = append(list, syntax.FieldValues(lit)...)
		}
		for _, e := range list {
			if fn, ok := e.(*ast.FuncLit); ok {
				lits[fn] = true
			}
			for id := range syntax.All[*ast.Ident](e) {
				if fn, ok := c.info.Uses[id].(*types.Func); ok {
					named = append(named, fn.Origin())
				}
			}
		}
	}
	return lits, named
}
