package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Late is the delay from which on a failure is tried again later than the queue would for a good while: its back-off is 5 ms at first, and
// 40 s after 13 failures.
const Late = int64(30 * time.Second)

// Requeued stands in the place of a delay where a request is asked for again without one: it backs off all the same.
const Requeued = -1

// chose reports whether the code tells the users of an object what failed, and lets it be for a while.
func (f *function) chose(length int64, list []ast.Stmt) bool {
	return length >= Late && slices.ContainsFunc(list, f.states)
}

// answered notes the errors that a path answers with a constant delay and nil.
func (r *reading) answered(p *paths.Path, ret *ssa.Return, asks paths.Value) {
	length := asks.After.Length
	if asks.After.Is == paths.No {
		length = Requeued
	}
	for call, m := range marked(p) {
		if m&(present|listed) == present {
			r.delays[ending{call: call, test: r.tests[call], ret: ret, marks: m}] = length
		}
	}
}

// fixed returns the delays that stand in the branch which is taken for the error.
func (c *Client) fixed() []Delay {
	var list []Delay
	for _, r := range c.readings {
		for e, length := range r.delays {
			p := r.pathTo(e)
			if p == nil {
				continue
			}
			p = p.otherwise()
			at, sets := p.setsDelay(length)
			answers := sets || syntax.Within(p.branch.Body, p.ret) && p.onlyOfStatus()
			if !answers || p.explained() || !p.mayPass() || p.counts() || p.chosen() || p.waits() {
				continue
			}
			d := Delay{Pos: cmp.Or(at, p.ret.Pos()), Call: written(p.call), Length: length}
			if length == Requeued {
				if len(p.branch.Body.List) == 1 { // it tells nobody: backoff, silent
					list = append(list, d)
				}
				continue
			}
			if d.Length == 0 {
				d.Length, d.About = p.madeOf()
			}
			if d.Length > 0 && !p.chose(d.Length, p.branch.Body.List) {
				list = append(list, d)
			}
		}
	}
	slices.SortFunc(list, func(a, b Delay) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Call, b.Call)) })
	return slices.CompactFunc(list, func(a, b Delay) bool { return a.Pos == b.Pos })
}

// chosen reports whether something else than the error says within the branch that the path ends there, such as how often it has failed.
func (p *path) chosen() bool {
	return syntax.Any(p.branch.Body, func(b *ast.IfStmt) bool { return syntax.Within(b.Body, p.ret) && !p.mentions(b.Cond, p.err) })
}

// waits reports whether what the branch tells says that it waits for something, and not what has failed.
func (p *path) waits() bool {
	return syntax.Any(p.branch.Body, func(text *ast.BasicLit) bool { return strings.Contains(strings.ToLower(text.Value), "waiting") })
}

// findAnswered finds errors that a function which returns a Result and no error answers with a constant delay, or, if it returns a Result
// alone, with an empty one.
func (f *function) findAnswered(branch *ast.IfStmt, call *ast.CallExpr, result *Result) {
	ret, lit := f.onlyAnswers(branch.Body.List)
	of := f.sig.Results()
	if lit == nil || !known.IsResult(of.At(0).Type()) || syntax.AnyType(of, syntax.IsError) ||
		f.source(call) == local || f.getsRequest(call) || f.leftIn(call, branch, nil) {
		return
	}
	if f.asksNothing(lit) && of.Len() == 1 {
		result.Errors = append(result.Errors, Error{Pos: ret.Pos(), Call: written(call), Reconciles: true, Noted: true})
		return
	}
	if n := f.constant(syntax.Field(lit, "RequeueAfter")); n > 0 && !f.chose(n, branch.Body.List) {
		result.Delays = append(result.Delays, Delay{Pos: ret.Pos(), Call: written(call), Length: n})
	}
}

