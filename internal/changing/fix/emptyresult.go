package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// EmptyResult suggests to return an empty Result beside an error, where the Result is written in the
// return at pos, the error is certainly one, and nobody but controller-runtime gets the two.
func (x *Fixer) EmptyResult(pos token.Pos) []analysis.SuggestedFix {
	p, ok := x.at(pos)
	if !ok {
		return nil
	}
	function := declOf(slices.All(p.path))
	if function == nil || !x.newCallers().passOn(function) {
		return nil
	}
	if variable := p.returnedVariable(); variable != nil {
		return p.emptyInstead(variable)
	}
	lit := p.returnedResult()
	if lit == nil || len(lit.Elts) == 0 || p.hasComment(lit) || slices.ContainsFunc(lit.Elts, p.computes) {
		return nil
	}
	imports, ok := p.dropFields(lit)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "return an empty Result",
		TextEdits: append(imports, analysis.TextEdit{Pos: lit.Lbrace + 1, End: lit.Rbrace}),
	}}
}

// returnedVariable returns the variable with a Result that the return statement at the place has, nil if it has none.
func (p *place) returnedVariable() *ast.Ident {
	for _, n := range p.path {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || ret.Pos() != p.pos || len(ret.Results) != 2 || p.pass.TypesInfo.Types[ret.Results[1]].IsNil() {
			continue
		}
		id, ok := ast.Unparen(ret.Results[0]).(*ast.Ident)
		if ok && code.TypeString(p.pass.TypesInfo.TypeOf(id)) == known.Reconcile+".Result" {
			return id
		}
	}
	return nil
}

// emptyInstead suggests an empty Result in place of a variable with one, where the variable is still used elsewhere and
// the file writes such Results.
func (p *place) emptyInstead(variable *ast.Ident) []analysis.SuggestedFix {
	v, ok := p.pass.TypesInfo.Uses[variable].(*types.Var)
	if !ok || v.Kind() == types.LocalVar && len(p.reads(v, []ast.Expr{variable})) == 0 {
		return nil
	}
	written := ""
	ast.Inspect(p.file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if ok && lit.Type != nil && code.TypeString(p.pass.TypesInfo.TypeOf(lit)) == known.Reconcile+".Result" {
			written = types.ExprString(lit.Type)
		}
		return written == ""
	})
	if written == "" {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "return an empty Result",
		TextEdits: []analysis.TextEdit{{Pos: variable.Pos(), End: variable.End(), NewText: []byte(written + "{}")}},
	}}
}

// returnedResult returns the Result that is written in the return statement at the place, beside
// an error; nil if there is none.
func (p *place) returnedResult() *ast.CompositeLit {
	for _, n := range p.path {
		if ret, ok := n.(*ast.ReturnStmt); ok && ret.Pos() == p.pos {
			return p.ignored(ret)
		}
	}
	return nil
}

// ignored returns the Result that a return has beside what may be an error, nil if there is none.
func (p *place) ignored(ret *ast.ReturnStmt) *ast.CompositeLit {
	if len(ret.Results) != 2 || p.pass.TypesInfo.Types[ret.Results[1]].IsNil() {
		return nil
	}
	lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	if !ok || code.TypeString(p.pass.TypesInfo.TypeOf(lit)) != known.Reconcile+".Result" {
		return nil
	}
	return lit
}

// computes reports whether an expression does more than to read values: whether it calls anything but
// conversions, receives from a channel, or could panic.
func (p *place) computes(e ast.Expr) bool {
	return syntax.Any(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !p.pass.TypesInfo.Types[n.Fun].IsType()
		case *ast.UnaryExpr:
			return n.Op == token.ARROW
		case *ast.FuncLit, *ast.IndexExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			return true
		}
		return false
	})
}

// dropFields returns the edits that remove the imports which only the fields of a Result use, when
// these go. It is false where something would be left that nothing uses any more: a variable, or an
// import that the Results of other returns use too, which may lose their fields at the same time. Of
// such Results the last one waits until the others have none.
func (p *place) dropFields(lit *ast.CompositeLit) ([]analysis.TextEdit, bool) {
	gone, others := lit.Elts, p.otherFields(lit)
	var edits []analysis.TextEdit
	for _, obj := range p.mustBeUsed(gone) {
		uses := p.reads(obj, gone)
		switch {
		case slices.ContainsFunc(uses, func(pos token.Pos) bool { return !inAny(others, pos) }):
		case len(uses) > 0:
			if slices.Max(uses) < lit.Pos() {
				return nil, false
			}
		default:
			spec := p.specOf(obj)
			if spec == nil {
				return nil, false
			}
			edits = append(edits, p.dropImport(spec))
		}
	}
	return edits, true
}

// otherFields returns what the file's other Results beside errors are made of.
func (p *place) otherFields(lit *ast.CompositeLit) []ast.Expr {
	var fields []ast.Expr
	for ret := range syntax.All[*ast.ReturnStmt](p.file) {
		if other := p.ignored(ret); other != nil && other != lit {
			fields = append(fields, other.Elts...)
		}
	}
	return fields
}

// mustBeUsed returns the imports and the variables of functions that expressions use: the compiler
// refuses them where nothing uses them.
func (p *place) mustBeUsed(list []ast.Expr) []types.Object {
	var objects []types.Object
	for _, e := range list {
		for n := range ast.Preorder(e) {
			id, _ := n.(*ast.Ident)
			obj := p.pass.TypesInfo.Uses[id]
			_, isPackage := obj.(*types.PkgName)
			v, isVar := obj.(*types.Var)
			if (isPackage || isVar && v.Kind() == types.LocalVar) && !slices.Contains(objects, obj) {
				objects = append(objects, obj)
			}
		}
	}
	return objects
}

// reads returns where the file uses an object outside the expressions that go. Assigning to a
// variable is no use of it.
func (p *place) reads(obj types.Object, gone []ast.Expr) []token.Pos {
	assigned := make(map[ast.Expr]bool)
	var uses []token.Pos
	for n := range ast.Preorder(p.file) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				assigned[left] = true
			}
		case *ast.Ident:
			if p.pass.TypesInfo.Uses[n] == obj && !assigned[n] && !inAny(gone, n.Pos()) {
				uses = append(uses, n.Pos())
			}
		}
	}
	return uses
}

// specOf returns the import that an object stands for, nil if it is a variable.
func (p *place) specOf(obj types.Object) *ast.ImportSpec {
	for _, spec := range p.file.Imports {
		if p.nameOf(spec) == obj {
			return spec
		}
	}
	return nil
}

func inAny(list []ast.Expr, pos token.Pos) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool { return e.Pos() <= pos && pos < e.End() })
}
