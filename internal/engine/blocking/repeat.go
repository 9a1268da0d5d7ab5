package blocking

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Repeat is how often something is done.
type Repeat struct {
	Times   int64 // at most, 0 where that is not known; of what is done for each of several objects, for one of them
	Each    bool  // for each of several objects
	Endless bool  // until something happens that nothing bounds
}

var once = Repeat{Times: 1}

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

// repeats says how often the body of a loop runs.
func (w *walker) repeats(loop *ast.ForStmt) Repeat {
	if n, counted := w.counted(loop); counted {
		return Repeat{Times: n}
	}
	if w.limited(loop) {
		return Repeat{}
	}
	return Repeat{Endless: true}
}

// leaves reports whether statements end their function, so that they run once in however many rounds of the loops around them.
func leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	if _, ok := list[len(list)-1].(*ast.ReturnStmt); !ok {
		return false
	}
	return !slices.ContainsFunc(list, func(s ast.Stmt) bool {
		return syntax.AnyNow(s, func(n ast.Node) bool { _, goesOn := n.(*ast.BranchStmt); return goesOn })
	})
}

// counted tells how often a loop runs that counts up from one constant to another, 0 where that is not known, and whether it counts at all.
func (w *walker) counted(loop *ast.ForStmt) (times int64, counts bool) {
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok || loop.Post == nil {
		return 0, false
	}
	post, ok := loop.Post.(*ast.IncDecStmt)
	if !ok {
		return 0, false
	}
	first, starts := w.start(loop, syntax.Var(w.info, cond.X))
	last, ends := w.integer(cond.Y)
	if !starts || !ends || post.Tok != token.INC || syntax.Var(w.info, post.X) != syntax.Var(w.info, cond.X) {
		return 0, true
	}
	switch cond.Op {
	case token.LEQ:
		return max(last-first+1, 0), true
	case token.LSS, token.NEQ:
		return max(last-first, 0), true
	}
	return 0, true
}

// rounds are those of a loop that counts.
type rounds struct{ first, times int64 }

// counting notes what counts the rounds of a loop, until the function that it returns is called.
func (w *walker) counting(loop *ast.ForStmt) (done func()) {
	times, _ := w.counted(loop)
	if times <= 0 {
		return func() {}
	}
	counter := syntax.Var(w.info, loop.Cond.(*ast.BinaryExpr).X)
	first, _ := w.start(loop, counter)
	w.counters[counter] = rounds{first, times}
	return func() { delete(w.counters, counter) }
}

// inRounds says how often something is done that a condition allows in the first rounds of a loop, or in all but one, and whether it is
// such a condition.
func (w *walker) inRounds(cond ast.Expr, loop Repeat) (Repeat, bool) {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return loop, false
	}
	to, known := w.integer(c.Y)
	of, counts := w.counters[syntax.Var(w.info, c.X)]
	if !known || !counts || loop.Times%of.times != 0 {
		return loop, false
	}
	n := of.times
	switch c.Op {
	case token.LSS:
		n = to - of.first
	case token.LEQ:
		n = to - of.first + 1
	case token.NEQ:
		if to >= of.first && to < of.first+of.times {
			n--
		}
	}
	if n <= 0 || n >= of.times {
		return loop, false
	}
	loop.Times = loop.Times / of.times * n
	return loop, true
}

// start returns the constant that a loop begins to count with, and whether it is known.
func (w *walker) start(loop *ast.ForStmt, counter *types.Var) (int64, bool) {
	init, ok := loop.Init.(*ast.AssignStmt)
	if !ok || counter == nil || len(init.Lhs) != len(init.Rhs) {
		return 0, false
	}
	for i, lhs := range init.Lhs {
		if syntax.Var(w.info, lhs) == counter {
			return w.integer(init.Rhs[i])
		}
	}
	return 0, false
}

// integer returns an integer that is a constant.
func (w *walker) integer(e ast.Expr) (int64, bool) {
	value := w.info.Types[e].Value
	if value == nil || value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(value)
}

// limited reports whether a loop counts, looks at the time, or has a timer from before it, so that it ends at some point.
func (w *walker) limited(loop ast.Node) bool {
	return syntax.AnyNow(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			return true
		case *ast.UnaryExpr:
			return n.Op == token.ARROW && w.endsAfter(n.X)
		case *ast.AssignStmt:
			return n.Tok != token.ASSIGN && n.Tok != token.DEFINE || w.moves(n)
		case *ast.CallExpr:
			return w.isClock(n)
		}
		return false
	})
}

// moves reports whether an assignment makes a variable larger or smaller, or a slice shorter.
func (w *walker) moves(assign *ast.AssignStmt) bool {
	if assign.Tok != token.ASSIGN || len(assign.Lhs) != len(assign.Rhs) {
		return false
	}
	for i, lhs := range assign.Lhs {
		v := syntax.Var(w.info, lhs)
		if v == nil {
			continue
		}
		switch to := ast.Unparen(assign.Rhs[i]).(type) {
		case *ast.BinaryExpr:
			if syntax.Var(w.info, to.X) == v || syntax.Var(w.info, to.Y) == v {
				return true
			}
		case *ast.SliceExpr:
			if syntax.Var(w.info, to.X) == v {
				return true
			}
		}
	}
	return false
}

// isClock reports whether a call asks what time it is, compares times, or takes the next step of a back-off.
func (w *walker) isClock(call *ast.CallExpr) bool {
	if calls(w.info, call, "time.Since", "time.Until", "time.Now", "time.Time.After", "time.Time.Before", "time.Time.Sub",
		"k8s.io/apimachinery/pkg/util/wait.Backoff.Step") {
		return true
	}
	fn := syntax.Called(w.info, call)
	if fn == nil || fn.Name() != "Now" && fn.Name() != "Since" {
		return false // of a clock of the program's own
	}
	switch code.TypeString(w.info.TypeOf(call)) {
	case "time.Time", "time.Duration":
		return true
	}
	return false
}

