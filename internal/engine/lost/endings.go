package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// pathTo returns the path to an ending, nil if it does not stand in the source as others write it.
func (r *reading) pathTo(e ending) *path {
	branch, call, ret := r.branches[e.test], r.calls[e.call.Pos()], r.rets[e.ret.Pos()]
	if branch == nil || call == nil || ret == nil || ret.Pos() < branch.Pos() { // which another path has come to: lost.txt, kept for later
		return nil
	}
	if list := r.listIn(call); list != nil { // the error is made of others
		call = cmp.Or(r.appended(list), call)
	}
	err := r.errorIn(branch, call)
	if either, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && either.Op == token.LOR && r.reconciles &&
		syntax.Within(branch.Body, ret) {
		for _, side := range []ast.Expr{either.X, either.Y} {
			if one, ok := ast.Unparen(side).(*ast.BinaryExpr); ok && one.OpPos == e.test {
				err = r.notNil(one) // it is enough: lost.txt, or nothing has come of it
			}
		}
	}
	if err == nil || r.deferredUses(err, ret.Pos()) && e.marks&replaced == 0 {
		return nil
	}
	if r.lit != nil && (err.Pos() < r.lit.Pos() || err.Pos() > r.lit.End()) { // whoever calls the literal may look at it: lost.txt
		return nil
	}
	p := &path{function: r.function, end: e, branch: branch, ret: ret, err: err, call: call}
	p.rest, p.loop = r.following(branch, ret)
	return p
}

// unnamed returns what is lost where a branch is taken for the error of a call that it names itself, and returns another one, which is nil.
func (r *reading) unnamed(e ending) (Error, bool) {
	branch, call, ret := r.branches[e.test], r.calls[e.call.Pos()], r.rets[e.ret.Pos()]
	if e.maybe || e.marks&acted != 0 || branch == nil || call == nil || ret == nil || !syntax.Within(branch.Cond, call) ||
		!syntax.Within(branch.Body, ret) {
		return Error{}, false
	}
	other := r.errorOf(syntax.LastResult(ret))
	if other == nil {
		return Error{}, false
	}
	return Error{Pos: ret.Pos(), Call: written(call), How: Mistaken, Other: other.Name(), Reconciles: r.reconciles}, true
}

// errorIn returns the variable that a branch is taken for: the error of a call, or a list of such.
func (r *reading) errorIn(branch *ast.IfStmt, call *ast.CallExpr) *types.Var {
	if list := r.gathered(branch); list != nil {
		return list
	}
	if err := r.saysNil(branch.Cond); err != nil {
		return err
	}
	if either, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && either.Op == token.LOR {
		if err := r.notNil(either.X); err != nil && (goesOn(branch) || r.doesNoMore(branch.Body.List, err)) {
			return err
		}
	}
	return r.notNil(branch.Cond)
}

// following returns what follows a branch up to the end of the function, as far as it is in statements around it, and in the loop that it
// is in, if a return is outside of that.
func (r *reading) following(branch *ast.IfStmt, ret *ast.ReturnStmt) (rest, loop []ast.Stmt) {
	at, found := r.at.FindNode(branch.Body)
	if !found { // a case of a switch
		if at, found = r.at.FindNode(branch.Cond); !found {
			return nil, nil
		}
		at = at.Parent().Parent().Parent()
	}
	inLoop := false
	for c := at; ; c = c.Parent() {
		if isLoop(c.Node()) && c.Node().End() <= ret.Pos() && !inLoop {
			inLoop, loop, rest = true, append([]ast.Stmt{}, rest...), nil
		}
		if c.Node() == ast.Node(r.decl) || c.Node() == ast.Node(r.lit) {
			return rest, loop
		}
		rest = append(rest, after(c)...)
	}
}

// afterLoop returns what follows the loop in its list that a block is the body of.
func afterLoop(block inspector.Cursor) []ast.Stmt {
	if isLoop(block.Parent().Node()) {
		return after(block.Parent())
	}
	return nil
}

