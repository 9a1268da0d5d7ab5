package queuing

import (
	"go/ast"
	"go/token"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// explained reports whether the program tells its users that the item of an error is not tried again: in the branch of the error around
// a place, or else between the last one before it in its function and the place. What comments say may not be what the code does.
func (p *program) explained(at token.Pos) bool {
	file := syntax.FileOf(p.pass.Files, at)
	if file == nil {
		return false
	}
	var branch *ast.IfStmt
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Pos() <= at && at < n.End()
		case *ast.FuncLit:
			return n.Pos() <= at && at < n.End()
		case *ast.IfStmt:
			within := branch != nil && at < branch.End()
			if n.Pos() <= at && p.asksForError(n) && (!within || at < n.End()) {
				branch = n
			}
		}
		return true
	})
	if branch == nil {
		return false
	}
	return syntax.Announced(file, branch.Pos(), max(branch.Body.End(), at))
}

// asksForError reports whether a condition looks at an error.
func (p *program) asksForError(branch *ast.IfStmt) bool {
	return syntax.Any(branch.Cond, func(id *ast.Ident) bool {
		return p.pass.TypesInfo.TypeOf(id) != nil && syntax.IsError(p.pass.TypesInfo.TypeOf(id))
	})
}
