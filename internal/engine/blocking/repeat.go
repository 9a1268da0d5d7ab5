package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// within is how often something is done that is repeated where something else is.
func (r Repeat) within(outer Repeat) Repeat {
	out := Repeat{Each: r.Each || outer.Each, Endless: r.Endless || outer.Endless}
	if r.Times > 0 && outer.Times > 0 {
		out.Times = multiplied(r.Times, outer.Times)
	}
	return out
}

func multiplied(a, b int64) int64 {
	if a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}

// leaves reports whether a node ends its function, so that it runs once in however many rounds of the loops around it.
func leaves(n ast.Node) bool {
	var list []ast.Stmt
	switch n := n.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BlockStmt:
		list = n.List
	case *ast.CaseClause:
		list = n.Body
	}
	return syntax.Returns(list) && !slices.ContainsFunc(list, func(s ast.Stmt) bool {
		return syntax.AnyNow(s, func(*ast.BranchStmt) bool { return true })
	})
}

// rounds are those of a loop that counts.
type rounds struct{ first, times int64 }

// repeats says how often the body of a loop runs: as often as it counts, from one constant up to another.
func (w *walker) repeats(loop *ast.ForStmt) Repeat {
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	post, counts := loop.Post.(*ast.IncDecStmt)
	if !ok || !counts {
		return Repeat{Endless: !w.limited(loop)}
	}
	counter, init := syntax.Assigned(loop.Init)
	first, starts := syntax.Integer(w.info, init)
	last, ends := syntax.Integer(w.info, cond.Y)
	v := syntax.Var(w.info, cond.X)
	if !starts || !ends || post.Tok != token.INC || v == nil || v != syntax.Var(w.info, post.X) || v != syntax.Var(w.info, counter) {
		return Repeat{}
	}
	switch cond.Op {
	case token.LEQ:
		last++
	case token.LSS, token.NEQ:
	default:
		return Repeat{}
	}
	if last > first {
		w.counters[v] = rounds{first, last - first}
	}
	return Repeat{Times: max(last-first, 0)}
}

// inRounds says how often something is done that a condition allows in the first rounds of a loop, or in all but one.
func (w *walker) inRounds(cond ast.Expr, loop Repeat) Repeat {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return loop
	}
	to, known := syntax.Integer(w.info, c.Y)
	of, counts := w.counters[syntax.Var(w.info, c.X)]
	if !known || !counts {
		return loop
	}
	n := of.times
	switch c.Op {
	case token.LSS:
		n = to - of.first
	case token.LEQ:
		n = to - of.first + 1
	case token.NEQ:
		n--
	}
	if n > 0 && n < of.times && to >= of.first && to < of.first+of.times {
		loop.Times = loop.Times / of.times * n
	}
	return loop
}

// limited reports whether a loop counts, looks at the time, or has a timer from before it, so that it ends at some point.
func (w *walker) limited(loop ast.Node) bool {
	return syntax.AnyNow(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			return true
		case *ast.AssignStmt:
			return n.Tok != token.ASSIGN && n.Tok != token.DEFINE || w.moves(n)
		}
		return w.timed(n)
	})
}

// timed reports whether a node looks at the time, or at a timer from before.
func (w *walker) timed(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW && w.endsAfter(n.X)
	case *ast.CallExpr:
		return w.isClock(n)
	}
	return false
}

// moves reports whether an assignment makes a variable larger or smaller, or a slice shorter.
func (w *walker) moves(assign *ast.AssignStmt) bool {
	if len(assign.Lhs) != len(assign.Rhs) {
		return false
	}
	for i, to := range assign.Lhs {
		of := func(e ast.Expr) bool { v := syntax.Var(w.info, e); return v != nil && v == syntax.Var(w.info, to) }
		switch value := ast.Unparen(assign.Rhs[i]).(type) {
		case *ast.BinaryExpr:
			if of(value.X) || of(value.Y) {
				return true
			}
		case *ast.SliceExpr:
			if of(value.X) {
				return true
			}
		}
	}
	return false
}

// isClock reports whether a call asks what time it is, which may be of a clock of the program's own, compares times, or takes the next step
// of a back-off.
func (w *walker) isClock(call *ast.CallExpr) bool {
	switch sym := syntax.CalledName(w.info, call); sym.Last() {
	case "Until", "After", "Before", "Sub":
		return sym.In("time")
	case "Step":
		return sym == "k8s.io/apimachinery/pkg/util/wait.Backoff.Step"
	case "Now", "Since":
		return symbol.OfType(w.info.TypeOf(call)).In("time")
	}
	return false
}

// endsAfter reports whether a channel is that of a timer, which may be a clock's, or of a time.After that was called before.
func (w *walker) endsAfter(channel ast.Expr) bool {
	times, ok := w.info.TypeOf(channel).Underlying().(*types.Chan)
	if !ok || symbol.OfType(times.Elem()) != "time.Time" {
		return false
	}
	switch x := ast.Unparen(channel).(type) {
	case *ast.CallExpr:
		_, name := syntax.Selected(x.Fun)
		return name == "C"
	case *ast.SelectorExpr:
		return symbol.OfType(code.Deref(w.info.TypeOf(x.X))) == "time.Timer"
	}
	return true
}

// ranges says how often the body of a range loop runs.
func (w *walker) ranges(loop *ast.RangeStmt) Repeat {
	if n, ok := syntax.Integer(w.info, loop.X); ok {
		return Repeat{Times: max(n, 0)}
	}
	switch w.info.TypeOf(loop.X).Underlying().(type) {
	case *types.Basic:
		return Repeat{}
	case *types.Chan:
		return Repeat{Endless: !w.limited(loop.Body)}
	}
	return Repeat{Times: 1, Each: true}
}

// onConflict reports whether code looks for conflicts of writes, or tries to take a lock: it waits for others to be through, which is
// short.
func (w *walker) onConflict(root ast.Node) bool {
	return syntax.Any(root, func(call *ast.CallExpr) bool {
		return calls(w.info, call, known.IsConflict, "sync.Mutex.TryLock", "sync.RWMutex.TryLock")
	})
}
