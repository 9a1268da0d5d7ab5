package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

const unheard = "unheard"

// silencesOf returns the writes of whose errors a function of the package without results only tells, or one that it calls. Of one that
// returns an error, they are those of what it calls.
func (c *finder) silencesOf(fn *types.Func) []Error {
	list, done := c.silent[fn]
	decl, results := c.decls[fn], fn.Signature().Results().Len()
	if done || decl == nil || decl.Body == nil || results > 0 && !lastIsError(fn.Signature()) {
		return list
	}
	c.silent[fn] = nil // where it calls itself
	f := c.functionAt(decl, fn)
	if forTests(f.file) {
		return nil
	}
	if results == 0 && !(decl.Doc != nil && syntax.TellsPurpose(decl.Doc)) {
		list = f.silencesIn(decl.Body, fn.Name())
	}
	for _, call := range calledNow(decl.Body) {
		if called := syntax.Called(f.info, call); called != nil {
			list = append(list, c.silencesOf(called.Origin())...)
		}
	}
	c.silent[fn] = list
	return list
}

// silencesIn returns the writes in a body of whose errors it only tells: that of a function, or of a deferred literal without a name.
func (f *function) silencesIn(body *ast.BlockStmt, name string) []Error {
	var found []Error
	ast.Inspect(body, func(n ast.Node) bool {
		list := statements(n)
		if branch, ok := n.(*ast.IfStmt); ok {
			if other, ok := branch.Else.(*ast.IfStmt); ok {
				list = []ast.Stmt{other}
			}
		}
		for i, s := range list {
			if step := f.thrown(s); step != nil && name != "" && f.isStatusWrite(step) && !f.explainedIn(s.Pos(), s.End()) {
				found = append(found, Error{Pos: s.Pos(), Call: written(step), How: ToldStatus, Other: name, Status: true})
			}
			for _, branch := range branches(s) {
				if step := f.onlyToldIn(branch, list[:i]); step != nil && f.changes(step) && !f.usedIn(list[i+1:], f.notNil(branch.Cond)) &&
					!slices.ContainsFunc(list[i+1:], f.setsError) &&
					f.notNil(branch.Cond).Pos() > body.Pos() && !f.upToCallers(body, branch.Pos()) {
					e := Error{Pos: branch.Pos(), Call: written(step), How: Unheard, Other: name, Reconciles: true}
					e.Status = f.isStatusWrite(step) && !goesOn(branch)
					switch {
					case e.Status && name == "":
						e.How = DeferredStatus
					case e.Status:
						e.How = ToldStatus
					}
					found = append(found, e)
				}
			}
		}
		lit, literal := n.(*ast.FuncLit)
		loop, ok := n.(*ast.ForStmt)
		return !(literal && lit.Type.Results != nil) && !(ok && loop.Cond == nil) // which tries again
	})
	return found
}

// upToCallers reports whether a place in a body is reached only where something that the function is given is not nil or empty: which of
// its calls come there, their arguments decide.
func (f *function) upToCallers(body *ast.BlockStmt, pos token.Pos) bool {
	return syntax.Any(body, func(branch *ast.IfStmt) bool {
		return branch.Body.Pos() < pos && pos < branch.Body.End() && syntax.Any(branch.Cond, func(c *ast.BinaryExpr) bool {
			return c.Op == token.NEQ && (f.info.Types[c.Y].Value != nil || isNil(c.Y)) && syntax.Any(c.X, func(id *ast.Ident) bool {
				v, ok := f.info.Uses[id].(*types.Var)
				return ok && f.decl.Pos() < v.Pos() && v.Pos() < f.decl.Body.Pos()
			})
		})
	})
}

// again reports whether a call hands what it is given to something that runs it again and again.
func (f *function) again(call *ast.CallExpr) bool {
	return syntax.CalledName(f.info, call).In("k8s.io/apimachinery/pkg/util/wait")
}

// setsError reports whether a statement sets an error to another one that is there.
func (f *function) setsError(s ast.Stmt) bool {
	to, value := syntax.Assigned(s)
	return to != nil && f.errorOf(to) != nil && f.errorOf(value) != nil
}

// findInLiterals finds the writes of whose errors function literals only tell that return nothing, such as those of goroutines.
func (f *function) findInLiterals(result *Result) {
	for at := range f.at.Preorder((*ast.FuncLit)(nil)) {
		lit := at.Node().(*ast.FuncLit)
		call, ok := at.Parent().Node().(*ast.CallExpr)
		_, deferred := at.Parent().Parent().Node().(*ast.DeferStmt)
		if ok && !deferred && !f.again(call) && lit.Type.Results == nil && !inLiteral(at.Parent()) && f.runs() && f.saysDone(lit.End()) &&
			!f.explainedIn(call.Pos(), call.Pos()) {
			result.Errors = append(result.Errors, f.silencesIn(lit.Body, "this function literal")...)
		}
	}
}

// goesOn reports whether a branch ends with the next item of a loop.
func goesOn(branch *ast.IfStmt) bool {
	last, ok := syntax.Last[*ast.BranchStmt](branch.Body.List)
	return ok && last.Tok == token.CONTINUE
}

// usedIn reports whether statements use an error before they set it anew.
func (f *function) usedIn(list []ast.Stmt, err *types.Var) bool {
	i := slices.IndexFunc(list, func(s ast.Stmt) bool { return f.mentions(s, err) })
	return i >= 0 && !f.overwritten(list[i:], err)
}

