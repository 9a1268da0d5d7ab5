package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestWritten checks that people see the file's text where other code stands in its place.
func TestWritten(t *testing.T) {
	const src = "package p\n\nvar d = time.Until(\n\ts.Last)\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	call := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.CallExpr)
	pass := &analysis.Pass{Fset: fset, ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	if got, want := Written(pass, call), "time.Until(s.Last)"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	arg := call.Args[0]
	call.Args[0] = &ast.CallExpr{Fun: &ast.Ident{NamePos: arg.Pos(), Name: "unresolved·"}, Lparen: arg.Pos(), Rparen: arg.End() - 1}
	if got, want := Written(pass, call), "time.Until( s.Last)"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}
