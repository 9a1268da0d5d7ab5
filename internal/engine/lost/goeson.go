package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// usedLater reports whether a round of the loop looks at the error after the branch that only tells of it.
func (p *path) usedLater() bool {
	return slices.ContainsFunc(p.loop, func(s ast.Stmt) bool { return p.mentions(s, p.err) })
}

// matters reports whether the error is that of a step which changes something, as its name says or the requests that it makes. What
// tidies up or tells of something is a courtesy, whose errors people only want to hear of.
func (p *path) matters() bool {
	return !p.courtesy() && !(p.loop != nil && p.usedLater()) && p.mayChange(p.call)
}

// mayChange reports whether a call is of a step that changes something, as its name says, or makes requests and is not named for a read.
func (f *function) mayChange(call *ast.CallExpr) bool {
	if acts(call) {
		return f.source(call) != local
	}
	fn := syntax.Called(f.info, call)
	if fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == errgroup || fn.Pkg().Path() == retry) {
		return true
	}
	return fn != nil && !begins(lastName(call), "get", "list", "fetch", "load", "read", "find", "lookup", "watch") && f.asksFar(fn)
}

// passes reports whether a pass of a reconciler tells of the error of a step that changes something, as of an error, and goes on.
func (p *path) passes(e ending) bool {
	if e.marks&(present|handled) != present || !p.endsWell(e) {
		return false
	}
	counts := slices.ContainsFunc(p.branch.Body.List, p.onlyCounts) && p.mayPass()
	changes := p.matters() || p.deletes() && (p.loop != nil || p.source(p.call) == remote) || p.loop != nil && counts
	return changes && !p.informs(p.branch.Body, p.err) &&
		(p.mentions(p.branch.Body, p.err) || p.toldAsError(p.branch.Body)) &&
		!slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool { return !p.tellsOrLeaves(s) && !(counts && p.onlyCounts(s)) })
}

// endsWell reports whether the return says that a pass is done, or a step of one, where the steps before it went well.
func (p *path) endsWell(e ending) bool {
	from := p.call.Pos()
	for loop := range syntax.All[ast.Stmt](p.decl.Body) { // of which a comment says that it goes on
		switch loop.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if within(loop, p.call) && !within(loop, p.ret) {
				from = min(from, loop.Pos())
			}
		}
	}
	if p.explainedIn(from, p.branch.End()) || syntax.Announced(p.decl.Body, p.call.Pos(), p.branch.End()) {
		return false
	}
	if !p.reconciles {
		return p.runs()
	}
	if len(p.ret.Results) != 2 {
		return len(p.ret.Results) == 0 && !e.open
	}
	lit, ok := ast.Unparen(p.ret.Results[0]).(*ast.CompositeLit)
	return ok && p.asksNothing(lit) || !ok && !e.open
}

// deletes reports whether the call is a deletion, by a client or as its name says in a pass.
func (p *path) deletes() bool {
	return p.source(p.call) != local && (lastName(p.call) == "delete" || p.runs() && begins(lastName(p.call), "delete", "remove", "revoke"))
}

// tellsOrLeaves reports whether a statement does no more about an error than to tell of it, or to ask for kinds of it and leave.
func (f *function) tellsOrLeaves(s ast.Stmt) bool {
	var bodies [][]ast.Stmt
	switch s := s.(type) {
	case *ast.IfStmt:
		if bodies = append(bodies, s.Body.List); s.Else != nil {
			bodies = append(bodies, []ast.Stmt{s.Else})
		}
	case *ast.BlockStmt:
		bodies = append(bodies, s.List)
	case *ast.SwitchStmt:
		bodies = armsOf(s)
	default:
		return f.quiet(s)
	}
	return !slices.ContainsFunc(bodies, func(list []ast.Stmt) bool {
		_, returns := syntax.Last[*ast.ReturnStmt](list)
		return !returns && slices.ContainsFunc(list, func(s ast.Stmt) bool { return !f.tellsOrLeaves(s) })
	})
}

// counted returns the variable of a number or a list that a statement adds to, nil for any other.
func (f *function) counted(s ast.Stmt) *types.Var {
	to, value := syntax.Assigned(s)
	if step, ok := s.(*ast.IncDecStmt); ok {
		to = step.X
	} else if more, ok := value.(*ast.CallExpr); !ok || !syntax.Is(more.Fun, "append") {
		return nil
	}
	return syntax.Var(f.info, to)
}

// onlyCounts reports whether a statement adds to a variable of the function that it does no more with than to tell of it.
func (f *function) onlyCounts(s ast.Stmt) bool {
	n := f.counted(s)
	return n != nil && !n.IsField() && !syntax.Any(f.decl.Body, func(at ast.Node) bool {
		switch at := at.(type) {
		case *ast.IfStmt:
			return f.mentions(at.Cond, n) && leaves(at.Body)
		case *ast.CallExpr:
			fn := syntax.Called(f.info, at)
			return fn != nil && f.mentions(at, n) && !tells(f.info, at) && !texts[fn.Pkg().Path()]
		case *ast.ReturnStmt:
			return f.mentions(at, n)
		}
		return false
	})
}

// keeps reports whether a statement adds to a variable that the function makes more of.
func (f *function) keeps(s ast.Stmt) bool { return f.counted(s) != nil && !f.onlyCounts(s) }