// calledNow returns the calls in a body that run where they stand, in their order: what is found must not depend on chance.
func calledNow(body *ast.BlockStmt) (calls []*ast.CallExpr) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			calls = append(calls, n)
		}
		return true
	})
	return calls
}

// passes returns the functions of the package that a pass of a reconciler may run.
func (c *finder) passes() reach {
	var roots []*types.Func
	works := false
	for fn, decl := range c.decls {
		takes := syntax.Any(decl, c.takesItem)
		if works = works || takes; takes || known.ReturnsResult(fn.Signature()) || begins(strings.ToLower(fn.Name()), "reconcile") {
			roots = append(roots, fn)
		}
	}
	for fn := range c.conditions() { // such as the function that a worker was made with
		if works && lastIsError(fn.Signature()) {
			roots = append(roots, fn)
		}
	}
	return c.reached(roots)
}

// reached returns where some functions lead, to themselves first.
func (c *finder) reached(roots []*types.Func) reach {
	in, others := make(map[*types.Func]bool), make(map[symbol.Name]bool)
	var visit func(*types.Func)
	visit = func(fn *types.Func) {
		if name := symbol.Of(fn); len(c.others().funcs[name]) > 0 {
			others[name] = true
		}
		if decl := c.decls[fn]; decl != nil && !in[fn] {
			in[fn] = true
			for id := range syntax.All[*ast.Ident](decl) { // what it calls, or hands on
				if used, ok := c.pass.TypesInfo.Uses[id].(*types.Func); ok {
					visit(used.Origin())
					if recv := used.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && used.Pkg() != nil &&
						!known.Foundation(used.Pkg().Path()) {
						iface := recv.Type().Underlying().(*types.Interface)
						for _, method := range methods.Implementing(c.pass.Pkg, iface, used) {
							visit(method.Origin())
						}
						for _, t := range c.others().types {
							if m, ok := t.Method(used); ok && t.Implements(iface) {
								others[m.Func] = true
							}
						}
					}
				}
			}
		}
	}
	for _, fn := range roots {
		visit(fn)
	}
	return reach{in, others}
}

// takesItem reports whether a call takes an item from a queue.
func (c *finder) takesItem(call *ast.CallExpr) bool {
	fn := syntax.Called(c.pass.TypesInfo, call)
	return fn != nil && fn.Name() == "Get" && fn.Pkg() != nil && fn.Pkg().Path() == known.Workqueue
}

// callsSilent notes that a path calls a function that only tells of the error of a write. Whatever writes the status later makes up for a
// status that was not written, as does the end of the object.
func (c *Client) callsSilent(p *paths.Path, r *reading, call *ssa.Call) {
	fn := ways.Called(&call.Call)
	if at := r.calls[call.Pos()]; at != nil && r.settlesStatus(at, fn) {
		for from := range p.Marked(unheard) {
			p.Mark(paths.Subject{Class: unheard, From: from}, present|acted)
		}
	}
	if fn != nil && len(c.silencesOf(fn)) > 0 {
		p.Mark(paths.Subject{Class: unheard, From: call}, present)
	}
}

// settlesStatus reports whether a call writes the status of an object, by its name at least, or lets the object go.
func (f *function) settlesStatus(call *ast.CallExpr, fn *types.Func) bool {
	return f.isStatusWrite(call) || f.removesFinalizer(&ast.ExprStmt{X: call}) ||
		fn != nil && strings.Contains(lastName(call), "status") && f.asksFar(fn)
}

// foundUnheard adds the writes of whose errors functions without results only tell, before a reconciler that calls them says that all is
// done.
func (c *Client) foundUnheard(found []Error) []Error {
	at := make(map[token.Pos]*Error)
	var heard func(fn *ssa.Function, top *ssa.Call, status bool, depth int)
	heard = func(fn *ssa.Function, top *ssa.Call, status bool, depth int) {
		for call, marks := range c.unheard[fn] {
			called, site := ways.Called(&call.Call), cmp.Or(top, call)
			if called.Signature().Results().Len() > 0 {
				if depth > 0 { // where it says yes or no, too, its caller may try again by that
					decides := syntax.AnyType(called.Signature().Results(), syntax.IsBool)
					heard(call.Call.StaticCallee(), site, status || marks&acted != 0 || decides, depth-1)
				}
				continue
			}
			for _, silence := range c.silencesOf(called) {
				if (status || marks&acted != 0) && silence.Status ||
					slices.ContainsFunc(found, func(e Error) bool { return e.Pos == silence.Pos }) {
					continue
				}
				if at[silence.Pos] == nil {
					at[silence.Pos] = &silence
				}
				if e := at[silence.Pos]; !slices.Contains(e.Calls, site.Pos()) {
					e.Calls = append(e.Calls, site.Pos())
				}
			}
		}
	}
	for fn := range c.unheard {
		switch r := c.read[fn]; {
		case r == nil:
		case r.reconciles || fn.Name() == "Reconcile":
			heard(fn, nil, false, 5)
		case r.lit == nil && r.runs() && c.conditions()[fn.Object().(*types.Func)]: // who calls it may write the status later
			heard(fn, nil, true, 5)
		}
	}
	for _, e := range at {
		slices.Sort(e.Calls)
		found = append(found, *e)
	}
	return found
}
