package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Result lists what was found in a package.
type Result struct {
	Errors []Error
	Gones  []Gone
	Delays []Delay
	// Unheard is whether a predicate of the package holds back the events of deletions. It says so only if there are Gones.
	Unheard bool
}

// An Error is one that a function knows of, of which its caller never hears.
type Error struct {
	Pos  token.Pos // the return without it, the branch that only tells of it, or the declaration that hides it
	Call string    // what returned the error, as it is written
	How  How
	// Other is the name of the error that is returned in its place.
	Other string
	// Told is "true" or "false" if that is what the caller hears beside no error.
	Told string
	// Informed is whether the code takes the error for information: it tells of it at that level, and at no other.
	Informed bool
	// Reconciles is whether the function returns a Result: what is lost is the retry.
	Reconciles bool
	// Status is whether what failed is the write of the status of one object.
	Status bool
	// Noted is whether the form has shown of few programs so far that they want to know.
	Noted bool
	// Calls are the calls of a function that has no results, after which its callers say that all is done.
	Calls []token.Pos
}

// How an error is lost.
type How int

// The ways in which errors are lost.
const (
	Swallowed      How = iota // it is not nil, and the function returns nil
	Hidden                    // another variable of its name is what is looked at after
	Mistaken                  // another one, which is nil, is returned in its place
	Overwritten               // another one is put in its place before anybody looks at it
	Deferred                  // a deferred function puts that of a call in the place of the one that is returned
	OnlyKind                  // only one kind of it is asked for
	Sometimes                 // what an earlier step came to is returned, which may be that all went well
	DeferredStatus            // a deferred function writes the status and does not return its error
	ToldStatus                // a function without results does
	Taken                     // any error of a Get is taken to say that there is no such object
	ToldOnly                  // it is told in a condition or an event, and nothing brings the object back
	ToldUnchanged             // it is told in a condition, which is as it was the next time
	Unwrapped                 // what it wraps is returned in its place, which may be nothing
	Finalized                 // a function without results tells of it, and the finalizer is removed
	Unseen                    // a deferred call returns it
	Stated                    // a function that returns a condition writes it into that
	FinalizedHere             // it is told of, and the finalizer is removed
	Unheard                   // a function without results only tells of that of a write
	DeferredOver              // a deferred function puts that of a call in the place of the one that is returned, where there is one
	Emptied                   // a function that returns no error answers as if there were nothing
	ThrownAway                // it is that of a read, and what was read is used
	Omitted                   // what could not be read is left out of a list
	Overtold                  // a condition tells of it, which the code then sets to success
	Denied                    // a condition tells of it, and a function is told that there is none
	Unwritten                 // a condition tells of it that is not written
)

// A Gone is a Get of the object of a request, after which the request comes back also where the object is gone.
type Gone struct {
	Pos   token.Pos // the return
	Error ast.Expr  // what it returns, where that is the error itself and the Result is empty, else nil
	// Client is the name under which controller-runtime's client package is imported there, "" if it is not.
	Client string
	// Again is what brings the request back, where that is not the error but the Result beside it, else nil.
	Again *ast.CompositeLit
	// Asked is whether the code has asked whether the object is gone, and lets the request come back where it is.
	Asked bool
}

// A finder looks at the functions of a package.
type finder struct {
	pass       *analysis.Pass
	decls      map[*types.Func]*ast.FuncDecl
	at         map[*ast.FuncDecl]inspector.Cursor
	handed     map[*types.Func]bool
	far        map[*types.Func]bool
	conditions func() map[*types.Func]bool
	silent     map[*types.Func][]Error // of functions without results
	inPass     func() map[*types.Func]bool
	retried    map[token.Pos]*function // function literals
	Program    *paths.Program          // that the client is one of
}

