package lost

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestWritten checks that a call of a module that cannot be had is named as the file has it.
func TestWritten(t *testing.T) {
	const src = "package p\n\nvar err = helper.Patch(ctx)\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	call := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.CallExpr)
	f := &function{finder: &finder{pass: &analysis.Pass{Fset: fset, ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}}}
	if got, want := f.written(call), "helper.Patch"; got != want {
		t.Errorf("the call is %q, want %q", got, want)
	}
	call = &ast.CallExpr{Fun: &ast.Ident{NamePos: call.Pos(), Name: "unresolved·"}, Lparen: call.Pos(), Rparen: call.End() - 1}
	if got, want := f.written(call), "helper.Patch(ctx)"; got != want {
		t.Errorf("the call is %q, want %q", got, want)
	}
}
