// Package conflicts finds writes that are tried again after a conflict with the same object, so that each try must fail as the first did.
// It is a client of package paths.
//
// # Contract
//
//	retry.RetryOnConflict(retry.DefaultRetry, func() error {
//		pod.Labels["done"] = "true"
//		return c.Update(ctx, pod) // pod has the resource version of before
//	})
//
// A function literal that is called again after a conflict is found if it updates an object of the function around it and nothing in the
// literal can read that again: a call that is handed it and may ask somebody, a call that returns one of its type, an assignment. It is
// found too if what it returns in place of the update's error is certainly no conflict, or the error of the read that follows, which may be
// nil, or if it tells a poll after a conflict that it is done: then nothing is tried again. Client-go calls it again, or a function of the
// user's modules that hands it to client-go or calls it until it goes well, or a poll if it asks for conflicts itself. A function of the
// package that only updates what it is handed, itself or by another one, is an update too, and so is a function of another package of the
// user's modules that does (elsewhere.go).
//
// A literal is also found that puts the answer of an update, which is empty where that fails, in the place of the object by whose name it
// gets it, or that is called again at once and takes what it writes from an informer's cache.
//
// A loop is found that gets the object anew into one variable and updates the one that the function was handed, or that goes on after a
// conflict, or until the update goes well, with what there was before the loop.
//
// Found too is a write of which another instruction before it is the reason: it updates what has conflicted, its version or what was set is
// from before an earlier write whose answer has another, or it is a patch that is made from the object itself (written.go).
//
// Creations cannot conflict in this way, nor can patches without a version.
package conflicts

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// New returns the client for a package, nil for one that imports neither [Retries] nor what asks for conflicts, and tries nothing again
// that others hand it.
func New(pass *analysis.Pass) *Client {
	if known.Foundation(pass.Pkg.Path()) {
		return nil
	}
	c := newClient(pass)
	if !known.Imports(pass.Pkg, Retries, apiErrors, clientPackage) && !slices.ContainsFunc(c.imported(), func(u *Updates) bool {
		return u.Retrying != nil || u.Repeating != nil
	}) && !repeats(pass) {
		return nil
	}
	return c
}

func newClient(pass *analysis.Pass) *Client {
	return &Client{pass: pass, found: make(map[*ssa.Function]map[token.Pos]Conflict),
		always: make(map[*ssa.Function]bool), loops: make(map[token.Pos]Conflict),
		imported: sync.OnceValue(func() []*Updates { return slices.Collect(maps.Values(syntax.Facts[*Updates](pass))) })}
}

// repeats reports whether a package that others import has a function that calls again what it is handed.
func repeats(pass *analysis.Pass) bool {
	return others(pass) && slices.ContainsFunc(slices.Collect(syntax.FuncDecls(pass)), func(decl *ast.FuncDecl) bool {
		return retriesItself(pass.TypesInfo, decl)
	})
}

// Export exports the fact about a package, of which the functions that [Client.Choose] returns are built.
func Export(pass *analysis.Pass, built []*ssa.Function) {
	if !others(pass) {
		return
	}
	var fact Updates
	c := newClient(pass)
	for _, fn := range built {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		for i := range fn.Params {
			switch again, always := c.handsOn(fn, i); {
			case again && always:
				fact.Repeating = append(fact.Repeating, symbol.Of(obj))
			case again:
				fact.Retrying = append(fact.Retrying, symbol.Of(obj))
			}
		}
	}
	for decl := range syntax.FuncDecls(pass) {
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		if updatesOnly(pass.TypesInfo, decl, fn) {
			fact.Funcs = append(fact.Funcs, symbol.Of(fn))
		}
		if hides(pass.TypesInfo, decl) {
			fact.Hiding = append(fact.Hiding, symbol.Of(fn))
		}
	}
	fact.Types = methods.Of(pass.Pkg, func(fn *types.Func) bool { return handed(fn) >= 0 && writes.MatchString(fn.Name()) })
	if len(fact.Funcs)+len(fact.Types)+len(fact.Hiding)+len(fact.Retrying)+len(fact.Repeating) > 0 {
		slices.Sort(fact.Funcs)
		slices.Sort(fact.Hiding)
		slices.Sort(fact.Retrying)
		slices.Sort(fact.Repeating)
		pass.ExportPackageFact(&fact)
	}
}

