package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"

	"github.com/rllint/rllint/internal/driving/outline"
)

// demands are the names of imported packages that a package may use.
type demands map[*unit]map[string]bool

func (d demands) add(u *unit, name string) {
	if d[u] == nil {
		d[u] = make(map[string]bool)
	}
	d[u][name] = true
}

// demand adds what the source of a file of u may use.
func (u *unit) demand(d demands, src []byte) {
	// What is wrong in the import declarations, type-checking will say.
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly|parser.SkipObjectResolution)
	if f == nil {
		return
	}
	names := make(map[string]int)
	var imported []*unit
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if path == "C" {
			u.cgo.Store(true)
		}
		imp := u.imports[path]
		if err != nil || imp == nil {
			continue
		}
		switch name := importName(spec, imp); name {
		case "_":
		case ".":
			d.add(imp, everything)
		default:
			names[name] = len(imported)
			imported = append(imported, imp)
		}
	}
	outline.Mentions(src, names, func(i int, member []byte) {
		if uses := d[imported[i]]; !uses[string(member)] {
			d.add(imported[i], string(member))
		}
	})
}

func importName(spec *ast.ImportSpec, imp *unit) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return imp.meta.Name
}

// fileDemands reads the files of a package that is to be analysed and returns what they may use.
func (d *declarations) fileDemands(u *unit) demands {
	uses := make(demands)
	for _, name := range u.meta.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			d.problems.lost(u) // parsing says why
			continue
		}
		u.demand(uses, src)
	}
	return uses
}
