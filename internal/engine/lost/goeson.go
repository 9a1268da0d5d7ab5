package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// usedLater reports whether a round of the loop looks at the error after the branch that only tells of it.
func (w *way) usedLater() bool {
	return slices.ContainsFunc(w.loop, func(s ast.Stmt) bool { return w.mentions(s, w.err) })
}

// matters reports whether the error is that of a step which changes something, as its name says or the requests that it makes. What
// tidies up or tells of something is a courtesy, whose errors people only want to hear of.
func (w *way) matters() bool {
	return !w.courtesy() && !(w.loop != nil && w.usedLater()) && w.mayChange(w.call)
}

// mayChange reports whether a call is of a step that changes something, as its name says, or makes requests and is not named for a read.
func (f *function) mayChange(call *ast.CallExpr) bool {
	if acts(call) {
		return f.source(call) != local
	}
	fn := syntax.Called(f.info, call)
	return fn != nil && !begins(lastName(call), "get", "list", "fetch", "load", "read", "find", "lookup", "watch") && f.asksFar(fn)
}

// passes reports whether a pass of a reconciler tells of the error of a step that changes something, as of an error, and goes on.
func (p *path) passes(e ending) bool {
	if p.loop != nil || e.maybe || e.marks&(present|handled|asked) != present || !p.endsWell() {
		return false
	}
	return p.matters() && !p.informs(p.branch.Body, p.err) && p.mentions(p.branch.Body, p.err) &&
		!slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool { return !p.idle(s) })
}

// endsWell reports whether the return says that a pass is done, or a step of one.
func (p *path) endsWell() bool {
	if !p.reconciles {
		return len(p.ret.Results) == 1 && isNil(p.ret.Results[0]) && p.runs() && !p.explained(p.ret)
	}
	lit, ok := ast.Unparen(p.ret.Results[0]).(*ast.CompositeLit)
	return ok && len(p.ret.Results) == 2 && p.asksNothing(lit)
}

// deletes reports whether the call is a deletion by the client.
func (w *way) deletes() bool {
	return sourceOf(w.info, w.call) == remote && lastName(w.call) == "delete"
}

// deletesLast reports whether the call is a deletion by the client, after which nothing comes but the return.
func (w *way) deletesLast() bool {
	return w.deletes() && w.next() != nil
}

// leavesOut reports whether a round of a loop in a helper leaves out what could not be read, and the function returns the rest.
func (p *path) leavesOut() bool {
	return !p.reconciles && p.runs() && len(p.ret.Results) == 2 && isNil(p.ret.Results[1]) && !isNil(p.ret.Results[0]) && p.reads(p.call) &&
		!p.explained(p.ret) && !p.usedLater()
}

// courtesy reports whether a call is of a function that its name says to tidy up or to tell of something.
func (w *way) courtesy() bool {
	return announces(w.call) || begins(lastName(w.call), "delete", "remove", "clean", "prune", "purge", "gc", "garbage", "close", "stop",
		"cancel", "release", "revoke", "unlock")
}

// announces reports whether a call is of a function that its name says to tell of something.
func announces(call *ast.CallExpr) bool {
	return begins(lastName(call), "record", "emit", "report", "notify", "send", "publish", "log", "track", "observe", "event", "audit",
		"alert", "post", "push")
}

// helperLoses reports whether a function that returns an error and nothing else loses the one that it has: it returns nil after it has told
// of the error. Where it returns those of other steps, that is for the write of a status or for an item of a loop; where it
// never returns one, for its only request.
func (w *way) helperLoses(branch *ast.IfStmt, ret *ast.ReturnStmt) bool {
	if w.reconciles || len(ret.Results) != 1 || !isNil(ret.Results[0]) || w.explained(ret) || w.source(w.call) == local {
		return false
	}
	if w.loop != nil {
		return w.returnsErrors() || w.runs()
	}
	if w.returnsErrors() {
		return w.writesStatus() || w.runs() && branch.Else == nil && w.notNil(branch.Cond) == w.err && w.mentions(branch.Body, w.err) &&
			!w.informs(branch.Body, w.err) && (w.matters() || w.next() != nil)
	}
	return w.lit == nil && w.onlyRequest()
}

// onlyRequest reports whether the call makes a request of the API server, and no other in the function does.
func (w *way) onlyRequest() bool {
	return sourceOf(w.info, w.call) == remote && !syntax.Any(w.decl.Body, func(call *ast.CallExpr) bool {
		if call == w.call || w.source(call) == local || tells(w.info, call) {
			return false
		}
		fn := syntax.Called(w.info, call)
		return fn == nil || fn.Signature().Recv() != nil || w.decls[fn.Origin()] != nil // the client's functions only look at errors and objects
	})
}

// sometimes returns what is lost where a function returns the result of an earlier step after the write of a status failed: that step may
// have gone well.
func (w *way) sometimes(ret *ast.ReturnStmt) (Error, bool) {
	if !slices.Contains(w.decl.Body.List, ast.Stmt(ret)) || w.mentions(ret, w.err) || w.explained(ret) || isNil(ret.Results[1]) {
		return Error{}, false
	}
	switch ast.Unparen(ret.Results[1]).(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return Error{}, false
	}
	if lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit); ok && !w.asksNothing(lit) {
		return Error{}, false
	}
	return Error{Pos: ret.Pos(), How: Sometimes, Other: types.ExprString(ret.Results[1])}, true
}

// ofKind returns the error of which a condition says that the API server answered so, such as that an object is not found.
func (f *function) ofKind(cond ast.Expr) *types.Var {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if err := f.notNil(c.X); c.Op == token.LAND && err != nil && f.ofKind(c.Y) == err {
			return err
		}
	case *ast.CallExpr:
		fn := syntax.Called(f.info, c)
		if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "k8s.io/apimachinery/pkg/api/errors" && begins(fn.Name(), "Is", "is") &&
			len(c.Args) == 1 {
			return f.errorOf(c.Args[0])
		}
	}
	return nil
}

// reads reports whether a call gets or lists something by a request, as its name says.
func (f *function) reads(call *ast.CallExpr) bool {
	return begins(lastName(call), "get", "list", "fetch", "load", "read", "find") && f.source(call) != local
}