// deletesLast reports whether the call is a deletion by the client, after which nothing comes but the return.
func (p *path) deletesLast() bool {
	i := slices.IndexFunc(p.rest, func(s ast.Stmt) bool { return !p.tellsOrLeaves(s) })
	if i < 0 || !p.deletes() {
		return false
	}
	_, returns := p.rest[i].(*ast.ReturnStmt)
	return returns
}

// leavesOut reports whether a round of a loop in a helper leaves out what could not be read, and the function returns the rest.
func (p *path) leavesOut() bool {
	return !p.reconciles && p.runs() && len(p.ret.Results) == 2 && isNil(p.ret.Results[1]) && !isNil(p.ret.Results[0]) && p.reads(p.call) &&
		!p.explained() && !p.usedLater()
}

// courtesy reports whether a call is of a function that its name says to tidy up or to tell of something.
func (p *path) courtesy() bool {
	return announces(p.call) || begins(lastName(p.call), "delete", "remove", "clean", "prune", "purge", "gc", "garbage", "close", "stop",
		"cancel", "release", "revoke", "unlock")
}

// helperLoses reports whether a function that returns an error and nothing else loses the one that it has: it returns nil after it has told
// of the error. Where it returns those of other steps, that is for the write of a status or for an item of a loop; where it
// never returns one, for its only request.
func (p *path) helperLoses() bool {
	if p.reconciles || len(p.ret.Results) != 1 || !isNil(p.ret.Results[0]) && p.other() == nil || p.explained() ||
		p.source(p.call) == local || tells(p.info, p.call) {
		return false
	}
	if p.loop != nil {
		return p.returnsErrors() || p.runs()
	}
	if p.returnsErrors() {
		return p.isStatusWrite(p.call) || p.runs() && p.branch.Else == nil && p.notNil(p.branch.Cond) == p.err &&
			p.mentions(p.branch.Body, p.err) && !p.informs(p.branch.Body, p.err) && (p.matters() || p.next() != nil)
	}
	return p.lit == nil && p.onlyRequest() || p.lit != nil && p.runs() && p.matters()
}

// onlyRequest reports whether the call makes a request of the API server, and no other in the function does.
func (p *path) onlyRequest() bool {
	return sourceOf(p.info, p.call) == remote && !syntax.Any(p.decl.Body, func(call *ast.CallExpr) bool {
		if call == p.call || p.source(call) == local || tells(p.info, call) {
			return false
		}
		fn := syntax.Called(p.info, call)
		return fn == nil || fn.Signature().Recv() != nil || p.decls[fn.Origin()] != nil // the client's functions only look at errors and objects
	})
}

// sometimes returns what is lost where a function returns the result of an earlier step after the write of a status failed: that step may
// have gone well.
func (p *path) sometimes() (Error, bool) {
	if !slices.Contains(p.decl.Body.List, ast.Stmt(p.ret)) || p.mentions(p.ret, p.err) || p.explained() || isNil(p.ret.Results[1]) {
		return Error{}, false
	}
	switch ast.Unparen(p.ret.Results[1]).(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return Error{}, false
	}
	if p.asksAgain() {
		return Error{}, false
	}
	return Error{Pos: p.ret.Pos(), How: Sometimes, Other: types.ExprString(p.ret.Results[1])}, true
}

// ofKind returns the error of which a condition says that the API server answered so, such as that an object is not found.
func (f *function) ofKind(cond ast.Expr) *types.Var {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if err := f.notNil(c.X); c.Op == token.LAND && err != nil && f.ofKind(c.Y) == err {
			return err
		}
	case *ast.CallExpr:
		if fn := syntax.Called(f.info, c); fn != nil && begins(fn.Name(), "Is", "is") && len(c.Args) > 0 && fn.Signature().Results().Len() == 1 {
			return f.errorOf(c.Args[0])
		}
	}
	return nil
}

// reads reports whether a call gets or lists something by a request, as its name says.
func (f *function) reads(call *ast.CallExpr) bool {
	return begins(lastName(call), "get", "list", "fetch", "load", "read", "find", "describe", "query", "search", "collect") &&
		f.source(call) != local
}

// counts reports whether the branch counts something: who counts errors bounds the tries.
func (p *path) counts() bool {
	return syntax.Any(p.branch.Body, func(n ast.Node) bool {
		_, steps := n.(*ast.IncDecStmt)
		set, ok := n.(*ast.AssignStmt)
		return steps || ok && set.Tok != token.ASSIGN && set.Tok != token.DEFINE
	})
}

// mayPass reports whether the error comes from something that may go well another time: a request, a function that is handed a context, or
// one that is called through a value or an interface of the program's own.
func (p *path) mayPass() bool {
	fn := syntax.Called(p.info, p.call)
	if fn == nil {
		_, ok := p.info.TypeOf(p.call.Fun).Underlying().(*types.Signature)
		return ok && !p.info.Types[ast.Unparen(p.call.Fun)].IsType()
	}
	recv := fn.Signature().Recv()
	return p.source(p.call) != local || recv != nil && types.IsInterface(recv.Type()) && fn.Pkg() != nil &&
		!known.Foundation(fn.Pkg().Path()) && !judges(fn.Name())
}
