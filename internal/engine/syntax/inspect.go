package syntax

import (
	"go/ast"
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer is what an analyzer requires whose pass is handed to this package: a driver makes the inspector once for all
// linters that it runs.
var Analyzer = inspect.Analyzer

// Inspector returns the result of [Analyzer] that the command's own driver hands to a pass: it knows the files alone that declare
// functions or initialise variables. Most files of large programs declare the types of an API and nothing else, and nobody ever
// looks into these.
func Inspector(files []*ast.File) *inspector.Inspector {
	return inspector.New(slices.Collect(func(yield func(*ast.File) bool) {
		for _, file := range files {
			if slices.ContainsFunc(file.Decls, runs) && !yield(file) {
				return
			}
		}
	}))
}

// runs reports whether a declaration has code that runs.
func runs(decl ast.Decl) bool {
	gen, ok := decl.(*ast.GenDecl)
	return hasBody(decl) || ok && gen.Tok == token.VAR
}

func root(pass *analysis.Pass) inspector.Cursor {
	return pass.ResultOf[Analyzer].(*inspector.Inspector).Root()
}

// Preorder returns the nodes of some types in all files of a package, each before those that it holds.
func Preorder(pass *analysis.Pass, kinds ...ast.Node) iter.Seq[inspector.Cursor] {
	return root(pass).Preorder(kinds...)
}

// Functions returns the functions and methods that a package declares with a body, in the
// order of its files.
func Functions(pass *analysis.Pass) iter.Seq2[inspector.Cursor, *ast.FuncDecl] {
	return func(yield func(inspector.Cursor, *ast.FuncDecl) bool) {
		for file := range root(pass).Children() {
			for at := range file.Children() {
				if fn, ok := at.Node().(*ast.FuncDecl); ok && hasBody(fn) && !yield(at, fn) {
					return
				}
			}
		}
	}
}

// FuncDecls is [Functions] for who needs no cursors, which cost more than all the rest where functions are only gone over.
func FuncDecls(pass *analysis.Pass) iter.Seq[*ast.FuncDecl] {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				if hasBody(decl) && !yield(decl.(*ast.FuncDecl)) {
					return
				}
			}
		}
	}
}

func hasBody(decl ast.Decl) bool {
	fn, ok := decl.(*ast.FuncDecl)
	return ok && fn.Body != nil
}

// Facts returns the facts of one type about the packages that a package imports, directly or not, by their paths.
func Facts[F analysis.Fact](pass *analysis.Pass) map[string]F {
	facts := make(map[string]F)
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(F); ok && f.Package.Path() != pass.Pkg.Path() {
			facts[f.Package.Path()] = fact
		}
	}
	return facts
}

// Spelled reports whether an identifier of a package has one of some names, whatever it means.
func Spelled(pass *analysis.Pass, names ...string) bool {
	return slices.ContainsFunc(pass.Files, func(file *ast.File) bool {
		return Any(file, func(id *ast.Ident) bool { return slices.Contains(names, id.Name) })
	})
}

// InLiteral reports whether a node is in a function literal, which may run later.
func InLiteral(at inspector.Cursor) bool {
	for range at.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}