// findAnswerer finds a function that answers whatever error it is handed with a constant delay and nil: all that it does, or a branch for
// that. backoff, finishes.
func (f *function) findAnswerer(result *Result) {
	if !f.reconciles || !syntax.AnyType(f.sig.Params(), syntax.IsError) {
		return
	}
	answers := func(list []ast.Stmt) {
		ret, lit := f.onlyAnswers(list)
		if lit == nil || len(ret.Results) != 2 || !isNil(ret.Results[1]) || f.explainedIn(f.decl.Pos(), ret.End()) {
			return
		}
		if n := f.constant(syntax.Field(lit, "RequeueAfter")); n > 0 && !f.chose(n, list) {
			result.Delays = append(result.Delays, Delay{Pos: ret.Pos(), Call: "its callers", Length: n})
		}
	}
	answers(f.decl.Body.List)
	for _, s := range f.decl.Body.List {
		branch, ok := s.(*ast.IfStmt)
		if !ok || branch.Init != nil {
			continue
		}
		if err := f.notNil(branch.Cond); err != nil && err.Kind() == types.ParamVar && !f.setBefore(err, branch.Pos()) {
			answers(branch.Body.List)
		}
	}
}

// onlyAnswers returns the last of some statements, and the literal that it returns first, where the others only tell of something. The
// literal is nil if they do more, or none is returned.
func (f *function) onlyAnswers(list []ast.Stmt) (*ast.ReturnStmt, *ast.CompositeLit) {
	ret, ok := syntax.Last[*ast.ReturnStmt](list)
	more := func(s ast.Stmt) bool { return s != ast.Stmt(ret) && !f.idle(s) && !f.states(s) }
	if !ok || len(ret.Results) == 0 || slices.ContainsFunc(list, more) {
		return ret, nil
	}
	lit, _ := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	return ret, lit
}

// constant returns the value of a delay, 0 if that is no constant.
func (f *function) constant(e ast.Expr) int64 {
	n, _ := syntax.Integer(f.info, e)
	return n
}

// otherwise returns the path as if the block of its return were the branch, where that is the other side of a branch for no error, or the
// default beside one: backoff, switched.
func (p *path) otherwise() *path {
	if p.saysNil(p.branch.Cond) == nil {
		return p
	}
	for n := range ast.Preorder(p.decl.Body) {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.IfStmt:
			if n == p.branch {
				body, _ = n.Else.(*ast.BlockStmt)
			}
		case *ast.CaseClause:
			if n.List == nil && len(n.Body) > 0 && n.Pos() > p.branch.Pos() {
				body = &ast.BlockStmt{Lbrace: n.Colon, List: n.Body, Rbrace: n.End()}
			}
		}
		if body != nil && syntax.Within(body, p.ret) {
			other := *p
			other.branch = &ast.IfStmt{If: body.Lbrace, Cond: p.branch.Cond, Body: body}
			return &other
		}
	}
	return p
}

// setsDelay reports whether the branch sets a constant delay, or a Result with it, that a return of no error further down hands back, and
// where it does: backoff, setsLater.
func (p *path) setsDelay(length int64) (token.Pos, bool) {
	if syntax.Within(p.branch.Body, p.ret) || len(p.ret.Results) != 2 || !isNil(p.ret.Results[1]) || length <= 0 {
		return token.NoPos, false
	}
	for _, s := range p.branch.Body.List {
		to, value := syntax.Assigned(s)
		v := syntax.Root(p.info, to)
		if v == nil || !p.mentions(p.ret, v) {
			continue
		}
		if lit, ok := ast.Unparen(value).(*ast.CompositeLit); ok {
			value = syntax.Field(lit, "RequeueAfter")
		}
		if value != nil && paths.IsDuration(p.info.TypeOf(value)) && p.constant(value) == length {
			return s.Pos(), true
		}
	}
	return token.NoPos, false
}

// madeOf returns the constant delay of which the path returns one, and whether that is about as long: what a function makes of its only
// argument, such as one that adds jitter, or what a package variable holds. 0 if there is none.
func (p *path) madeOf() (length int64, about bool) {
	lit, ok := ast.Unparen(p.ret.Results[0]).(*ast.CompositeLit)
	if !ok {
		return 0, false
	}
	after := syntax.Field(lit, "RequeueAfter")
	call, about := ast.Unparen(after).(*ast.CallExpr)
	if about = about && len(call.Args) == 1; about {
		if fn := syntax.Called(p.info, call); fn == nil || fn.Signature().Recv() != nil {
			return 0, false // which may know how often it was asked: backoff, grows
		}
		after = call.Args[0]
	}
	if after == nil || !paths.IsDuration(p.info.TypeOf(after)) {
		return 0, false
	}
	if of := syntax.Var(p.info, after); of != nil && !of.IsField() && of.Parent() == p.pass.Pkg.Scope() && !of.Exported() {
		after = syntax.OnlyGiven(p.pass, of)
	}
	return p.constant(after), about
}
