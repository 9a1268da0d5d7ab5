package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// onlyKind returns what is lost where the code has asked whether an error is of one kind, and looks at it no more if it is of another.
func (r *reading) onlyKind(e ending) (Error, bool) {
	branch, call, ret := r.branches[r.asks[e.call]], r.calls[e.call.Pos()], r.rets[e.ret.Pos()]
	test := r.tests[e.call]
	orNone := r.orElseNil(branch, r.branches[test])
	if test.IsValid() && r.branches[test] != branch && !asksInside(r.branches[test], branch, ret) && !orNone {
		return Error{}, false // losterrors, emptyWhereNotRead
	}
	if e.marks&(asked|handled) != asked || branch == nil || call == nil || !idleElse(branch) || r.explainedIn(call.Pos(), branch.End()) {
		return Error{}, false
	}
	err, other := r.ofKind(branch.Cond), false
	if not, ok := ast.Unparen(branch.Cond).(*ast.UnaryExpr); ok && not.Op == token.NOT && !test.IsValid() {
		err, other = r.ofKind(not.X), true // it is of another kind, or there is none
	}
	if err == nil || other && r.mentions(branch.Body, err) || ret != nil && r.mentions(ret, err) || // by a function that answers with it
		!r.returns && (r.handles || r.answersTo(err, branch, ret)) || // RL7002 says it, or more is done about it
		r.deferredUses(err, r.decl.End()) || r.source(call) == local && !begins(lastName(call), "new") ||
		r.getsRequest(call) || r.callsAgain(call, branch.End()) {
		return Error{}, false
	}
	kinds := "one kind"
	if syntax.Any(r.decl.Body, func(block *ast.BlockStmt) bool {
		i := slices.Index(block.List, ast.Stmt(branch))
		return i >= 0 && slices.ContainsFunc(block.List[max(i-1, 0):min(i+2, len(block.List))], func(s ast.Stmt) bool {
			beside, ok := s.(*ast.IfStmt)
			return ok && beside != branch && beside.Init == nil && r.ofKind(beside.Cond) == err
		})
	}) {
		kinds = "some kinds"
	}
	return Error{Pos: branch.Pos(), Call: written(call), How: OnlyKind, Other: kinds, Reconciles: r.reconciles,
		Noted: other || orNone}, true // it may be a state that the code asks for
}

// answersTo reports whether a function without an error among its results uses one after a branch, or answers otherwise than if there were
// nothing. losterrors/told, marks.
func (f *function) answersTo(err *types.Var, branch *ast.IfStmt, ret *ast.ReturnStmt) bool {
	return ret == nil || slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !f.isDefault(e, ret.Pos()) }) ||
		syntax.Any(f.decl.Body, func(id *ast.Ident) bool { return id.Pos() > branch.End() && f.info.Uses[id] == types.Object(err) })
}

// idleElse reports whether nothing is done where a branch is not taken.
func idleElse(branch *ast.IfStmt) bool {
	other, ok := branch.Else.(*ast.BlockStmt)
	return branch.Else == nil || ok && len(other.List) == 0
}

// orElseNil reports whether the branch after one that asks for a kind of error is taken where there is none, at most: any other error is
// taken in neither. losterrors/told, secret and binding.
func (r *reading) orElseNil(asks, next *ast.IfStmt) bool {
	if asks == nil || next == nil || next.Else != nil {
		return false
	}
	cond := ast.Unparen(next.Cond)
	for {
		and, ok := cond.(*ast.BinaryExpr)
		if !ok || and.Op != token.LAND {
			break
		}
		cond = ast.Unparen(and.X)
	}
	return r.saysNil(cond) != nil && r.saysNil(cond) == r.ofKind(asks.Cond) && syntax.Any(r.decl.Body, func(block *ast.BlockStmt) bool {
		i := slices.IndexFunc(block.List, func(s ast.Stmt) bool { return s.Pos() == asks.Pos() })
		return i >= 0 && i+1 < len(block.List) && block.List[i+1].Pos() == next.Pos()
	})
}

