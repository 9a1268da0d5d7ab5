package queuing

import (
	"go/ast"
	"go/token"
	"regexp"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// explained reports whether the program tells its users that the item of an error is not tried again: in the branch of the error around
// a place, or else between the last one before it in its function and the place. What comments say may not be what the code does.
func (p *program) explained(at token.Pos) bool {
	branch := p.branchAt(at)
	return branch != nil && syntax.Announced(syntax.FileOf(p.pass.Files, at), branch.Pos(), max(branch.Body.End(), at))
}

// promises reports whether the program tells its users of an error, right before a place, that the item is tried again. queues/promised.go.
func (p *program) promises(at token.Pos) bool {
	branch := p.branchAt(at)
	if branch == nil {
		return false
	}
	from := branch.Pos()
	if at > branch.End() {
		from = branch.End()
	}
	return syntax.Any(syntax.FileOf(p.pass.Files, at), func(text *ast.BasicLit) bool {
		return from < text.Pos() && text.Pos() < at && again.MatchString(text.Value) && !never.MatchString(text.Value)
	})
}

var (
	again = regexp.MustCompile(`(?i)\b(retrying|re-?queue?ing|(will|to be) (be )?(retr(y|ied)|re-?queued?|tr(y|ied) again))\b`)
	never = regexp.MustCompile(`(?i)\b(not|no|never|without|out of|after|max|many|stop|giv|next|resync|when|once)`)
)

// branchAt returns the branch of an error around a place, or else the last one before it in its function, nil for none.
func (p *program) branchAt(at token.Pos) *ast.IfStmt {
	file := syntax.FileOf(p.pass.Files, at)
	if file == nil {
		return nil
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
	return branch
}

// asksForError reports whether a condition looks at an error.
func (p *program) asksForError(branch *ast.IfStmt) bool {
	return syntax.Any(branch.Cond, func(id *ast.Ident) bool {
		return p.pass.TypesInfo.TypeOf(id) != nil && syntax.IsError(p.pass.TypesInfo.TypeOf(id))
	})
}
