package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// demands are the names of imported packages that a package may use.
type demands map[*unit]map[string]bool

func (d demands) add(u *unit, name string) {
	if d[u] == nil {
		d[u] = make(map[string]bool)
	}
	d[u][name] = true
}

// demand adds what a file of u may use.
func (u *unit) demand(d demands, f *ast.File) {
	names := make(map[string]*unit)
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if path == "C" {
			u.cgo.Store(true)
		}
		imp := u.imports[path]
		if err != nil || imp == nil {
			continue
		}
		if name := importName(spec, imp); name == "." {
			d.add(imp, everything)
		} else {
			names[name] = imp
		}
	}
	for e := range syntax.All[*ast.SelectorExpr](f) {
		if x, ok := e.X.(*ast.Ident); ok && names[x.Name] != nil {
			d.add(names[x.Name], e.Sel.Name)
		}
	}
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
		// What is wrong, type-checking will say.
		f, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if f == nil {
			d.problems.lost(u)
			continue
		}
		u.demand(uses, f)
	}
	return uses
}
