package lost

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// New returns the client for a package, nil for one that has nothing to do with controllers.
func New(pass *analysis.Pass) *Client {
	if !about(pass) || servesTests(pass.Pkg.Path()) {
		return nil
	}
	f := &finder{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass), cursors: make(map[*ast.FuncDecl]inspector.Cursor),
		far: make(map[*types.Func]bool), used: make(map[*types.Func][]use)}
	for at, decl := range syntax.Functions(pass) {
		f.cursors[decl] = at
	}
	f.eventLits, f.handling = f.handlers()
	f.conditions, f.dropped = sync.OnceValue(f.usedAsValues), sync.OnceValue(f.droppedResults)
	f.handed, f.literals = sync.OnceValue(f.handedRequests), sync.OnceValue(f.findLiterals)
	f.inPass, f.others = sync.OnceValue(f.passes), sync.OnceValue(f.imported)
	return &Client{finder: f, sources: make(map[ssa.Value]map[ssa.Value]int), read: make(map[*ssa.Function]*reading)}
}

// Choose returns the functions in which an error may be lost: those that take a branch for one and do not end it with one, or do not look
// at one. Those without an error among their results do so only if something runs them. It says of each whether it returns one last.
func (c *Client) Choose() map[*ast.FuncDecl]bool {
	chosen := make(map[*ast.FuncDecl]bool)
	runs := sync.OnceValue(c.mayRun)
	for decl := range syntax.FuncDecls(c.pass) {
		f := c.followed(decl)
		if f == nil || !syntax.Any(decl.Body, f.leavesError) {
			continue
		}
		counts := syntax.AnyType(f.sig.Results(), syntax.IsError) || syntax.Any(decl.Body, func(*ast.FuncLit) bool { return true }) // of events
		if counts || runs()[f.fn] {
			chosen[decl] = f.returns
		}
	}
	return chosen
}

// leavesError reports whether a node is a branch that is taken for an error and does not end with the return of one, or sets an error that
// was there before, or throws one away.
func (f *function) leavesError(n ast.Node) bool {
	s, ok := n.(ast.Stmt)
	if !ok {
		return false
	}
	if assign, _ := syntax.OfCall(s); f.thrownAway(s) != nil || assign != nil && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool {
		id, ok := to.(*ast.Ident)
		return ok && f.info.Defs[id] == nil && f.errorOf(to) != nil // there was another one before
	}) {
		return true
	}
	return slices.ContainsFunc(branches(s), func(branch *ast.IfStmt) bool {
		if !syntax.Any(branch.Cond, f.isError) && f.gathered(branch) == nil {
			return false
		}
		ret, ok := syntax.Last[*ast.ReturnStmt](branch.Body.List)
		if !ok || len(ret.Results) == 0 || f.ofKind(branch.Cond) != nil || f.saysNil(branch.Cond) != nil {
			return true
		}
		last := syntax.LastResult(ret)
		return isNil(last) || f.errorOf(last) != nil || !f.isError(last) || len(ret.Results) == 1 && f.reconciles
	})
}

// Found returns what was found, once the functions have been followed, and exports the fact about the package.
func (c *Client) Found() *Result {
	result := c.listed()
	if c.exports() {
		c.anywhere = true
		all := c.listed().Errors
		c.anywhere = false
		c.export(result.Errors, all)
	}
	result.Errors = append(result.Errors, c.fromElsewhere()...)
	return result
}