// callsAgain reports whether the function makes a call again after a place, as one that reads an object again: what failed for good fails
// there, unless the error is dropped there, too.
func (f *function) callsAgain(call *ast.CallExpr, after token.Pos) bool {
	return syntax.Any(f.decl.Body, func(other *ast.CallExpr) bool {
		return other.Pos() > after && types.ExprString(other) == types.ExprString(call) && !syntax.Any(f.decl.Body, func(in *ast.IfStmt) bool {
			return in.Init != nil && syntax.Within(in.Init, other) && in.Else == nil && f.saysNil(in.Cond) != nil
		})
	})
}

// asksInside reports whether all that a branch does about an error is to ask for its kind, after which the function goes on as if there
// were none: losterrors, createsOrUpdates.
func asksInside(outer, inner *ast.IfStmt, ret *ast.ReturnStmt) bool {
	return outer != nil && inner != nil && outer.Else == nil && len(outer.Body.List) == 1 && outer.Body.List[0] == ast.Stmt(inner) &&
		ret != nil && ret.Pos() > outer.End()
}

// taken returns what is lost where any error of a Get is taken to say that there is no such object: the code acts on that or tells of it,
// without the error, and says that all is done. losterrors, takenForGone.
func (p *path) taken() (Error, bool) {
	if p.saysNil(p.branch.Cond) != nil && p.branch.Else == nil || p.branch.Else != nil && every(p.branch.Body.List, p.quiet) {
		return p.onlyWhereRead()
	}
	ownWords := len(p.branch.Body.List) > 1 && !p.mentions(p.branch.Body, p.err)
	m := p.end.marks & (present | acted | handled | asked)
	return Error{Pos: p.branch.Pos(), Call: written(p.call), How: Taken, Reconciles: p.reconciles},
		(m == present|acted || m == present && ownWords) && (p.saysDoneInBranch() || p.finds()) && begins(lastName(p.call), "get") &&
			(p.readsObject() || p.ofPackage(p.call).onlyGets()) && !(p.reconciles && p.getsRequest(p.call))
}

// readsObject reports whether the call reads an object of the API server, itself or as far as what it is handed a client for tells.
func (p *path) readsObject() bool {
	return p.reads(p.call) && (p.source(p.call) == remote || p.handsClient(p.call))
}

// onlyGets reports whether a function of the package fails where the one request fails that it makes, a Get, and nowhere else, and asks no
// kind of that error.
func (f *function) onlyGets() bool {
	if f == nil {
		return false
	}
	var read *ast.CallExpr
	only := true
	for call := range syntax.All[*ast.CallExpr](f.decl.Body) {
		if f.source(call) != local {
			only = only && read == nil && f.source(call) == remote && lastName(call) == "get"
			read = call
		}
	}
	fails := 0
	for ret := range syntax.All[*ast.ReturnStmt](f.decl.Body) {
		if last := syntax.LastResult(ret); last != nil && !isNil(last) {
			fails++
		}
	}
	return only && read != nil && fails == 1 &&
		!syntax.Any(f.decl.Body, func(id *ast.Ident) bool { return strings.Contains(id.Name, "NotFound") })
}

// finds reports whether the return is one of the branch itself, by which a helper says that it has found something else.
func (p *path) finds() bool {
	return !p.reconciles && p.end.marks&acted != 0 && p.loop == nil && syntax.Within(p.branch.Body, p.ret) && len(p.ret.Results) == 2 &&
		isNil(p.ret.Results[1]) && !isNil(p.ret.Results[0]) && p.source(p.call) == remote && !p.explained()
}

