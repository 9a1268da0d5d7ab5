package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Fixer suggests edits for the findings of one package. What it finds out on the way about the package and its
// functions it keeps, since a function may hold thousands of findings: each costs what is said at its own place.
// It is not safe for concurrent use.
type Fixer struct {
	pass  *analysis.Pass
	nodes map[*ast.File]*inspector.Inspector

	texts  map[*ast.File][]byte
	flags  map[*types.Var]bool                // whether a variable holds the flag of the rate
	known  map[*types.Var][]model.Source      // how the analysis of a run knows a variable
	calls  map[*types.Func][]inspector.Cursor // of the package's functions; nil until they are asked for
	parses map[*ast.BlockStmt]token.Pos       // where a function reads the command line last
}

// In returns a fixer for the package of a pass.
func In(pass *analysis.Pass) *Fixer {
	return &Fixer{
		pass: pass, nodes: make(map[*ast.File]*inspector.Inspector), texts: make(map[*ast.File][]byte),
		flags: make(map[*types.Var]bool), known: make(map[*types.Var][]model.Source), parses: make(map[*ast.BlockStmt]token.Pos),
	}
}

// A place is a position in a file that a person wrote, with what encloses it.
type place struct {
	*Fixer
	file   *ast.File
	source []byte
	path   []ast.Node // from the innermost node outwards
	pos    token.Pos
}

// at returns the place of a position. It is false where no edit could be made.
func (x *Fixer) at(pos token.Pos) (*place, bool) { return x.in(syntax.FileOf(x.pass.Files, pos), pos) }

// in returns the place of a position in a file, nil for none. It is false where the file read is not the one that is shown, as with cgo and
// line directives, or is another now, and in a comment of the whole file.
func (x *Fixer) in(file *ast.File, pos token.Pos) (*place, bool) {
	if file == nil || !editable(x.pass.Fset, file) || pos < file.Package {
		return nil, false
	}
	p := &place{Fixer: x, file: file, source: x.content(file), pos: pos}
	at, ok := x.root(file).FindByPos(pos, pos+1)
	if !ok || p.source == nil {
		return nil, false
	}
	for c := range at.Enclosing() {
		p.path = append(p.path, c.Node())
	}
	return p, true
}

// root returns the cursor of a file.
func (x *Fixer) root(file *ast.File) inspector.Cursor {
	return memo.Of(x.nodes, file, func() *inspector.Inspector { return inspector.New([]*ast.File{file}) }).Root()
}

// content returns the text of a file, nil if it cannot be read as it was analysed.
func (x *Fixer) content(file *ast.File) []byte {
	return memo.Of(x.texts, file, func() []byte {
		tf := x.pass.Fset.File(file.FileStart)
		if data, err := x.pass.ReadFile(tf.Name()); err == nil && len(data) == tf.Size() {
			return data
		}
		return nil
	})
}