// listed returns what was found in the package itself.
func (c *Client) listed() *Result {
	result := &Result{Delays: c.fixed()}
	for _, r := range c.readings {
		result.Errors = append(result.Errors, r.found()...)
	}
	for _, r := range c.readings {
		result.Errors = r.nilWrapped(result.Errors)
	}
	var once map[*types.Func]bool
	if !c.anywhere {
		once = c.setUps()
	}
	for decl := range syntax.FuncDecls(c.pass) {
		f := c.functionAt(decl)
		if f == nil || c.anywhere && c.inPass().own[f.fn] {
			continue // what those of a pass lose is found without that
		}
		if f.runs() && !f.onPurpose() {
			f.findInLists(result)
			f.findShadowed(result)
			f.findGathered(result)
		}
		if once[f.fn] {
			f.findNotSetUp(result)
		}
		if !f.returns {
			f.findStated(result)
			continue
		}
		f.findDeferred(result)
		f.findWrappedOr(result)
		f.findUnwrapped(result)
		if f.reconciles && (f.fn.Name() == "Reconcile" || c.handed()[f.fn]) {
			f.findGone(result)
		}
	}
	for _, r := range c.readings {
		result.Errors = r.nilReturned(result.Errors)
	}
	result.Unheard = len(result.Gones) > 0 && holdsDeletions(c.pass)
	slices.SortStableFunc(result.Gones, func(a, b Gone) int { return int(a.Pos - b.Pos) })
	slices.SortStableFunc(result.Errors, func(a, b Error) int {
		return cmp.Or(int(a.Pos-b.Pos), cmp.Compare(a.Call, b.Call), int(a.How-b.How))
	})
	result.Errors = slices.CompactFunc(result.Errors, func(a, b Error) bool {
		return a.Pos == b.Pos && (a.Call == b.Call || a.Noted && b.Noted)
	})
	return result
}

// handedRequests returns the functions of a package that a Reconcile hands its request to, and whose answer it returns as it is.
func (c *finder) handedRequests() map[*types.Func]bool {
	handed := make(map[*types.Func]bool)
	for decl := range syntax.FuncDecls(c.pass) {
		f := c.functionAt(decl)
		if f == nil || f.fn.Name() != "Reconcile" || !known.ReturnsResult(f.sig) || f.hasDefer() {
			continue
		}
		syntax.AnyNow(decl.Body, func(ret *ast.ReturnStmt) bool {
			request := f.request()
			if request == nil || len(ret.Results) != 1 {
				return false
			}
			call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
			if ok && len(call.Args) > 0 && syntax.Var(c.info, call.Args[len(call.Args)-1]) == request {
				handed[syntax.Called(c.info, call)] = true
			}
			return false
		})
	}
	return handed
}

// droppedResults returns the functions of a package whose Result each call of them leaves, and how many calls
// there are: what it says never comes to controller-runtime.
func (c *finder) droppedResults() map[*types.Func]int {
	drops := make(map[*types.Func]int)
	for _, file := range c.pass.Files {
		for n := range syntax.All[*ast.AssignStmt](file) {
			if assign, call := syntax.OfCall(n); call != nil && syntax.Is(assign.Lhs[0], "_") {
				if fn := syntax.Called(c.info, call); fn != nil && !fn.Exported() && known.ReturnsResult(fn.Signature()) {
					drops[fn]++
				}
			}
		}
	}
	uses := make(map[*types.Func]int)
	for _, obj := range c.info.Uses {
		if fn, ok := obj.(*types.Func); ok {
			uses[fn.Origin()]++
		}
	}
	maps.DeleteFunc(drops, func(fn *types.Func, n int) bool { return uses[fn] > n })
	return drops
}

// found returns what is lost at the ends of paths, as far as the program's authors can mean it otherwise.
func (r *reading) found() []Error {
	var list []Error
	add := func(lost Error, loses bool) bool {
		if loses {
			list = append(list, lost)
		}
		return loses
	}
	within := make(map[*ast.IfStmt]bool) // branches in which something is lost already
	kinds := make(map[*ssa.Call]bool)    // whose errors are
	var after []*path
	for e := range r.ends {
		switch {
		case e.marks&listed != 0:
			add(r.leftInList(e))
			continue
		case e.marks&unread != 0:
			add(r.unlooked(e))
			continue
		case add(r.onlyKind(e)):
			kinds[e.call] = true
		}
		if r.returns {
			if lost, loses := r.wentOn(e); add(lost, loses) && lost.How == FinalizedHere {
				continue
			}
			add(r.unnamed(e))
			e.maybe = e.maybe || r.fails[failing{e.call, e.ret}] // losterrors, triedThenStated
		}
		switch p := r.pathTo(e); {
		case p == nil:
		case !r.returns:
			add(p.ignored())
		case add(p.within()):
			within[p.branch] = true
		default:
			after = append(after, p)
		}
	}
	for _, p := range after {
		if !within[p.branch] && !kinds[p.end.call] {
			_ = add(p.beyond()) || add(p.taken()) || add(p.toldOnly()) || add(p.toldUnwritten()) || add(p.ignored())
		}
	}
	return list
}
