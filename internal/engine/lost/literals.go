package lost

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findRetried notes the function literals that are handed to functions of client-go which call them again, or to a group, and whose
// errors these return.
func (f *function) findRetried(retried map[token.Pos]*function) {
	for at := range f.at.Preorder((*ast.FuncLit)(nil)) {
		lit := at.Node().(*ast.FuncLit)
		call, ok := at.Parent().Node().(*ast.CallExpr)
		if !ok || inLiteral(at.Parent()) {
			continue
		}
		sig, ok := f.info.TypeOf(lit).(*types.Signature)
		fn := syntax.Called(f.info, call)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != retry && fn.Pkg().Path() != errgroup || !ok || !lastIsError(sig) {
			continue
		}
		decl := &ast.FuncDecl{Name: f.decl.Name, Type: lit.Type, Body: lit.Body}
		retried[lit.Pos()] = &function{pass: f.pass, info: f.info, decl: decl, decls: f.decls, at: at, sig: sig, file: f.file, returns: true,
			far: f.far, conditions: f.conditions, lit: lit, runs: f.runs}
	}
}

// inLiteral reports whether a node is in a function literal.
func inLiteral(at inspector.Cursor) bool {
	for range at.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}
