package lost

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// findUnfinished finds what is done only once the object is written without its finalizer, from a statement in a list on: where that fails,
// the object is gone and nobody tries again. See losterrors/unfinished.go.
func (f *function) findUnfinished(list []ast.Stmt, at int, result *Result) {
	begins := list[at]
	if _, branch := begins.(*ast.IfStmt); branch || !f.removesFinalizer(begins) || !f.asksDeleted(f.object(begins)) ||
		f.explainedIn(begins.Pos(), begins.Pos()) {
		return
	}
	written := false
	if slices.ContainsFunc(list[:at], f.removesFinalizer) ||
		slices.ContainsFunc(list[at+1:], func(s ast.Stmt) bool { return f.removesFinalizer(s) && f.object(s) == f.object(begins) }) {
		return // that of another object, which need not go, or another one holds it
	}
	for _, t := range f.testsIn(list) {
		if t.at <= at || f.isStatusWrite(t.call) || !f.handsBack(t) {
			continue
		}
		branch := func(s ast.Stmt) bool { _, ok := s.(*ast.IfStmt); return ok }
		if slices.ContainsFunc(list[at+1:t.at], func(s ast.Stmt) bool { return !branch(s) && leaves(s) }) {
			return
		}
		switch name := lastName(t.call); {
		case !written:
			written = name == "update" || name == "patch"
		case f.source(t.call) == local:
		case f.reads(t.call) && !slices.ContainsFunc(list[t.at:], func(s ast.Stmt) bool { return syntax.Any(s, f.changes) }):
			return // nothing is left to do
		default:
			result.Errors = append(result.Errors, Error{Pos: begins.Pos(), Call: f.written(t.call), How: Remembered, Final: true, Noted: true})
			return
		}
	}
}

// object returns the variable with the object that a statement takes a finalizer from, nil if that is not known.
func (f *function) object(s ast.Stmt) *types.Var {
	for id := range syntax.All[*ast.Ident](s) {
		if v := syntax.Var(f.info, id); v != nil && !v.IsField() && code.TypeName(v.Type()) != nil && known.IsObject(v.Type()) {
			return v
		}
	}
	return nil
}

// asksDeleted reports whether the package asks objects of an object's type whether they are being deleted: it is what is reconciled.
func (f *function) asksDeleted(object *types.Var) bool {
	if object == nil {
		return false
	}
	typ := code.TypeName(object.Type())
	for at := range syntax.Preorder(f.pass, (*ast.SelectorExpr)(nil)) {
		sel := at.Node().(*ast.SelectorExpr)
		of := sel.X
		if meta, name := syntax.Selected(of); name == "ObjectMeta" {
			of = meta
		}
		name := strings.ToLower(sel.Sel.Name) // or that of a method, such as IsDeleted
		if (strings.HasSuffix(name, "deletiontimestamp") || strings.HasSuffix(name, "deleted")) && code.TypeName(f.info.TypeOf(of)) == typ {
			return true
		}
	}
	return false
}
