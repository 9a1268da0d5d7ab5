package fix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Jitter suggests to vary the polls of a program, in the files of all its packages: the delays that its reconcilers return, and what a
// library's reconciler is given beside its interval. Of another package's file only the syntax is at hand.
func (x *Fixer) Jitter(c *model.Cause) []analysis.SuggestedFix {
	files := make(map[string]*ast.File)
	var edits []analysis.TextEdit
	for _, d := range c.Delays {
		if p, ok := x.anywhere(d.At, files); ok && !ast.IsGenerated(p.file) { // one such file would keep the others from being changed
			edits = append(edits, p.jittered(d)...)
		}
	}
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "vary each poll by up to a tenth", TextEdits: edits}}
}

// anywhere returns the place of a site in any package whose files are at hand.
func (x *Fixer) anywhere(at model.Site, files map[string]*ast.File) (*place, bool) {
	if pos := syntax.AtOwn(x.pass, at.File, at.Line, at.Column); pos.IsValid() {
		return x.at(pos)
	}
	file := memo.Of(files, at.File, func() (file *ast.File) {
		if text, err := x.pass.ReadFile(at.File); err == nil { // read, since of a package whose facts are kept no file is parsed
			file, _ = parser.ParseFile(x.pass.Fset, at.File, text, parser.ParseComments|parser.SkipObjectResolution)
		}
		return file
	})
	if file == nil {
		return nil, false
	}
	tf := x.pass.Fset.File(file.FileStart)
	if at.Line > tf.LineCount() {
		return nil, false
	}
	return x.in(file, tf.LineStart(at.Line)+token.Pos(at.Column-1))
}

// jittered returns the edits that add chance to the delay of a Result at the place, or to what is set up there.
func (p *place) jittered(d judge.Delay) []analysis.TextEdit {
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if n.Value.Pos() == p.pos && keyName(n) == "RequeueAfter" {
				return p.lengthen(n.Value)
			}
		case *ast.AssignStmt:
			to, value := syntax.Assigned(n)
			if _, field := syntax.Selected(to); field == "RequeueAfter" && value.Pos() == p.pos {
				return p.lengthen(value)
			}
		case *ast.FuncDecl:
			return p.jitterOption(n, d)
		}
	}
	return nil
}

// lengthen adds up to a tenth to a delay.
func (p *place) lengthen(e ast.Expr) []analysis.TextEdit {
	name := "wait"
	if syntax.FileOf(p.pass.Files, p.pos) == nil {
		name = "utilwait" // what else the package declares is not at hand
	}
	importPath := known.Jitter.Package()
	edits := []analysis.TextEdit(nil)
	if has := p.importName(importPath); has != "" {
		name = has
	} else {
		name = p.free(importPath, name)
		edits = p.addImport(importPath, name)
	}
	return append(edits, Insert(e.Pos(), name+".Jitter("), Insert(e.End(), ", 0.1)"))
}

// importName returns the name by which the file calls a package, "" if it does not import it.
func (p *place) importName(importPath string) string {
	for _, spec := range p.file.Imports {
		switch {
		case imported(spec) != importPath:
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return assumedName(importPath)
		}
	}
	return ""
}

// jitterOption adds the option for jitter to the one for the interval, where a function has one call for that among others of its kind,
// and none that may set something else about the interval.
func (p *place) jitterOption(decl *ast.FuncDecl, d judge.Delay) []analysis.TextEdit {
	var edits []analysis.TextEdit
	calls := 0
	ast.PreorderStack(decl, nil, func(n ast.Node, around []ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if id := calleeName(call); id != nil && (strings.Contains(id.Name, "Interval") || strings.Contains(id.Name, "Jitter")) {
			calls++
		}
		if len(call.Args) != 1 {
			return true
		}
		option := d.Jitter[p.function(call, d.Package)]
		isNoFactor := func(n ast.Node) bool {
			_, star := n.(*ast.StarExpr)
			return !star && !isName(n)
		}
		if option == "" || !p.takesMore(around[len(around)-1], call, d) || syntax.Any(call.Args[0], isNoFactor) {
			return true
		}
		between := ", "
		if p.pass.Fset.Position(call.Pos()).Column == len(p.indent(call))+1 {
			between = ",\n" + p.indent(call)
		}
		edits = append(edits, Insert(call.End(), between+p.importName(d.Package)+"."+option+"("+p.text(call.Args[0])+" / 10)"))
		return true
	})
	if calls != 1 {
		return nil
	}
	return edits
}

// function returns the name of a package's function that is called, "" for any other.
func (p *place) function(call *ast.CallExpr, pkg string) string {
	if of, name := syntax.Selected(syntax.Callee(call)); syntax.Is(of, p.importName(pkg)) {
		return name
	}
	return ""
}

// takesMore reports whether another element can follow one in what is around it: a list, or the last arguments of a function.
func (p *place) takesMore(around ast.Node, element *ast.CallExpr, d judge.Delay) bool {
	switch around := around.(type) {
	case *ast.CompositeLit:
		list, ok := around.Type.(*ast.ArrayType)
		return ok && list.Len == nil
	case *ast.CallExpr:
		first, ok := d.Lists[p.function(around, d.Package)]
		return ok && slices.Index(around.Args, ast.Expr(element)) >= first
	}
	return false
}