// within returns what is lost at a return in the branch itself.
func (p *path) within() (Error, bool) {
	if !syntax.Within(p.branch.Body, p.ret) || p.loop != nil {
		return Error{}, false
	}
	lost, loses, other := Error{}, false, p.other()
	if len(p.ret.Results) == 0 && p.named() != p.err {
		other = p.named()
	}
	switch {
	case p.answered():
	case p.end.maybe:
		other, loses = p.replaced()
		if loses {
			lost = Error{How: Sometimes, Other: other.Name()}
		}
	case len(p.ret.Results) == 0 && p.explained(): // lost.txt, a bare return that a comment explains
	case other != nil && p.endsBranch():
		// Whatever is done before, the function says that it means to return an error.
		lost, loses = Error{How: Mistaken, Other: other.Name()}, true
	case p.cleansUp():
		lost, loses = Error{How: Mistaken, Other: p.err.Name()}, true
	case p.end.marks&acted == 0 && p.reconciles:
		lost, loses = p.loses()
	}
	return p.complete(lost), loses && (lost.How != Swallowed || !p.normal())
}

// endsBranch reports whether the return is the last statement of the branch.
func (p *path) endsBranch() bool {
	last, _ := syntax.Last[*ast.ReturnStmt](p.branch.Body.List)
	return last == p.ret
}

// answered reports whether the return hands on what another call in the branch returned, all of it or the error of one that is handed the
// path's: that is another way to the same answer.
func (p *path) answered() bool {
	return slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool {
		assign, call := syntax.OfCall(s)
		if set, _ := p.setByCall(s); set != nil && set == p.other() && p.mentions(call, p.err) {
			return true
		}
		return assign != nil && len(assign.Lhs) > 1 && slices.EqualFunc(assign.Lhs, p.ret.Results, func(to, from ast.Expr) bool {
			return syntax.Var(p.info, to) != nil && syntax.Var(p.info, to) == syntax.Var(p.info, from)
		})
	})
}

// cleansUp reports whether the return is of the path's error, in the place of which the branch has put that of another step: it is nil
// where that has gone well. lost.txt, cleaned up.
func (p *path) cleansUp() bool {
	return p.errorOf(syntax.LastResult(p.ret)) == p.err && p.endsBranch() && !p.explained() &&
		slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool {
			set, call := p.setByCall(s)
			return set == p.err && !p.mentions(call, p.err) && !p.isStatusWrite(call)
		})
}

// replaced returns the error that the branch puts in the place of the path's and returns, where that is the one of a further step.
func (p *path) replaced() (*types.Var, bool) {
	returned := p.errorOf(syntax.LastResult(p.ret))
	if returned == nil || !p.endsBranch() || p.explained() || p.source(p.call) == local {
		return nil, false
	}
	return returned, slices.ContainsFunc(p.branch.Body.List, func(s ast.Stmt) bool {
		set, call := p.setByCall(s)
		return set == returned && !p.mentions(call, p.err) && p.source(call) != local && !p.isStatusWrite(call)
	})
}

// beyond returns what is lost at a return of a reconciler after the branch.
func (p *path) beyond() (Error, bool) {
	if p.ret.Pos() < p.branch.End() || p.end.marks&acted != 0 || !p.reconciles || len(p.ret.Results) != 2 || p.normal() {
		return Error{}, false
	}
	_, variable := ast.Unparen(p.ret.Results[0]).(*ast.Ident)
	certain := variable && p.cameWith(p.ret.Results[0]) || p.isStatusWrite(p.call)
	switch {
	case p.end.maybe && p.isStatusWrite(p.call): // losterrors, stagedElsewhere: a call that returns both
		lost, loses := p.sometimes()
		return p.complete(lost), loses
	case p.end.maybe || !p.matters() && (p.loop != nil || !certain) || p.loop != nil && !p.doesNoMore(p.branch.Body.List, p.err):
		return Error{}, false
	}
	lost, loses := p.loses()
	return p.complete(lost), loses && (p.loop != nil || certain || lost.How == Swallowed)
}

func (p *path) complete(lost Error) Error {
	lost.Pos = p.place()
	lost.Call, lost.Reconciles, lost.Informed = written(p.call), p.reconciles, p.informs(p.branch.Body, p.err)
	lost.Noted = lost.Noted || lost.How == Swallowed && p.reconciles && p.polled()
	return lost
}