// endsAfter reports whether a channel is that of a timer, which may be a clock's, or of a time.After that was called before.
func (w *walker) endsAfter(channel ast.Expr) bool {
	switch x := ast.Unparen(channel).(type) {
	case *ast.CallExpr:
		method, ok := x.Fun.(*ast.SelectorExpr)
		return ok && method.Sel.Name == "C" && len(x.Args) == 0 && w.sendsTimes(x)
	case *ast.Ident:
		return w.sendsTimes(x)
	case *ast.SelectorExpr:
		return x.Sel.Name == "C" && code.BaseType(code.TypeString(code.Deref(w.info.TypeOf(x.X)))) == "time.Timer"
	}
	return false
}

// sendsTimes reports whether a channel is one of times.
func (w *walker) sendsTimes(channel ast.Expr) bool {
	times, ok := w.info.TypeOf(channel).Underlying().(*types.Chan)
	return ok && code.TypeString(times.Elem()) == "time.Time"
}

// ranges says how often the body of a range loop runs.
func (w *walker) ranges(loop *ast.RangeStmt) Repeat {
	if value := w.info.Types[loop.X].Value; value != nil && value.Kind() == constant.Int {
		n, _ := constant.Int64Val(value)
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

// duration returns the duration that an expression is at most, 0 where that is not known and -1 where it is none at all.
func (w *walker) duration(x ast.Expr) int64 { return w.durationOf(x, 0) }

func (w *walker) durationOf(x ast.Expr, depth int) int64 {
	if value := w.info.Types[x].Value; value != nil && value.Kind() == constant.Int {
		n, _ := constant.Int64Val(value)
		if n <= 0 {
			return -1
		}
		return n
	}
	v := syntax.Var(w.info, x)
	if v == nil || depth > 2 || v.Pkg() != w.g.pass.Pkg {
		return 0
	}
	if i := w.parameter(v); i >= 0 {
		return w.g.handedTo(w.node.fn, i)
	}
	value := w.given(v)
	if value == nil {
		return 0
	}
	return w.durationOf(value, depth+1)
}

// parameter returns which parameter of the function a variable is, -1 if it is none.
func (w *walker) parameter(v *types.Var) int {
	if w.node.fn == nil || v == nil {
		return -1
	}
	return slices.Index(slices.Collect(w.node.fn.Signature().Params().Variables()), v)
}

// given returns what a variable of the package or of a function is given, nil if it is given another value too.
func (w *walker) given(v *types.Var) ast.Expr {
	if files := w.g.pass.Files; ast.IsExported(v.Name()) || v.Parent() == w.g.pass.Pkg.Scope() {
		return syntax.OnlyGiven(w.info, files, v)
	} else if file := syntax.FileOf(files, v.Pos()); file != nil {
		return syntax.OnlyGiven(w.info, []*ast.File{file}, v)
	}
	return nil
}

// handedTo returns the longest of the constant durations that the package's calls of a function hand to one of its parameters, 0 where
// one of them is not constant, or others may call it.
func (g *graph) handedTo(fn *types.Func, param int) int64 {
	if fn == nil || fn.Exported() {
		return 0
	}
	var longest int64
	known := true
	for _, call := range g.callsOf(fn) {
		if param >= len(call.Args) {
			return 0
		}
		value := g.pass.TypesInfo.Types[call.Args[param]].Value
		if value == nil || value.Kind() != constant.Int {
			known = false
			continue
		}
		n, _ := constant.Int64Val(value)
		longest = max(longest, n)
	}
	if !known {
		return 0
	}
	return longest
}

// callsOf returns the calls of a function in the package.
func (g *graph) callsOf(fn *types.Func) []*ast.CallExpr {
	if g.calls == nil {
		g.calls = make(map[*types.Func][]*ast.CallExpr)
		for _, file := range g.pass.Files {
			for call := range syntax.All[*ast.CallExpr](file) {
				if callee := syntax.Called(g.pass.TypesInfo, call); callee != nil {
					g.calls[callee.Origin()] = append(g.calls[callee.Origin()], call)
				}
			}
		}
	}
	return g.calls[fn]
}

// onConflict reports whether code looks for conflicts of writes, or tries to take a lock: it waits for others to be through, which is
// short.
func (w *walker) onConflict(root ast.Node) bool {
	return syntax.Any(root, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && calls(w.info, call, known.IsConflict, "sync.Mutex.TryLock", "sync.RWMutex.TryLock")
	})
}

// unknownLimit is longer than any other.
const unknownLimit = math.MaxInt64

// limitOf returns when a context ends that is made with some arguments.
func (w *walker) limitOf(args []ast.Expr) int64 {
	if len(args) < 2 || code.TypeString(w.info.TypeOf(args[1])) != "time.Duration" {
		return unknownLimit
	}
	if d := w.duration(args[1]); d > 0 {
		return d
	}
	return unknownLimit
}

// bounds reports whether a function is one that gives a context an end.
func bounds(sym symbol.Name) bool {
	switch sym {
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		return true
	}
	return false
}

// longest returns the last of the durations among arguments, 0 where it is not known.
func (w *walker) longest(args []ast.Expr) int64 {
	var last int64
	for _, arg := range args {
		if code.TypeString(w.info.TypeOf(arg)) == "time.Duration" {
			last = max(w.duration(arg), 0)
		}
	}
	return last
}
