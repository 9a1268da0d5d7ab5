package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// A Fixer suggests edits for the findings of one package. What it finds out on the way about the package and its
// functions it keeps, since a function may hold thousands of findings: each costs what is said at its own place.
// It is not safe for concurrent use.
type Fixer struct {
	pass  *analysis.Pass
	nodes map[*ast.File]*inspector.Inspector

	texts     map[*ast.File][]byte
	functions map[string]*types.Func
	flags     map[*types.Var]bool           // whether a variable holds the flag of the rate
	known     map[*types.Var][]model.Source // how the analysis of a run knows a variable
	callers   *callers                      // nil until they are asked
	parses    map[ast.Node]token.Pos        // where a function reads the command line last
}

// In returns a fixer for the package of a pass.
func In(pass *analysis.Pass) *Fixer {
	return &Fixer{
		pass: pass, nodes: make(map[*ast.File]*inspector.Inspector), texts: make(map[*ast.File][]byte),
		flags: make(map[*types.Var]bool), known: make(map[*types.Var][]model.Source), parses: make(map[ast.Node]token.Pos),
	}
}

// at returns the place of a position. It is false where no edit could be made: where
// the file read is not the one that is shown, as with cgo and line directives.
func (x *Fixer) at(pos token.Pos) (*place, bool) {
	file := syntax.FileOf(x.pass.Files, pos)
	if file == nil || !editable(x.pass.Fset, file) {
		return nil, false
	}
	path := x.enclosing(file, pos)
	return &place{Fixer: x, file: file, path: path, pos: pos}, len(path) > 0
}

// enclosing returns the nodes of a file around a position, from the innermost outwards.
func (x *Fixer) enclosing(file *ast.File, pos token.Pos) []ast.Node {
	if pos < file.Package {
		return nil // a comment of the whole file
	}
	nodes := memo.Of(x.nodes, file, func() *inspector.Inspector { return inspector.New([]*ast.File{file}) })
	at, ok := nodes.Root().FindByPos(pos, pos+1)
	if !ok {
		return nil
	}
	var path []ast.Node
	for c := range at.Enclosing() {
		path = append(path, c.Node())
	}
	return path
}

// content returns the text of a file, nil if it cannot be read as it was analysed.
func (x *Fixer) content(file *ast.File) []byte {
	return memo.Of(x.texts, file, func() []byte {
		if tf := x.pass.Fset.File(file.FileStart); x.pass.ReadFile != nil {
			if data, err := x.pass.ReadFile(tf.Name()); err == nil && len(data) == tf.Size() {
				return data
			}
		}
		return nil
	})
}
