package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRacing checks that make race runs the tests of each package that starts goroutines.
func TestRacing(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(makefile), "\nRACING =")
	racing, _, found := strings.Cut(rest, "\nrelease-check:")
	if !found {
		t.Fatal("the Makefile has no RACING above release-check")
	}
	listed, starting := strings.Fields(racing), make(map[string]bool)
	for _, root := range []string{"cmd", "internal", "analyzer"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "development"): // not analysed, not shipped
				return filepath.SkipDir
			case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if startsGoroutine(n) {
					rel, _ := filepath.Rel(filepath.Join("..", ".."), filepath.Dir(path)) // both are relative to the same
					starting["./"+filepath.ToSlash(rel)] = true
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(starting) < 3 {
		t.Errorf("goroutines are found in %d packages only", len(starting))
	}
	for name := range starting {
		if !slices.Contains(listed, name) {
			t.Errorf("%s starts goroutines, and make race does not run its tests", name)
		}
	}
}

// startsGoroutine reports whether a node is a go statement, or a call of a method Go, as a sync.WaitGroup has.
func startsGoroutine(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		return true
	case *ast.CallExpr:
		fun, ok := n.Fun.(*ast.SelectorExpr)
		return ok && fun.Sel.Name == "Go" && len(n.Args) == 1
	}
	return false
}
