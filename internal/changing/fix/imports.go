package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// use returns the name by which a package is called in the place's file, and the edits that
// import it if it is not.
func (p *place) use(importPath, name string) (string, []analysis.TextEdit) {
	if local := p.imports(importPath); local != "" {
		return local, nil
	}
	local := p.free(importPath, name)
	return local, p.addImport(importPath, local)
}

// imports returns the name of a package that the file imports, "" if it does not.
func (p *place) imports(importPath string) string {
	for _, spec := range p.file.Imports {
		if name := p.pass.TypesInfo.PkgNameOf(spec); imported(spec) == importPath && name != nil {
			if _, obj := p.scope().LookupParent(name.Name(), p.pos); obj == types.Object(name) {
				return name.Name()
			}
		}
	}
	return ""
}

// free returns a name for a package that nothing else in the file has.
func (p *place) free(importPath, name string) string {
	if !p.taken(name) {
		return name
	}
	elements := strings.Split(path.Dir(importPath), "/")
	for i := len(elements) - 1; i >= 0; i-- {
		for _, prefix := range strings.FieldsFunc(strings.ToLower(elements[i]), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if prefix != "v" && prefix != "pkg" && prefix != "internal" && prefix != name && !p.taken(prefix+name) {
				return prefix + name
			}
		}
	}
	for i := 2; ; i++ {
		if numbered := name + strconv.Itoa(i); !p.taken(numbered) {
			return numbered
		}
	}
}

// taken reports whether a name means something in the file, at the place or in the whole package.
func (p *place) taken(name string) bool {
	if _, obj := p.scope().LookupParent(name, token.NoPos); obj != nil {
		return true
	}
	return syntax.Any(p.file, func(id *ast.Ident) bool {
		if id.Name != name {
			return false
		}
		obj := p.pass.TypesInfo.ObjectOf(id)
		v, isVar := obj.(*types.Var)
		return obj == nil || !(isVar && v.IsField()) && obj.Parent() != nil
	})
}

// addImport returns the edits that import a package by a name: in the group of imports that
// share most of its path, in order, as goimports would leave it.
func (p *place) addImport(importPath, name string) []analysis.TextEdit {
	spec := strconv.Quote(importPath)
	if name != assumedName(importPath) {
		spec = name + " " + spec
	}
	decl := p.importDecl()
	switch {
	case decl == nil:
		return []analysis.TextEdit{Insert(p.lineEnd(p.file.Name), "\n\nimport "+spec)}
	case !decl.Lparen.IsValid():
		return []analysis.TextEdit{Insert(specEnd(decl.Specs[0].(*ast.ImportSpec)), "\nimport "+spec)}
	}
	group := p.closest(decl, importPath)
	if group == nil {
		return []analysis.TextEdit{Insert(specEnd(decl.Specs[len(decl.Specs)-1].(*ast.ImportSpec)), "\n\n\t"+spec)}
	}
	for _, other := range group {
		if imported(other) > importPath {
			return []analysis.TextEdit{Insert(specStart(other), spec+"\n\t")}
		}
	}
	return []analysis.TextEdit{Insert(specEnd(group[len(group)-1]), "\n\t"+spec)}
}

// lineEnd returns the end of a node or, where a comment stands behind it on its line, of that.
func (p *place) lineEnd(n ast.Node) token.Pos {
	line := func(pos token.Pos) int { return p.pass.Fset.PositionFor(pos, false).Line }
	for _, group := range p.file.Comments {
		if group.Pos() > n.End() && line(group.Pos()) == line(n.End()) {
			return group.End()
		}
	}
	return n.End()
}

// importDecl returns the declaration that imports are added to, nil if there is none.
func (p *place) importDecl() *ast.GenDecl {
	var single *ast.GenDecl
	for _, d := range p.file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT || len(decl.Specs) == 0 || imported(decl.Specs[0].(*ast.ImportSpec)) == "C" {
			continue
		}
		if decl.Lparen.IsValid() {
			return decl
		}
		if single == nil {
			single = decl
		}
	}
	return single
}

// closest returns the group of imports, between empty lines, that shares the most elements of a
// path; nil if there is none of its kind.
func (p *place) closest(decl *ast.GenDecl, path string) []*ast.ImportSpec {
	var best []*ast.ImportSpec
	most := -1
	for _, group := range p.groups(decl) {
		score := -1
		for _, spec := range group {
			if class(imported(spec)) == class(path) {
				score = max(score, shared(imported(spec), path))
			}
		}
		if score > most {
			best, most = group, score
		}
	}
	return best
}

// groups splits imports at empty lines.
func (p *place) groups(decl *ast.GenDecl) [][]*ast.ImportSpec {
	var groups [][]*ast.ImportSpec
	line := func(pos token.Pos) int { return p.pass.Fset.PositionFor(pos, false).Line }
	last := -1
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		if last < 0 || line(specStart(spec)) > last+1 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], spec)
		last = line(specEnd(spec))
	}
	return groups
}

// shared counts the leading elements that two paths have in common.
func shared(a, b string) int {
	n := 0
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// class tells paths of the standard library from others.
func class(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

func imported(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}

func specStart(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

func specEnd(spec *ast.ImportSpec) token.Pos {
	if spec.Comment != nil {
		return spec.Comment.End()
	}
	return spec.End()
}

var version = regexp.MustCompile(`^v[0-9]+$`)

// assumedName is the name that goimports takes a package to have by its path. One that has
// another is imported by name.
func assumedName(importPath string) string {
	base := path.Base(importPath)
	if version.MatchString(base) && path.Dir(importPath) != "." {
		base = path.Base(path.Dir(importPath))
	}
	base = strings.TrimPrefix(base, "go-")
	if i := strings.IndexFunc(base, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }); i >= 0 {
		base = base[:i]
	}
	return base
}

// visible reports whether a package may be imported by another, as far as internal directories tell.
func visible(importPath, by string) bool {
	parent, _, internal := strings.Cut("/"+importPath+"/", "/internal/")
	return !internal || strings.HasPrefix("/"+by+"/", parent+"/")
}
