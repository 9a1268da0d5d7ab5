package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/analysis"
)

// A Fixer suggests edits for the findings of one package. What it finds out on the way about the package and its
// functions it keeps, since a function may hold thousands of findings: each costs what is said at its own place.
// It is not safe for concurrent use.
type Fixer struct {
	pass  *analysis.Pass
	nodes map[*ast.File][]nested

	texts     map[*ast.File][]byte
	flags     []*types.Var // that hold the rate, nil until they are looked for
	functions map[string]*types.Func
	given     map[ast.Node]map[*types.Var]given // by function
	callers   *callers                          // nil until they are asked
	parses    map[ast.Node]token.Pos            // where a function reads the command line last
}

// In returns a fixer for the package of a pass.
func In(pass *analysis.Pass) *Fixer {
	return &Fixer{
		pass: pass, nodes: make(map[*ast.File][]nested), texts: make(map[*ast.File][]byte), given: make(map[ast.Node]map[*types.Var]given), parses: make(map[ast.Node]token.Pos),
	}
}

// at returns the place of a position. It is false where no edit could be made: where
// the file read is not the one that is shown, as with cgo and line directives.
func (x *Fixer) at(pos token.Pos) (*place, bool) {
	for _, file := range x.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			if !editable(x.pass.Fset, file) {
				return nil, false
			}
			path := x.enclosing(file, pos)
			return &place{Fixer: x, file: file, path: path, pos: pos}, len(path) > 0
		}
	}
	return nil, false
}

// A nested is a node of a file with the one around it.
type nested struct {
	ast.Node
	around int // its index, -1 of the file
}

// enclosing returns the nodes of a file around a position, from the innermost outwards.
func (x *Fixer) enclosing(file *ast.File, pos token.Pos) []ast.Node {
	nodes := x.nodesOf(file)
	// The last that begins before lies within the innermost, or is it.
	last := sort.Search(len(nodes), func(i int) bool { return nodes[i].Pos() > pos }) - 1
	for last > 0 && nodes[last].End() <= pos {
		last = nodes[last].around
	}
	var path []ast.Node
	for ; last >= 0; last = nodes[last].around {
		path = append(path, nodes[last].Node)
	}
	return path
}

// nodesOf returns the nodes of a file in the order in which they begin, outer ones first.
func (x *Fixer) nodesOf(file *ast.File) []nested {
	if nodes := x.nodes[file]; nodes != nil {
		return nodes
	}
	var nodes []nested
	var around []int
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		outer := -1
		if len(around) > 0 {
			outer = around[len(around)-1]
		}
		switch n := n.(type) {
		case *ast.CommentGroup:
			return false
		case *ast.FuncType: // of a declaration it begins before the name, which comes first
			if decl, ok := nodes[outer].Node.(*ast.FuncDecl); ok && decl.Type == n {
				around = append(around, outer)
				return true
			}
		}
		around = append(around, len(nodes))
		nodes = append(nodes, nested{n, outer})
		return true
	})
	x.nodes[file] = nodes
	return nodes
}

// content returns the text of a file, nil if it cannot be read as it was analysed.
func (x *Fixer) content(file *ast.File) []byte {
	if text, known := x.texts[file]; known {
		return text
	}
	var text []byte
	if tf := x.pass.Fset.File(file.FileStart); x.pass.ReadFile != nil {
		if data, err := x.pass.ReadFile(tf.Name()); err == nil && len(data) == tf.Size() {
			text = data
		}
	}
	x.texts[file] = text
	return text
}