// Choose returns the functions that try something again.
func (c *Client) Choose() map[*ast.FuncDecl]bool {
	chosen := make(map[*ast.FuncDecl]bool)
	for decl := range syntax.FuncDecls(c.pass) {
		if syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
			name := syntax.CalledName(c.pass.TypesInfo, call)
			return name.In(Retries) || name == known.IsConflict || retriesAll(name.Package()) || c.elsewhere(name, retrying) ||
				c.elsewhere(name, repeating)
		}) || retriesItself(c.pass.TypesInfo, decl) || syntax.Any(decl.Body, c.updatesInLoop) || c.writesOften(decl) {
			chosen[decl] = true
		}
	}
	return c.withHelpers(chosen)
}

// updatesInLoop reports whether a loop other than one over items updates something.
func (c *Client) updatesInLoop(loop *ast.ForStmt) bool {
	return syntax.Any(loop.Body, func(call *ast.CallExpr) bool {
		fn := syntax.Called(c.pass.TypesInfo, call)
		return fn != nil && strings.HasPrefix(fn.Name(), "Update") && known.Requests(fn)
	})
}

// writesOften reports whether a function writes by controller-runtime's client twice, or by a patch.
func (c *Client) writesOften(decl *ast.FuncDecl) bool {
	writes := 0
	return syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		fn := syntax.Called(c.pass.TypesInfo, call)
		if fn == nil || !symbol.Of(fn).In(clientPackage) {
			return false
		}
		if fn.Name() == "Update" || fn.Name() == "Patch" {
			writes++
		}
		return writes > 1 || writes > 0 && fn.Name() == "Patch"
	})
}

// Enter looks which object a literal writes, and whether it can read it again.
func (c *Client) Enter(f *paths.Frame) {
	for _, found := range writtenAgain(f.Fn) {
		c.loops[found.Pos] = found
	}
	again, always := c.retried(f.Fn)
	c.always[f.Fn] = always
	if !again {
		for _, stale := range inLoops(f.Fn) {
			c.loops[stale.Pos] = stale
		}
		return
	}
	c.found[f.Fn] = make(map[token.Pos]Conflict)
	for call := range ssacode.All[*ssa.Call](f.Fn) {
		if fn := ways.Called(&call.Call); !always && fn != nil && c.hiding(&call.Call, fn) {
			c.found[f.Fn][call.Pos()] = Conflict{Pos: call.Pos(), Form: Hidden}
			continue
		}
		if of := emptied(f.Fn, call); of != nil {
			c.found[f.Fn][call.Pos()] = Conflict{Pos: call.Pos(), Object: of.Name(), Form: Emptied}
		}
		object := updated(&call.Call)
		if object == nil {
			object = c.updatedElsewhere(&call.Call)
		}
		if read := cached(object); read != nil && atOnce(f.Fn) {
			c.found[f.Fn][read.Pos()] = Conflict{Pos: read.Pos(), Form: Cached}
		}
		if version := versionOf(f.Fn, object); version != nil {
			c.found[f.Fn][call.Pos()] = Conflict{Pos: call.Pos(), Object: version.Name(), Form: Carried}
		}
		if of, ok := root(object).(*ssa.FreeVar); ok && wiped(f.Fn, call, of) {
			c.found[f.Fn][call.Pos()] = Conflict{Pos: call.Pos(), Object: of.Name(), Form: Wiped}
		} else if ok && !refreshed(f.Fn, call, object, of, mostDeep) && !unversioned(f.Fn.Parent()) {
			name := of.Name()
			if !known.IsObject(bare(object).Type()) && !types.IsInterface(bare(object).Type()) { // conflicts.txt, by a method of what has it
				name = "the object in " + name
			}
			c.found[f.Fn][call.Pos()] = Conflict{Pos: call.Pos(), Object: name}
		}
	}
}

// Decided marks the errors of updates that are there.
func (c *Client) Decided(f *paths.Frame, p *paths.Path, cond ssa.Value, holds bool) {
	var failed ssa.Value
	m := present
	switch cond := cond.(type) {
	case *ssa.Call:
		fn := ways.Called(&cond.Call)
		if fn == nil || !symbol.Of(fn).In(apiErrors) || len(cond.Call.Args) != 1 {
			return
		}
		if is := symbol.Of(fn) == known.IsConflict; is || holds {
			failed = cond.Call.Args[0]
			if is != holds {
				m = another
			}
		}
	case *ssa.BinOp:
		if syntax.IsError(cond.X.Type()) && ways.IsNil(cond.Y) && (cond.Op == token.NEQ) == holds {
			failed = cond.X
		}
	}
	if c.found[f.Fn] == nil || failed == nil {
		return
	}
	call := f.CallOf(p, failed)
	if call == nil {
		return
	}
	if test, ok := cond.(*ssa.Call); ok && isConflict(test) && holds && mayUpdate(ways.Called(&call.Call)) {
		m |= conflicted
	} else if updated(&call.Call) == nil {
		return
	}
	p.Mark(paths.Subject{Class: class, From: call}, p.Marks(paths.Subject{Class: class, From: call})|m)
}

