package blocking

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// How long a wait must be, in nanoseconds, that somebody would do something about.
const (
	long    = int64(10 * time.Second) // in all, and more than that where a condition ends it, which mostly holds soon
	each    = int64(time.Second)      // for each object of a loop in which the wait stands
	eachFar = int64(2 * time.Second)  // for each object of a loop further up
)

// Total is how long the wait is in all, 0 where that is not known.
func (w *Wait) Total() int64 {
	if w.Repeat.Each {
		return 0
	}
	return w.ForEach()
}

// ForEach is how long the wait is in all for one object, of one that is done for each of several; 0 where that is not known.
func (w *Wait) ForEach() int64 {
	if w.Length <= 0 || w.Repeat.Times == 0 || w.Repeat.Endless {
		return 0
	}
	return multiplied(w.Length, w.Repeat.Times)
}

// matters reports whether the wait keeps a worker for so long that other objects notice.
func (w *Wait) matters() bool {
	switch {
	case w.Repeat.Endless:
		return true
	case w.Retry && w.Repeat != once && w.Length < long:
		return false // tries are few, and back-off begins short
	case w.Length == 0:
		return true
	case w.Poll && time.Duration(w.Length).Round(time.Second) <= time.Duration(long) && w.Repeat.Times <= 1:
		return false
	case w.Repeat.Each && w.Near:
		return max(w.Length, w.ForEach()) >= each
	case w.Repeat.Each:
		return max(w.Length, w.ForEach()) > eachFar
	case w.Repeat.Times == 0:
		return w.Length >= each
	}
	return w.Total() >= long
}

// standIn matches the names of what stands for something else in tests and simulations.
var standIn = regexp.MustCompile(`Fake|Mock|Simulat|(^|[^a-z])(fake|mock|kwok|simulat|sim([^a-z]|$)|e2e)`)

// simulates reports whether a function is part of a fake, a simulator or an end-to-end test, by its name, its type's or its file's.
func simulates(name, file, pkg string) bool {
	base := strings.TrimSuffix(filepath.Base(file), ".go")
	return standIn.MatchString(name) || standIn.MatchString(base) || standIn.MatchString(pkg)
}

// isBackOff reports whether a call waits for what the program calls a back-off, or in a function or package for retries.
func (w *walker) isBackOff(c *ast.CallExpr) bool {
	if holds(w.node.name, "retry") || holds(w.g.pass.Pkg.Name(), "retry") {
		return true
	}
	return slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		id, ok := ast.Unparen(arg).(*ast.Ident)
		return ok && holds(id.Name, "backoff")
	})
}

// holds reports whether a name has a word in it, which is in small letters.
func holds(name, word string) bool { return strings.Contains(strings.ToLower(name), word) }

// explanation is how many lines of comment somebody writes who has thought about a pause.
const explanation = 3

// explained reports whether a comment within a call that waits, or right above it, says that it blocks, or is so long above a sleep that
// its authors have thought about it. One that speaks of work to do explains nothing.
func (w *walker) explained(c *ast.CallExpr, sleeps bool) bool {
	file := syntax.FileOf(w.g.pass.Files, c.Pos())
	if file == nil {
		return false
	}
	line := func(p token.Pos) int { return w.g.pass.Fset.Position(p).Line }
	return slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool {
		within := c.Pos() < g.Pos() && g.End() < c.End()
		if !within && line(g.End()) != line(c.Pos())-1 || toDo.MatchString(g.Text()) {
			return false
		}
		return speaksOfBlocking.MatchString(g.Text()) || sleeps && !within && line(g.End())-line(g.Pos())+1 >= explanation
	})
}

// speaksOfBlocking matches what comments say of a wait that is meant to keep its caller.
var speaksOfBlocking = regexp.MustCompile(`(?i)\bblock(ing|ed)?\b`)

// toDo matches what comments say that speak of work to do.
var toDo = regexp.MustCompile(`TODO|FIXME|XXX|HACK`)