// onlyWhereRead returns what is lost where a function does something only if there is no error of a read, and else says that all is done.
func (p *path) onlyWhereRead() (Error, bool) {
	return Error{Pos: p.branch.Pos(), Call: p.written(p.call), How: Taken, Reconciles: p.reconciles},
		!p.end.maybe && p.end.marks&(acted|asked) == 0 && p.ret.Pos() >= p.branch.End() && p.loop == nil &&
			isNil(syntax.LastResult(p.ret)) && p.readsObject() && p.runs() && !p.getsRequest(p.call) &&
			!p.leftIn(p.call, p.branch, nil) && !p.explainedIn(p.branch.End(), p.ret.End()) && !p.asksNotFound(p.err) &&
			!syntax.Any(p.decl.Body, p.gathers)
}

// gathers reports whether a call hands the path's error to a function together with where errors are gathered.
func (p *path) gathers(call *ast.CallExpr) bool {
	return p.mentions(call, p.err) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		into, ok := p.info.TypeOf(arg).(*types.Pointer)
		return ok && listsErrors(into.Elem())
	})
}

// asksNotFound reports whether the function asks whether an error says that an object is not found.
func (f *function) asksNotFound(err *types.Var) bool {
	return syntax.Any(f.decl.Body, func(call *ast.CallExpr) bool {
		return strings.Contains(written(call), "NotFound") && f.mentions(call, err)
	})
}

// toldOnly returns what is lost where an error is told in a condition or an event alone, and the package's watches let no update pass that
// leaves the generation as it is: nothing brings the object back. losterrors/filtered.
func (p *path) toldOnly() (Error, bool) {
	after := p.writesAfter()
	if p.end.marks&present == 0 || !after && !p.saysDoneInBranch() || p.source(p.call) == local || announces(p.call) {
		return Error{}, false
	}
	switch handed := p.end.marks&handled != 0; {
	case handed && p.end.marks&asked == 0 && p.byGeneration():
		return Error{Pos: p.ret.Pos(), Call: written(p.call), How: ToldOnly, Reconciles: true}, true
	case handed && (len(p.ret.Results) == 1 || p.mentions(p.ret, p.err) || p.answered() ||
		slices.ContainsFunc(p.branch.Body.List, p.setsCondition)), after, p.onlyStates() && p.writesWhatItSays():
		return Error{Pos: p.place(), Call: written(p.call), How: ToldUnchanged, Reconciles: p.reconciles}, true
	}
	return Error{}, false
}

// writesWhatItSays reports whether the branch writes the status, and does something about that before, or tells of the error.
func (p *path) writesWhatItSays() bool {
	writes := func(s ast.Stmt) bool { return syntax.Any(s, p.isStatusWrite) }
	return slices.ContainsFunc(p.branch.Body.List, writes) &&
		(p.mentions(p.ret, p.err) ||
			slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool { return s != ast.Stmt(p.ret) && !writes(s) }))
}

// writesAfter reports whether the branch only says something of the error in the status, or chooses what to say there, and the function
// then returns the error of the status's write.
func (p *path) writesAfter() bool {
	at := slices.Index(p.rest, ast.Stmt(p.ret))
	if !p.reconciles && !p.runs() || p.loop != nil || at < 0 || len(p.ret.Results) != p.sig.Results().Len() || p.explained() {
		return false
	}
	write, ok := ast.Unparen(syntax.LastResult(p.ret)).(*ast.CallExpr)
	if err := p.errorOf(syntax.LastResult(p.ret)); err != nil && at > 0 {
		_, write = p.setByCall(p.rest[at-1])
		ok = write != nil
	}
	says := false
	for _, s := range p.branch.Body.List {
		to, value := syntax.Assigned(s)
		v := syntax.Var(p.info, to)
		chooses := v != nil && !v.IsField() && value != nil && (p.info.Types[value].Value != nil || p.mentions(value, p.err))
		says = says || chooses || p.states(s)
		if !chooses && !p.states(s) && !p.idle(s) {
			return false
		}
	}
	return ok && says && p.isStatusWrite(write)
}

