package syntax

import (
	"go/ast"
	"iter"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer is what an analyzer requires whose pass is handed to this package.
//
// It takes the place of passes/inspect, which makes an inspector of all files of a package. Most files of large programs
// declare the types of an API and nothing else, and nobody ever looks into these: here a file has its inspector from the
// moment when somebody does.
var Analyzer = &analysis.Analyzer{
	Name:       "rllintsyntax",
	Doc:        "make inspectors of the files that other analyzers look into",
	URL:        "https://pkg.go.dev/github.com/rllint/rllint/internal/engine/syntax",
	ResultType: reflect.TypeFor[*Inspectors](),
	Run:        func(pass *analysis.Pass) (any, error) { return NewInspectors(), nil },
}

// Inspectors are those of the files of a package. They can be used by several goroutines at once.
type Inspectors struct {
	mu   sync.Mutex
	made map[*ast.File]*inspector.Inspector
}

// NewInspectors returns inspectors of which none is made yet.
func NewInspectors() *Inspectors {
	return &Inspectors{made: make(map[*ast.File]*inspector.Inspector)}
}

// root returns the cursor whose only child is a file.
func (in *Inspectors) root(file *ast.File) inspector.Cursor {
	in.mu.Lock()
	defer in.mu.Unlock()
	made := in.made[file]
	if made == nil {
		made = inspector.New([]*ast.File{file})
		in.made[file] = made
	}
	return made.Root()
}

func of(pass *analysis.Pass) *Inspectors { return pass.ResultOf[Analyzer].(*Inspectors) }

// Preorder returns the nodes of some types in all files of a package, each before those that it holds.
func Preorder(pass *analysis.Pass, kinds ...ast.Node) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		in := of(pass)
		for _, file := range pass.Files {
			for at := range in.root(file).Preorder(kinds...) {
				if !yield(at) {
					return
				}
			}
		}
	}
}

// Functions returns the functions and methods that a package declares with a body, in the
// order of its files.
func Functions(pass *analysis.Pass) iter.Seq2[inspector.Cursor, *ast.FuncDecl] {
	return func(yield func(inspector.Cursor, *ast.FuncDecl) bool) {
		for _, file := range pass.Files {
			if !slices.ContainsFunc(file.Decls, hasBody) {
				continue
			}
			top, _ := of(pass).root(file).FirstChild()
			for at := range top.Children() {
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