// New returns the client for a package, nil for one that has nothing to do with controllers.
func New(pass *analysis.Pass) *Client {
	if !about(pass.Pkg) || servesTests(pass.Pkg.Path()) {
		return nil
	}
	f := &finder{pass: pass, decls: syntax.Declarations(pass), at: make(map[*ast.FuncDecl]inspector.Cursor), far: make(map[*types.Func]bool),
		silent: make(map[*types.Func][]Error)}
	f.handed = handedTo(pass, f.decls)
	f.conditions = sync.OnceValue(func() map[*types.Func]bool { return conditionsOf(pass) })
	f.inPass = sync.OnceValue(f.passes)
	f.retried = make(map[token.Pos]*function)
	for at, decl := range syntax.Functions(pass) {
		f.at[decl] = at
		if fn := f.declared(decl); fn != nil {
			fn.findRetried(f.retried)
		}
	}
	return &Client{finder: f, read: make(map[*ssa.Function]*reading), ends: make(map[*ssa.Function]map[ending]bool),
		fails: make(map[*ssa.Function]map[failing]bool), delays: make(map[*ssa.Function]map[ending]int64),
		unheard: make(map[*ssa.Function]map[*ssa.Call]paths.Marks)}
}

// declared returns a function whose errors are looked at, nil for any other.
func (c *finder) declared(decl *ast.FuncDecl) *function {
	obj, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return nil
	}
	f := c.functionAt(decl, obj)
	if f.returns = lastIsError(f.sig); !f.returns || forTests(f.file) {
		return nil
	}
	return f
}

// functionOf returns the function of the source that one in SSA form is made of, nil if its errors are not looked at.
func (c *finder) functionOf(fn *ssa.Function) *function {
	if obj, ok := fn.Object().(*types.Func); ok {
		if decl := c.decls[obj]; decl != nil {
			return c.declared(decl)
		}
		return nil
	}
	return c.retried[fn.Pos()]
}

// Choose returns the functions in which an error may be lost: those that take a branch for one and do not end it with one.
func (c *Client) Choose() map[*ast.FuncDecl]bool {
	chosen := make(map[*ast.FuncDecl]bool)
	for decl := range syntax.FuncDecls(c.pass) {
		if f := c.declared(decl); f != nil && (syntax.Any(decl.Body, f.leavesError) || syntax.Any(decl.Body, c.isSilent)) {
			chosen[decl] = true
		}
	}
	return chosen
}

// isSilent reports whether a node is a call of a function that only tells of the error of a write.
func (c *finder) isSilent(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := syntax.Called(c.pass.TypesInfo, call)
	return fn != nil && len(c.silencesOf(fn.Origin())) > 0
}

// leavesError reports whether a node is a branch that is taken for an error and does not end with the return of one.
func (f *function) leavesError(n ast.Node) bool {
	s, ok := n.(ast.Stmt)
	if !ok {
		return false
	}
	return slices.ContainsFunc(branches(s), func(branch *ast.IfStmt) bool {
		compares := syntax.Any(branch.Cond, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			return ok && syntax.IsError(f.info.TypeOf(e))
		})
		if list, _ := f.gathered(branch); !compares && list == nil {
			return false
		}
		if len(branch.Body.List) == 0 || f.ofKind(branch.Cond) != nil || f.saysNil(branch.Cond) != nil {
			return true
		}
		ret, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
		return !ok || len(ret.Results) == 0 || isNil(ret.Results[len(ret.Results)-1]) || f.errorOf(ret.Results[len(ret.Results)-1]) != nil ||
			len(ret.Results) == 1 && f.reconciles
	})
}

// Found returns what was found, once the functions have been followed.
func (c *Client) Found() *Result {
	result := &Result{Errors: c.found(), Delays: c.fixed()}
	for decl := range syntax.FuncDecls(c.pass) {
		if f := c.ofPass(decl); f != nil {
			f.findInLists(result)
		}
		f := c.declared(decl)
		if f == nil {
			c.findStated(decl, result)
			continue
		}
		obj, _ := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		f.findDeferred(result)
		if f.reconciles {
			f.findUnwrapped(result)
			f.findHidden(result)
			f.findOverwritten(result)
		}
		if f.reconciles && (obj.Name() == "Reconcile" || c.handed[obj]) {
			f.findGone(result)
		}
	}
	result.Errors = c.foundUnheard(result.Errors)
	result.Unheard = len(result.Gones) > 0 && holdsDeletions(c.pass)
	slices.SortStableFunc(result.Gones, func(a, b Gone) int { return int(a.Pos - b.Pos) })
	slices.SortStableFunc(result.Errors, func(a, b Error) int {
		return cmp.Or(int(a.Pos-b.Pos), int(a.How-b.How),
			cmp.Compare(a.Call, b.Call))
	})
	result.Errors = slices.CompactFunc(result.Errors, func(a, b Error) bool {
		return a.Pos == b.Pos && a.Call == b.Call && a.How == b.How
	})
	return result
}

