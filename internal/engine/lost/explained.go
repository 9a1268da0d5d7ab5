package lost

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// explained reports whether a comment beside a return, or in the branch before it, says that the error is left on purpose. A helper with
// a line of comment in the branch means it, whatever that says, as does one that no pass is known to run with a line anywhere before the
// return.
func (p *path) explained() bool {
	return p.announced() || p.commented(p.call.Pos(), p.ret.End(), func(group *ast.CommentGroup) bool {
		own := p.line(group.Pos()) != p.line(p.branch.Body.Pos()) && p.line(group.Pos()) != p.line(p.ret.Pos())
		means := own && !p.reconciles && !absent.MatchString(group.Text()) && (!p.runs() || p.loop == nil && syntax.Within(p.branch.Body, group))
		about := syntax.Within(p.branch.Body, group) || !p.heads(group, p.ret) // of the error itself: losterrors/told, best
		return !p.aside(group.End(), p.ret) && about && (means || !p.between(group.End()) && syntax.TellsPurpose(group))
	})
}

// absent matches what is said to be there no more, or never, for which the code does not ask.
var absent = regexp.MustCompile(
	`(?i)(already|been) (been )?(deleted|removed|gone)|never existed|(does not|doesn't|not) (exist|found|available)|is gone`)

func (f *function) line(pos token.Pos) int { return f.pass.Fset.Position(pos).Line }

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
func (p *path) announced() bool {
	return syntax.AnnouncedAt(p.decl.Body, p.call.Pos(), p.ret.Pos(), func(pos token.Pos) bool {
		return !p.aside(pos, p.ret) && !p.between(pos)
	})
}

// between reports whether a place is between the branch and a return far from it: what stands there is about other things.
func (p *path) between(pos token.Pos) bool {
	return pos > p.branch.End() && p.line(pos)+1 < p.line(p.ret.Pos())
}

// aside reports whether the way to a return does not lead through a place, since that follows it, or is in a block that ends with another
// one: what others leave on purpose where an object is gone says nothing of other errors. Without a return it leads everywhere.
func (f *function) aside(pos token.Pos, ret *ast.ReturnStmt) bool {
	if ret == nil {
		return false
	}
	return f.line(pos) > f.line(ret.End()) || syntax.Any(f.decl.Body, func(n ast.Node) bool {
		list, _ := syntax.Statements(n)
		_, ends := syntax.Last[*ast.ReturnStmt](list)
		return ends && n.Pos() <= pos && pos < n.End() && !syntax.Within(n, ret)
	})
}

// heads reports whether a comment stands right above a branch that ends with another return, and so is about that: losterrors/told, stale.
func (f *function) heads(group *ast.CommentGroup, ret *ast.ReturnStmt) bool {
	return syntax.Any(f.decl.Body, func(branch *ast.IfStmt) bool {
		_, ends := syntax.Last[*ast.ReturnStmt](branch.Body.List)
		return ends && branch.Init == nil && f.line(branch.Pos()) == f.line(group.End())+1 && !syntax.Within(branch, ret)
	})
}

// leftIn reports whether somebody says from a call to the end of a branch that its error is left on purpose, on the way to a return if one
// is given.
func (f *function) leftIn(call *ast.CallExpr, branch ast.Node, ret *ast.ReturnStmt) bool {
	end := branch.End()
	if where, ok := branch.(*ast.IfStmt); ok && where.Else == nil && f.saysNil(where.Cond) != nil &&
		syntax.Any(f.decl.Body, func(s *ast.IfStmt) bool { return s == where }) { // and no case of a switch
		end = where.Body.Lbrace // what is done without an error has comments of its own: losterrors/told, secret
	}
	return f.commented(call.Pos(), end, func(group *ast.CommentGroup) bool {
		return !f.aside(group.End(), ret) && syntax.TellsPurpose(group)
	}) || syntax.AnnouncedAt(f.decl.Body, call.Pos(), end, func(pos token.Pos) bool { return !f.aside(pos, ret) })
}
