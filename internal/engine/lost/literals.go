package lost

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findLiterals returns the function literals whose errors are looked at: those that are handed to functions of client-go which call them
// again, or to a group, and whose errors these return, and those that return none.
func (c *finder) findLiterals() map[token.Pos]*function {
	literals := make(map[token.Pos]*function)
	for decl := range c.cursors {
		f := c.followed(decl)
		if f == nil {
			continue
		}
		for at := range f.at.Preorder((*ast.FuncLit)(nil)) {
			lit := at.Node().(*ast.FuncLit)
			sig, ok := c.info.TypeOf(lit).(*types.Signature)
			if !ok {
				continue
			}
			inner := *f
			inner.decl = &ast.FuncDecl{Name: decl.Name, Type: lit.Type, Body: lit.Body}
			inner.at, inner.sig, inner.lit, inner.returns, inner.reconciles = at, sig, lit, syntax.ReturnsError(sig), known.ReturnsResult(sig)
			if c.eventLits[lit] {
				inner.handles, inner.runs = true, func() bool { return true }
			}
			if inner.returns && (inner.reconciles || f.tried(at)) || !inner.returns && (c.eventLits[lit] || f.countsIn(at)) {
				literals[lit.Pos()] = &inner
			}
		}
	}
	return literals
}

// tried reports whether a function literal is handed to a function of client-go which calls it again, or to a group.
func (f *function) tried(at inspector.Cursor) bool {
	call, ok := at.Parent().Node().(*ast.CallExpr)
	if !ok || syntax.InLiteral(at.Parent()) {
		return false
	}
	fn := syntax.Called(f.info, call)
	return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == retry || fn.Pkg().Path() == errgroup)
}

// countsIn reports whether what a function literal loses counts: not where something tries again.
func (f *function) countsIn(at inspector.Cursor) bool {
	for c := range at.Enclosing((*ast.FuncLit)(nil), (*ast.ForStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			if n.Cond == nil {
				return false
			}
		case *ast.FuncLit:
			call, ok := c.Parent().Node().(*ast.CallExpr)
			if f.reconciles && !f.saysDone(n.End()) || // it comes back anyway
				ok && syntax.CalledName(f.info, call).In("k8s.io/apimachinery/pkg/util/wait") {
				return false
			}
		}
	}
	return true
}
