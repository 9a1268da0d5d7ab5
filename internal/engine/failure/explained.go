package failure

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// explained reports whether a comment beside a return, or in the branch before it, says that the error is left on purpose.
func (w *ways) explained(ret *ast.ReturnStmt) bool {
	if w.file == nil {
		return false
	}
	if w.announced(ret) {
		return true
	}
	fset := w.pass.Fset
	last := fset.Position(ret.End()).Line
	first := fset.Position(w.call.Pos()).Line - 1
	for _, group := range w.file.Comments {
		if at := fset.Position(group.Pos()).Line; at < first || at > last {
			continue
		}
		if !w.reconciles && fset.Position(group.Pos()).Line < fset.Position(ret.Pos()).Line {
			return true // a helper that says anything before means it
		}
		text := strings.ToLower(raw(group))
		if strings.Contains(text, "todo") || strings.Contains(text, "fixme") {
			continue
		}
		if slices.ContainsFunc(purposes, func(word string) bool { return strings.Contains(text, word) }) {
			return true
		}
	}
	return false
}

// announced reports whether what is told of the error before a return says that it is left on purpose.
func (w *ways) announced(ret *ast.ReturnStmt) bool {
	return syntax.Any(w.decl.Body, func(n ast.Node) bool {
		text, ok := n.(*ast.BasicLit)
		if !ok || text.Kind != token.STRING || text.Pos() < w.call.Pos() || text.Pos() > ret.Pos() {
			return false
		}
		said := strings.ToLower(text.Value)
		return slices.ContainsFunc(announcements, func(word string) bool { return strings.Contains(said, word) })
	})
}

// announcements are what is told of errors that are left on purpose.
var announcements = []string{"won't retry", "not retry", "not be retried", "no retry", "not requeu", "won't requeu", "ignor", "best effort", "best-effort"}

// raw returns the text of comments with the directives among them.
func raw(group *ast.CommentGroup) string {
	var text strings.Builder
	for _, c := range group.List {
		text.WriteString(c.Text + "\n")
	}
	return text.String()
}

// purposes are what comments say that stand beside errors which are left on purpose.
var purposes = []string{"requeue", "retry", "retri", "ignor", "swallow", "purpose", "intention", "best effort", "best-effort", "fatal", "don't fail",
	"do not fail", "not an error", "reconcile again", "not return", "don't return", "skip", "already", "next reconcil", "not found", "doesn't exist", "not exist", "nolint", "noinspection", "continue", "not ready"}
