package fix

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// dropConstants returns the edits that remove the declarations of constants which are of no use any more once a node of the place's
// file is gone.
func (p *place) dropConstants(constants []*ast.Ident, gone ast.Node) (edits []analysis.TextEdit) {
	for _, id := range constants {
		if edit, ok := p.dropConstant(id, gone); ok {
			edits = append(edits, edit)
		}
	}
	return edits
}

// usedOnlyIn reports whether an object is used, and by a node alone.
func (p *place) usedOnlyIn(obj types.Object, n ast.Node) bool {
	within, outside := false, false
	for id, used := range p.pass.TypesInfo.Uses {
		if used == obj {
			if n.Pos() <= id.Pos() && id.Pos() < n.End() {
				within = true
			} else {
				outside = true
			}
		}
	}
	return within && !outside
}

// dropConstant removes the declaration of a constant of the package if only a node uses it, and no
// file that is not analysed, such as a test, may do so too.
func (p *place) dropConstant(id *ast.Ident, gone ast.Node) (analysis.TextEdit, bool) {
	c, ok := p.pass.TypesInfo.Uses[id].(*types.Const)
	if !ok || c.Exported() || c.Pkg() != p.pass.Pkg || !p.usedOnlyIn(c, gone) || p.mentionedElsewhere(c.Name()) {
		return analysis.TextEdit{}, false
	}
	for _, d := range p.file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			continue
		}
		for i, s := range decl.Specs {
			spec := s.(*ast.ValueSpec)
			if len(spec.Names) != 1 || p.pass.TypesInfo.Defs[spec.Names[0]] != c {
				continue
			}
			switch {
			case !decl.Lparen.IsValid():
				start := decl.Pos()
				if decl.Doc != nil {
					start = decl.Doc.Pos()
				}
				return p.dropLines(start, lineCommentEnd(spec)), true
			case len(decl.Specs) == 1 || i+1 < len(decl.Specs) && len(decl.Specs[i+1].(*ast.ValueSpec).Values) == 0 || usesIota(decl):
				return analysis.TextEdit{}, false
			}
			start := spec.Pos()
			if spec.Doc != nil {
				start = spec.Doc.Pos()
			}
			return p.dropLines(start, lineCommentEnd(spec)), true
		}
	}
	return analysis.TextEdit{}, false
}

func lineCommentEnd(spec *ast.ValueSpec) token.Pos {
	if spec.Comment != nil {
		return spec.Comment.End()
	}
	return spec.End()
}

// usesIota reports whether the places of constants in a declaration matter.
func usesIota(decl *ast.GenDecl) bool {
	return syntax.Spells(decl, "iota")
}

// mentionedElsewhere reports whether a name stands in a file of the package's directory that is
// not analysed now. In doubt it does.
func (p *place) mentionedElsewhere(name string) bool {
	analysed := make(map[string]bool)
	for _, f := range p.pass.Files {
		analysed[p.pass.Fset.File(f.FileStart).Name()] = true
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(p.pass.Fset.File(p.file.FileStart).Name()), "*.go"))
	if err != nil {
		return true
	}
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	for _, file := range files {
		if analysed[file] {
			continue
		}
		text, err := p.pass.ReadFile(file)
		if err != nil || word.Match(text) {
			return true
		}
	}
	return false
}

// dropLines removes the lines of a range, and an empty line before or after it that would separate
// nothing any more. Other code on the lines stays.
func (p *place) dropLines(start, end token.Pos) analysis.TextEdit {
	data, tf, ok := p.source()
	if !ok {
		return analysis.TextEdit{Pos: start, End: end}
	}
	from, to := tf.Offset(start), tf.Offset(end)
	lineStart := bytes.LastIndexByte(data[:from], '\n') + 1
	lineEnd := to + bytes.IndexByte(data[to:], '\n') + 1
	if lineEnd == to || strings.TrimSpace(string(data[lineStart:from])) != "" || strings.TrimSpace(string(data[to:lineEnd])) != "" {
		return analysis.TextEdit{Pos: start, End: end}
	}
	above := bytes.TrimRight(data[:lineStart], " \t\r\n")
	below := bytes.TrimLeft(data[lineEnd:], " \t")
	if gap := data[len(above):lineStart]; bytes.Count(gap, []byte("\n")) > 1 &&
		(bytes.HasPrefix(below, []byte(")")) || bytes.HasPrefix(bytes.TrimLeft(below, "\r"), []byte("\n"))) {
		lineStart = len(above) + bytes.IndexByte(data[len(above):], '\n') + 1
	}
	return analysis.TextEdit{Pos: tf.Pos(lineStart), End: tf.Pos(lineEnd)}
}
