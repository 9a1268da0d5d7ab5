package edit

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// dropImports returns a file as edits left it without the imports that were in use before and are
// no more. Each of several fixes may remove one of the last uses of an import.
func dropImports(before, after []byte) ([]byte, error) {
	old, err := parse(before)
	if err != nil {
		return nil, err
	}
	file, err := parse(after)
	if err != nil {
		return nil, err
	}
	then, now := qualifiers(old), qualifiers(file)
	for _, d := range slices.Backward(file.Decls) {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			continue
		}
		unused := func(s ast.Spec) bool {
			name := importName(s.(*ast.ImportSpec))
			return then[name] && !now[name]
		}
		if !slices.ContainsFunc(decl.Specs, func(s ast.Spec) bool { return !unused(s) }) {
			after = dropLines(after, file, decl)
			continue
		}
		for _, spec := range slices.Backward(decl.Specs) {
			if unused(spec) {
				after = dropLines(after, file, spec)
			}
		}
	}
	return after, nil
}

// dropLines removes the lines of a node.
func dropLines(text []byte, file *ast.File, node ast.Node) []byte {
	from, to := int(node.Pos()-file.FileStart), int(node.End()-file.FileStart)
	if spec, ok := node.(*ast.ImportSpec); ok && spec.Doc != nil {
		from = int(spec.Doc.Pos() - file.FileStart)
	}
	before := text[:bytes.LastIndexByte(text[:from], '\n')+1]
	_, behind, _ := bytes.Cut(text[to:], []byte("\n"))
	return slices.Concat(before, behind)
}

func parse(text []byte) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution|parser.ParseComments)
}

// qualifiers returns the names that stand before a dot in a file, as those of imports do.
func qualifiers(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	for sel := range syntax.All[*ast.SelectorExpr](file) {
		if id, ok := sel.X.(*ast.Ident); ok {
			names[id.Name] = true
		}
	}
	return names
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// importName returns the name that an import has in its file, as far as its path tells; "" if
// it tells nothing.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	importPath, _ := strconv.Unquote(spec.Path.Value)
	base := path.Base(importPath)
	if majorVersion.MatchString(base) {
		base = path.Base(path.Dir(importPath))
	}
	if strings.ContainsAny(base, ".-") {
		return "" // such as gopkg.in/yaml.v3, whose package has another name
	}
	return base
}
