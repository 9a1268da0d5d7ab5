package fix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// TestEnclosing holds the nodes around each name and literal of files to those that x/tools finds.
func TestEnclosing(t *testing.T) {
	fset := token.NewFileSet()
	for _, name := range []string{"fixer.go", "site.go", "wrapbefore.go", "fixer_test.go"} {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		x := In(&analysis.Pass{Fset: fset, Files: []*ast.File{file}})
		ast.Inspect(file, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.Ident, *ast.BasicLit:
			default:
				return true
			}
			want, _ := astutil.PathEnclosingInterval(file, n.Pos(), n.Pos())
			got := x.enclosing(file, n.Pos())
			// The type of a declaration is around its parameters, and nobody asks for it.
			for i, outer := range want {
				if decl, ok := outer.(*ast.FuncDecl); ok && i > 0 && want[i-1] == ast.Node(decl.Type) {
					want = append(want[:i-1:i-1], want[i:]...)
					break
				}
			}
			if len(got) != len(want) {
				t.Fatalf("%s: %d nodes, want %d", fset.Position(n.Pos()), len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("%s: node %d is %T, want %T", fset.Position(n.Pos()), i, got[i], want[i])
				}
			}
			return true
		})
	}
}
