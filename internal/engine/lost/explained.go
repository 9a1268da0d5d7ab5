package lost

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// explained reports whether a comment beside a return, or in the branch before it, says that the error is left on purpose.
func (w *way) explained(ret *ast.ReturnStmt) bool {
	if w.file == nil {
		return false
	}
	if w.announced(ret) {
		return true
	}
	fset := w.pass.Fset
	last := fset.Position(ret.End()).Line
	every := w.loop != nil && w.runs() && !w.returnsErrors() // loop's errors are lost, and none is returned
	first := fset.Position(w.call.Pos()).Line - 1
	for _, group := range w.file.Comments {
		if at := fset.Position(group.Pos()).Line; at < first || at > last || w.elsewhere(group.Pos(), ret) {
			continue
		}
		if !w.reconciles && !every && fset.Position(group.Pos()).Line < fset.Position(ret.Pos()).Line {
			return true // a helper that says anything before means it
		}
		if syntax.TellsPurpose(group) {
			return true
		}
	}
	return false
}

// explainedIn reports whether a comment between two places, or in the line before, says that something is on purpose.
func (f *function) explainedIn(from, to token.Pos) bool {
	return f.commented(from, to, syntax.TellsPurpose)
}

// commented reports whether a comment between two places, or in the line before, tells something.
func (f *function) commented(from, to token.Pos, tells func(*ast.CommentGroup) bool) bool {
	if f.file == nil {
		return false
	}
	first, last := f.pass.Fset.Position(from), f.pass.Fset.Position(to).Line
	return slices.ContainsFunc(f.file.Comments, func(group *ast.CommentGroup) bool {
		at, end := f.pass.Fset.Position(group.Pos()), f.pass.Fset.Position(group.End())
		beside := at.Line >= first.Line || end.Line == first.Line-1 && at.Column <= first.Column // not at the end of a line of code
		return beside && at.Line <= last && tells(group)
	})
}

// announced reports whether what is told of the error on the way to a return says that it is left on purpose.
func (w *way) announced(ret *ast.ReturnStmt) bool {
	return syntax.AnnouncedAt(w.decl.Body, w.call.Pos(), ret.Pos(), func(pos token.Pos) bool { return !w.elsewhere(pos, ret) })
}

// elsewhere reports whether a place is in a block that ends with another return, so that the way to this one does not lead through it:
// what others leave on purpose where an object is gone says nothing of other errors.
func (w *way) elsewhere(pos token.Pos, ret *ast.ReturnStmt) bool {
	return syntax.Any(w.decl.Body, func(n ast.Node) bool {
		list := statements(n)
		if len(list) == 0 || pos < n.Pos() || pos >= n.End() || within(n, ret) {
			return false
		}
		_, ends := list[len(list)-1].(*ast.ReturnStmt)
		return ends
	})
}
