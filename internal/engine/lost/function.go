package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// functionAt returns a function that is declared, with what is known of any; nil where it serves tests.
func (c *finder) functionAt(decl *ast.FuncDecl) *function {
	fn, ok := c.info.Defs[decl.Name].(*types.Func)
	file := syntax.FileOf(c.pass.Files, decl.Pos())
	if !ok || forTests(file) {
		return nil
	}
	return &function{finder: c, fn: fn, decl: decl, at: c.cursors[decl], sig: fn.Signature(), file: file,
		returns:    syntax.ReturnsError(fn.Signature()),
		reconciles: known.ReturnsResult(fn.Signature()) && c.dropped()[fn.Origin()] == 0,
		runs:       func() bool { return c.anywhere || c.inPass().own[fn.Origin()] }}
}

// followed returns a function whose paths are followed, whatever it returns, nil for any other.
func (c *finder) followed(decl *ast.FuncDecl) *function {
	f := c.functionAt(decl)
	if f == nil || !f.returns && f.onPurpose() {
		return nil
	}
	f.handles = c.inPass().events[f.fn]
	return f
}

// onPurpose reports whether what is said of the function as a whole says that it leaves errors on purpose.
func (f *function) onPurpose() bool { return f.decl.Doc != nil && syntax.TellsPurpose(f.decl.Doc) }

// hasDefer reports whether something runs where the function ends, or a literal in it.
func (f *function) hasDefer() bool {
	return syntax.Any(f.decl.Body, func(*ast.DeferStmt) bool { return true })
}

// functionOf returns the function of the source that one in SSA form is made of, nil if its errors are not looked at.
func (c *finder) functionOf(fn *ssa.Function) *function {
	if obj, ok := fn.Object().(*types.Func); ok {
		if decl := c.decls[obj]; decl != nil {
			return c.followed(decl)
		}
		return nil
	}
	return c.literals()[fn.Pos()]
}

// about reports whether a package may have to do with controllers: it imports something that they are made of, or is one of the user's own
// modules and imports a package that does, over others too: losterrors, behind.
func about(pass *analysis.Pass) bool {
	_, version := modules.DependencyOf(pass)
	return slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool { return known.Foundation(imp.Path()) }) ||
		version == "" && len(syntax.Facts[*Elsewhere](pass)) > 0
}

// servesTests reports whether a package is one of tests that run from outside, by the folders that it is in.
func servesTests(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
		return slices.Contains([]string{"e2e", "test", "tests", "testing", "testutil", "testutils"}, part)
	})
}

// forTests reports whether a file serves tests: it imports testing, whatever its name is.
func forTests(file *ast.File) bool {
	return file != nil && slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"testing"` })
}

// listsErrors reports whether a type is one of lists of errors.
func listsErrors(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && syntax.IsError(list.Elem())
}

// errorOf returns the variable of an identifier that is an error, nil for anything else.
func (f *function) errorOf(e ast.Expr) *types.Var {
	if v := syntax.Var(f.info, e); v != nil && syntax.IsError(v.Type()) {
		return v
	}
	return nil
}

func (f *function) isError(e ast.Expr) bool { return syntax.IsError(f.info.TypeOf(e)) }

// mentions reports whether a node uses a variable.
func (f *function) mentions(n ast.Node, v *types.Var) bool {
	return n != nil && syntax.Mentions(f.info, n, v)
}

// every reports whether something holds of each of a list.
func every[E any](list []E, holds func(E) bool) bool {
	return !slices.ContainsFunc(list, func(e E) bool { return !holds(e) })
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
	if _, literal := ast.Unparen(call.Fun).(*ast.FuncLit); literal { // lost.txt, a literal that is called at once
		return "the function literal"
	}
	text := types.ExprString(call.Fun)
	if strings.Contains(text, "·") { // which stands in for what cannot be had
		return "this call"
	}
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

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// againstNil returns the error that a condition compares with nil, and by which operator; nil for any other condition.
func (f *function) againstNil(cond ast.Expr) (err *types.Var, by token.Token) {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || !isNil(c.Y) {
		return nil, token.ILLEGAL
	}
	return f.errorOf(c.X), c.Op
}

// saysNil returns the error of which a condition says that it is nil, and perhaps more.
func (f *function) saysNil(cond ast.Expr) *types.Var {
	if c, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && c.Op == token.LAND {
		return cmp.Or(f.saysNil(c.X), f.saysNil(c.Y))
	}
	if err, by := f.againstNil(cond); by == token.EQL {
		return err
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

func mark(p *paths.Path, call *ssa.Call, m paths.Marks) { p.Mark(subject(call), m) }

// marked goes through the calls whose errors have marks, in no order.
func marked(p *paths.Path) iter.Seq2[*ssa.Call, paths.Marks] {
	return func(yield func(*ssa.Call, paths.Marks) bool) {
		for from, m := range p.Marked(class) {
			if !yield(from.(*ssa.Call), m) {
				return
			}
		}
	}
}

// ofPackage returns the function of the package that a call is of, nil for any other.
func (f *function) ofPackage(call *ast.CallExpr) *function {
	return f.sibling(syntax.Called(f.info, call))
}

// sibling returns a function of the package, as one that runs where this one does, nil for any other.
func (f *function) sibling(fn *types.Func) *function {
	if fn == nil || f.decls[fn.Origin()] == nil {
		return nil
	}
	inner := f.functionAt(f.decls[fn.Origin()])
	if inner != nil {
		inner.runs = f.runs
	}
	return inner
}

// lastName returns the name of what a call calls, in small letters.
func lastName(call *ast.CallExpr) string {
	name := written(call)
	return strings.ToLower(name[strings.LastIndex(name, ".")+1:])
}

// callOf returns the call that is all that a statement does, but to set what it returns.
func callOf(s ast.Stmt) *ast.CallExpr {
	if call := syntax.CallOf(s); call != nil {
		return call
	}
	_, call := syntax.OfCall(s)
	return call
}
