package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
)

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

// A way is one from where an error is known not to be nil.
type way struct {
	*function
	err  *types.Var
	call *ast.CallExpr
	rest []ast.Stmt // what comes after the branch, or after the loop that it is in
	loop []ast.Stmt // what comes after the branch in that loop, nil where it is in none
}

// Client follows the errors that calls return, from where a branch tells that one is not nil to where the function returns.
type Client struct {
	paths.Silent
	*finder
	sources map[ssa.Value]map[ssa.Value]int // see [Client.sourcesOf]
	read    map[*ssa.Function]*reading      // of the functions that are looked at, nil for others
	ends    map[*ssa.Function]map[ending]bool
	// fails has the returns of another error than one that is there.
	fails map[*ssa.Function]map[failing]bool
	// delays has the ends where the error is answered with a constant delay, in nanoseconds.
	delays map[*ssa.Function]map[ending]int64
	// unheard has the calls of functions that only tell of errors, after which all is said to be done.
	unheard map[*ssa.Function]map[*ssa.Call]paths.Marks
	// wraps has the calls that wrap an error, and whether that is nil on each path so far.
	wraps map[*ssa.Function]map[*ssa.Call]bool
}

// failing is a return where the error of a call is there, on some path.
type failing struct {
	call *ssa.Call
	ret  *ssa.Return
}

// An ending is a path on which an error is there and the function returns without one.
type ending struct {
	call  *ssa.Call
	test  token.Pos // of the operator that told so, or of the condition
	ret   *ssa.Return
	marks paths.Marks
	// maybe is whether the error that is returned may be another one, open whether the Result beside it may ask for the request again.
	maybe, open bool
}

// reading is what the syntax of a function says.
type reading struct {
	*function
	quiet    []ast.Node // what only tells of something, decides or returns, by position
	calls    map[token.Pos]*ast.CallExpr
	returns  map[token.Pos]*ast.ReturnStmt
	branches map[token.Pos]*ast.IfStmt // by what is compared in their conditions
	tests    map[*ssa.Call]token.Pos   // the latest that told that its error is there
	asks     map[*ssa.Call]token.Pos   // the latest that asked for a kind of it
}

// A path is one from a branch that is taken for an error to a return, as it stands in the source.
type path struct {
	*way
	end    ending
	branch *ast.IfStmt
	ret    *ast.ReturnStmt
}

const class = "error"

// The marks of an error.
const (
	present paths.Marks = 1 << iota // it is not nil
	asked                           // the code has asked whether it is of a kind, and it is not
	acted                           // more has been done since than to tell of it
	handled                         // it was handed to something that does more than to tell of it
	listed                          // it is in a list
)

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

// functionAt returns a function that is declared, with what is known of any.
func (c *finder) functionAt(decl *ast.FuncDecl, fn *types.Func) *function {
	return &function{pass: c.pass, info: c.pass.TypesInfo, decl: decl, decls: c.decls, at: c.at[decl], sig: fn.Signature(),
		file: syntax.FileOf(c.pass.Files, decl.Pos()), far: c.far, conditions: c.conditions, program: c.Program,
		reconciles: known.ReturnsResult(fn.Signature()), runs: func() bool { return c.inPass()[fn.Origin()] }}
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
	call = madeBy(call)
	text := types.ExprString(call.Fun)
	if strings.ContainsAny(strings.ReplaceAll(text, "()", ""), "{\n(") {
		parts := strings.Split(text, ".")
		return parts[len(parts)-1]
	}
	return text
}

// request returns the parameter of the function that is a request, nil if its last one is none.
func (f *function) request() *types.Var {
	n := f.sig.Params().Len()
	if n == 0 || symbol.OfType(f.sig.Params().At(n-1).Type()) != known.Request {
		return nil
	}
	return f.sig.Params().At(n - 1)
}

func within(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// saysNil returns the error of which a condition says that it is nil, and perhaps more.
func (f *function) saysNil(cond ast.Expr) *types.Var {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	switch {
	case ok && c.Op == token.LAND:
		return f.saysNil(c.X)
	case ok && c.Op == token.EQL && isNil(c.Y):
		return f.errorOf(c.X)
	}
	return nil
}

// madeBy returns the request whose answer a call takes apart, such as f(ctx).Err(), and any other call as it is.
func madeBy(call *ast.CallExpr) *ast.CallExpr {
	of, name := syntax.Selected(call.Fun)
	if inner, ok := ast.Unparen(of).(*ast.CallExpr); ok && len(call.Args) == 0 &&
		slices.Contains([]string{"Extract", "ExtractErr", "Err", "Error", "Result"}, name) {
		return inner
	}
	return call
}

// subject is the error of a call.
func subject(call *ssa.Call) paths.Subject { return paths.Subject{Class: class, From: call} }

// ofPackage returns the function of the package that a call is of, nil for any other.
func (f *function) ofPackage(call *ast.CallExpr) *function {
	fn := syntax.Called(f.info, call)
	if fn == nil || f.decls[fn.Origin()] == nil || f.decls[fn.Origin()].Body == nil {
		return nil
	}
	decl := f.decls[fn.Origin()]
	return &function{pass: f.pass, info: f.info, decl: decl, decls: f.decls, sig: fn.Signature(),
		file: syntax.FileOf(f.pass.Files, decl.Pos()), far: f.far, runs: f.runs}
}

// lastName returns the name of what a call calls, in small letters.
func lastName(call *ast.CallExpr) string {
	name := written(call)
	return strings.ToLower(name[strings.LastIndex(name, ".")+1:])
}