// setsCondition reports whether a statement sets a condition to the error where the branch writes the status, or hands it to a function of
// the package that returns nothing and does both. A deferred function may write, too. The second write of a condition changes nothing, so
// no event follows: losterrors/told.
func (p *path) setsCondition(s ast.Stmt) bool {
	call := syntax.CallOf(s)
	if call == nil || !p.mentions(call, p.err) {
		return false
	}
	sets, bodies := false, []ast.Node{p.branch.Body}
	if syntax.CalledName(p.info, call) != known.SetCondition {
		fn := syntax.Called(p.info, call)
		if fn == nil || fn.Signature().Results().Len() > 0 || p.decls[fn.Origin()] == nil {
			return false
		}
		bodies = append(bodies, p.decls[fn.Origin()].Body)
	}
	writes := syntax.Any(p.decl.Body, func(d *ast.DeferStmt) bool {
		return syntax.Any(d, func(call *ast.CallExpr) bool { return p.isStatusWrite(call) })
	})
	for _, body := range bodies {
		for inner := range syntax.All[*ast.CallExpr](body) {
			sets = sets || syntax.CalledName(p.info, inner) == known.SetCondition
			writes = writes || p.isStatusWrite(inner)
		}
	}
	return sets && writes
}

// isNew reports whether a condition is that a status had no such condition yet, which asks nothing of the error in that: losterrors/told,
// renewed.
func isNew(cond ssa.Value) bool {
	call, ok := cond.(*ssa.Call)
	return ok && ways.CalledName(&call.Call) == known.SetCondition
}

// saysDoneInBranch reports whether the return is one of the branch itself, by which a reconciler says that all is done, or that it is if
// the status was written, and nobody says why.
func (p *path) saysDoneInBranch() bool {
	if !p.reconciles || !syntax.Within(p.branch.Body, p.ret) || p.explained() {
		return false
	}
	if len(p.ret.Results) == 1 {
		call, ok := ast.Unparen(p.ret.Results[0]).(*ast.CallExpr)
		return ok && p.saysDoneBy(call)
	}
	return p.onlyOfStatus() && !p.asksAgain()
}

// onlyOfStatus reports whether the return hands back two results, of which the error is nil or that of the write of a status: a variable
// may hold it that the branch has set (backoff, restating).
func (p *path) onlyOfStatus() bool {
	if len(p.ret.Results) != 2 {
		return false
	}
	write, _ := ast.Unparen(p.ret.Results[1]).(*ast.CallExpr)
	if err := p.errorOf(p.ret.Results[1]); err != nil {
		for _, s := range p.branch.Body.List {
			if to, call := p.setByCall(s); to == err {
				write = call
			}
		}
	}
	return isNil(p.ret.Results[1]) || write != nil && p.onlySaysBy(write)
}

// saysDoneBy reports whether a call is of a function of the package that writes a status, and says that all is done, or that it is if the
// status was written.
func (p *path) saysDoneBy(call *ast.CallExpr) bool {
	inner := p.ofPackage(call)
	return inner != nil && inner.saysInStatus() && !inner.choosesTries() && !p.end.open &&
		(!p.end.maybe || !inner.handsOver()) // on this path, whatever else it may return
}

// saysInStatus reports whether the function writes a status, or sets one.
func (f *function) saysInStatus() bool {
	return syntax.Any(f.decl.Body, f.isStatusWrite) || syntax.Any(f.decl.Body, setsStatus)
}

// onlySays reports whether the function does so, and returns no error that it is handed, nor one of its own.
func (f *function) onlySays() bool {
	return f != nil && !f.handsOver() && !syntax.AnyNow(f.decl.Body, f.returnsOwn) && f.saysInStatus()
}

// onlySaysBy reports whether a call writes a status, or is of a function of the package that does so, whatever it is called, and returns no
// other error.
func (f *function) onlySaysBy(call *ast.CallExpr) bool {
	return f.isStatusWrite(call) || f.ofPackage(call).onlySays()
}

// onlyStatesBy reports whether a value is the error of the write of a status, by a function of the package that returns no other.
func (f *function) onlyStatesBy(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && f.sibling(ways.Called(&call.Call)).onlySays()
}