// The marks of the error of an update.
const (
	present    paths.Marks = 1 << iota
	another                // it is of a kind that is no conflict: conflicts, sorts
	conflicted             // it is a conflict
)

// End looks whether an error that is certainly none of the write's is returned in its place.
func (c *Client) End(f *paths.Frame, p *paths.Path, ret *ssa.Return, results []paths.Value) func(*paths.Outcome) {
	if c.found[f.Fn] == nil {
		return nil
	}
	if len(results) == 2 && isTrue(ret.Results[0]) && results[1].Self.Is == paths.No && !tellsOutside(f.Fn) {
		for write, m := range p.Marked(class) {
			if m&conflicted != 0 {
				c.found[f.Fn][write.Pos()] = Conflict{Pos: write.Pos(), Form: Ends}
			}
		}
	}
	if len(results) != 1 {
		return nil
	}
	for write, m := range p.Marked(class) {
		if m&another != 0 {
			continue
		}
		said := results[0].Self
		other := said.HasKind(paths.Plain) == paths.Yes || madeOfText(f, p, ret.Results[0], write.(*ssa.Call))
		if other && !c.always[f.Fn] || said.Is != paths.Yes && ofRead(f.CallOf(p, ret.Results[0]), write.(*ssa.Call)) {
			c.found[f.Fn][write.Pos()] = Conflict{Pos: write.Pos(), Form: Hidden}
		}
	}
	return nil
}

// mayUpdate reports whether a function may write an object again, as its name says.
func mayUpdate(fn *types.Func) bool {
	return fn != nil && !strings.HasPrefix(fn.Name(), "Create") && !strings.HasPrefix(fn.Name(), "Delete")
}

// tellsOutside reports whether a literal sets a variable of the function around it, which may act on a conflict: conflicts, carries.
func tellsOutside(fn *ssa.Function) bool {
	return ssacode.Any(fn, func(store *ssa.Store) bool { _, captured := store.Addr.(*ssa.FreeVar); return captured })
}

// isTrue reports whether a poll is told that it is done.
func isTrue(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value)
}

// ofRead reports whether an error is that of a call which reads the object anew that a write could not: it is nil where that goes well.
func ofRead(read, write *ssa.Call) bool {
	if read == nil {
		return false
	}
	fn := ways.Called(&read.Call)
	return fn != nil && fn.Name() == "Get" && known.Requests(fn) &&
		slices.ContainsFunc(read.Call.Args, func(arg ssa.Value) bool { return root(arg) == root(updated(&write.Call)) })
}

// madeOfText reports whether an error comes from a call that is handed the text of a write's error and no error.
func madeOfText(f *paths.Frame, p *paths.Path, err ssa.Value, write *ssa.Call) bool {
	made := f.CallOf(p, err)
	if made == nil || slices.ContainsFunc(made.Call.Args, func(arg ssa.Value) bool { return types.IsInterface(arg.Type()) }) {
		return false
	}
	return slices.ContainsFunc(made.Call.Args, func(arg ssa.Value) bool {
		text, ok := arg.(*ssa.Call)
		return ok && text.Call.IsInvoke() && text.Call.Method.Name() == "Error" && f.CallOf(p, text.Call.Value) == write
	})
}

// Found returns the conflicts, by position.
func (c *Client) Found() []Conflict {
	list := slices.Collect(maps.Values(c.loops))
	for _, found := range c.found {
		list = slices.AppendSeq(list, maps.Values(found))
	}
	slices.SortFunc(list, func(a, b Conflict) int { return cmp.Compare(a.Pos, b.Pos) })
	return list
}

// unversioned reports whether a function takes the resource version from an object: what is written then conflicts with nothing.
func unversioned(fn *ssa.Function) bool {
	return ssacode.Any(fn, func(store *ssa.Store) bool {
		k, empty := store.Val.(*ssa.Const)
		return empty && isVersion(store.Addr) && constant.StringVal(k.Value) == ""
	})
}