// handedTo returns the functions of a package that a Reconcile hands its request to, and whose answer it returns as it is.
func handedTo(pass *analysis.Pass, decls map[*types.Func]*ast.FuncDecl) map[*types.Func]bool {
	handed := make(map[*types.Func]bool)
	for at, decl := range syntax.Functions(pass) {
		obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || obj.Name() != "Reconcile" || !known.ReturnsResult(obj.Signature()) ||
			syntax.Any(decl, func(n ast.Node) bool { _, ok := n.(*ast.DeferStmt); return ok }) {
			continue
		}
		f := &function{info: pass.TypesInfo, decl: decl, sig: obj.Signature()}
		request := f.request()
		for c := range at.Preorder((*ast.ReturnStmt)(nil)) {
			ret := c.Node().(*ast.ReturnStmt)
			if request == nil || inLiteral(c) || len(ret.Results) != 1 {
				continue
			}
			call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
			if !ok || len(call.Args) == 0 || syntax.Var(pass.TypesInfo, call.Args[len(call.Args)-1]) != request {
				continue
			}
			if fn := syntax.Called(pass.TypesInfo, call); fn != nil && decls[fn.Origin()] != nil {
				handed[fn.Origin()] = true
			}
		}
	}
	return handed
}

// about reports whether a package may have to do with controllers: it imports something that they are made of.
func about(pkg *types.Package) bool {
	return !known.Foundation(pkg.Path()) && slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool {
		return known.Foundation(imp.Path())
	})
}

// servesTests reports whether a package is one of tests that run from outside, by the folders that it is in.
func servesTests(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
		switch part {
		case "e2e", "test", "tests", "testing", "testutil", "testutils":
			return true
		}
		return false
	})
}

// A function is one whose errors are looked at.
type function struct {
	pass       *analysis.Pass
	info       *types.Info
	decl       *ast.FuncDecl
	decls      map[*types.Func]*ast.FuncDecl // of the package
	at         inspector.Cursor
	sig        *types.Signature
	file       *ast.File
	returns    bool                 // an error, last
	reconciles bool                 // a Result too
	far        map[*types.Func]bool // of those that were looked at: whether they make requests
	lit        *ast.FuncLit         // what is looked at if it is a function literal, else nil
	program    *paths.Program
	runs       func() bool // in a pass of a reconciler
	// conditions are the functions that the package uses as values.
	conditions func() map[*types.Func]bool
}

// forTests reports whether a file serves tests: it imports testing, whatever its name is.
func forTests(file *ast.File) bool {
	return file != nil && slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"testing"` })
}

func lastIsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && syntax.IsError(sig.Results().At(n-1).Type())
}

// errorOf returns the variable of an identifier that is an error, nil for anything else.
func (f *function) errorOf(e ast.Expr) *types.Var {
	if v := syntax.Var(f.info, e); v != nil && syntax.IsError(v.Type()) {
		return v
	}
	return nil
}

// mentions reports whether a node uses a variable.
func (f *function) mentions(n ast.Node, v *types.Var) bool {
	if n == nil || reflect.ValueOf(n).Kind() == reflect.Pointer && reflect.ValueOf(n).IsNil() {
		return false
	}
	return syntax.Mentions(f.info, n, v)
}

// statements returns those of a block or a case, nil for any other node.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	}
	return nil
}

func isNil(e ast.Expr) bool { return syntax.Is(e, "nil") }

// written returns a call as it is written, without its arguments if the package type-checks there.
func (f *function) written(call *ast.CallExpr) string {
	if text := types.ExprString(call.Fun); strings.Contains(text, "·") {
		return syntax.Written(f.pass, call)
	}
	return written(call)
}

// written returns a call as it is written, without its arguments.
func written(call *ast.CallExpr) string {
	text := types.ExprString(call.Fun)
	if strings.ContainsAny(strings.ReplaceAll(text, "()", ""), "{\n(") {
		parts := strings.Split(text, ".")
		return parts[len(parts)-1]
	}
	return text
}
