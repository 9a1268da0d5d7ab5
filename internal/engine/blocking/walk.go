package blocking

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A walker notes what a function waits for and what it calls.
type walker struct {
	g    *graph
	info *types.Info
	node *node
	decl inspector.Cursor // the declaration that holds the body
	// local are the function literals that local variables hold.
	local     map[*types.Var]*ast.FuncLit
	begun     map[*ast.FuncLit]bool // those that are being walked
	only      int                   // the parameter that is true where the walk is, counted from 1; 0 for none
	conflicts int                   // the loops around the walk that are repeated for conflicts of writes alone
	options   int                   // the branches around the walk that compare what the function is handed with a constant
	polls     int                   // the long polls around the walk: a wait in their condition is part of them
	asks      int                   // the conditions of loops around the walk
	entered   Repeat                // how often the function or function literal runs that the walk is in
	// fired are the timers, as they are written, that have sent already where the walk is.
	fired map[string]bool
	// items are the variables of the range loops around the walk.
	items map[*types.Var]loopOf
	loops int // around the walk
	// counters are the variables of the loops around the walk that count from one constant to another.
	counters map[*types.Var]rounds
}

// walk notes what a body does when it runs, in the goroutine that runs it.
func (g *graph) walk(n *node, decl inspector.Cursor, body *ast.BlockStmt) {
	w := &walker{g: g, info: g.pass.TypesInfo, node: n, decl: decl, local: make(map[*types.Var]*ast.FuncLit),
		begun: make(map[*ast.FuncLit]bool), fired: make(map[string]bool), items: make(map[*types.Var]loopOf),
		counters: make(map[*types.Var]rounds), entered: once}
	for at := range decl.Preorder((*ast.AssignStmt)(nil)) {
		assign := at.Node().(*ast.AssignStmt)
		if len(assign.Lhs) != len(assign.Rhs) {
			continue
		}
		for i, rhs := range assign.Rhs {
			if lit, ok := rhs.(*ast.FuncLit); ok {
				w.local[syntax.Var(w.info, assign.Lhs[i])] = lit
			}
		}
	}
	delete(w.local, nil) // of what is no variable
	w.visit(body, once)
}

// visit walks what runs here, as often as loop says.
func (w *walker) visit(root ast.Node, loop Repeat) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			for _, arg := range n.Call.Args {
				if _, isLit := arg.(*ast.FuncLit); !isLit {
					w.visit(arg, loop)
				}
			}
			return false
		case *ast.FuncLit:
			return false // it runs where it is called, which call handles
		case *ast.ForStmt:
			if n != root {
				if w.awaitsSetUp(n.Cond, n) {
					return false
				}
				w.busy(n, loop)
				if w.onConflict(n) {
					w.conflicts++
					defer func() { w.conflicts-- }()
				}
				w.loops++
				done := w.counting(n)
				round := w.repeats(n).within(loop)
				w.asks++
				w.parts(round, n.Cond)
				w.asks--
				w.parts(round, n.Init, n.Post, n.Body)
				done()
				w.loops--
				return false
			}
		case *ast.RangeStmt:
			if n != root {
				w.visit(n.X, loop)
				w.loops++
				item := syntax.Var(w.info, n.Value)
				if _, within := w.items[item]; item != nil && !within {
					w.items[item] = loopOf{loop, w.loops}
					defer delete(w.items, item)
				}
				w.visit(n.Body, w.ranges(n).within(loop))
				w.loops--
				return false
			}
		case *ast.BlockStmt:
			if n != root && loop != w.entered && leaves(n.List) {
				w.visit(n, w.entered)
				return false
			}
		case *ast.CaseClause:
			if n != root && loop != w.entered && leaves(n.Body) {
				w.visit(n, w.entered)
				return false
			}
		case *ast.ReturnStmt:
			if n != root && loop != w.entered {
				w.visit(n, w.entered)
				return false
			}
		case *ast.SelectStmt:
			if n != root {
				w.choice(n, loop)
				return false
			}
		case *ast.IfStmt:
			if n != root && (w.makesOnce(n) || w.awaitsSetUp(n.Cond, nil)) {
				w.parts(loop, n.Init, n.Else)
				return false
			}
			if timer := w.firedIf(n.Cond); n != root && timer != "" && !w.fired[timer] {
				w.fired[timer] = true
				w.visit(n.Body, loop)
				delete(w.fired, timer)
				w.parts(loop, n.Init, n.Cond, n.Else)
				return false
			}
			if i := w.parameter(syntax.Var(w.info, n.Cond)); n != root && i >= 0 && w.only == 0 {
				w.only = i + 1
				w.visit(n.Body, loop)
				w.only = 0
				w.parts(loop, n.Init, n.Else)
				return false
			}
			if rounds, some := w.inRounds(n.Cond, loop); n != root && some {
				w.parts(loop, n.Init, n.Cond, n.Else)
				w.visit(n.Body, rounds)
				return false
			}
			if outside, one := w.ofValue(n.Cond, loop); n != root && one {
				w.parts(loop, n.Init, n.Cond, n.Else)
				w.visit(n.Body, outside)
				return false
			}
		case *ast.SwitchStmt:
			if n != root && (w.chosen(n, loop) || w.optional(n, loop)) {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				w.receive(n, loop)
			}
		case *ast.CallExpr:
			w.call(n, loop)
		}
		return true
	})
}

func (w *walker) parts(loop Repeat, nodes ...ast.Node) {
	for _, n := range nodes {
		if n != nil {
			w.visit(n, loop)
		}
	}
}

// choice handles a select. One that waits for something else than a time, or that need not wait, is no sleep.
func (w *walker) choice(s *ast.SelectStmt, loop Repeat) {
	var timer *ast.UnaryExpr
	sleeps := true
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CommClause)
		switch recv := received(clause.Comm); {
		case recv == nil: // default, or a send
			sleeps = false
		case w.afterCall(recv.X) != nil || w.isTimerChannel(recv.X):
			timer = recv
		case !w.isDone(recv.X) && !w.endsAfter(recv.X):
			sleeps = false
		}
		for _, stmt := range clause.Body {
			w.visit(stmt, loop)
		}
	}
	if timer != nil && sleeps {
		w.receive(timer, loop)
	}
}

// call notes a call and what the function literals do that it is handed.
func (w *walker) call(c *ast.CallExpr, loop Repeat) {
	if lit := w.literalOf(c.Fun); lit != nil {
		w.literal(lit, loop)
		return
	}
	if w.info.Types[c.Fun].IsType() {
		w.conversion(c)
		return
	}
	fn := syntax.Called(w.info, c)
	if fn == nil {
		return
	}
	fn = fn.Origin()
	sym := symbol.Of(fn)
	kind := known.Wait(sym)
	if kind != known.NoWait && slices.ContainsFunc(c.Args,
		func(arg ast.Expr) bool { lit := w.literalOf(arg); return lit != nil && w.onConflict(lit.Body) }) {
		kind = known.NoWait
	}
	if bounds(sym) {
		w.node.limit = max(w.node.limit, w.limitOf(c.Args))
	}
	if onceFor(sym) {
		return
	}
	switch kind {
	case known.Sleep:
		w.wait(c, sym, w.first(c.Args), loop)
	case known.Poll:
		w.wait(c, sym, w.longest(c.Args), loop)
	case known.PollForever:
		w.wait(c, sym, 0, Repeat{Endless: true}.within(loop))
	case known.RetryBackoff:
		w.retry(c, sym, loop)
	case known.NoWait:
		w.node.wraps = w.node.wraps || fn.Name() == "Reconcile" && known.Reconciles(fn.Signature())
		w.node.guarded = w.node.guarded || w.only > 0
		w.node.calls = append(w.node.calls, call{fn, c.Pos(), w.ofItem(c, loop), w.only, w.falses(c.Args), w.options > 0, w.asks > 0})
	}
	again := loop
	if kind != known.NoWait {
		again = Repeat{}.within(loop)
	}
	if kind == known.PollForever || kind == known.Poll && w.longest(c.Args) > long {
		w.polls++
		defer func() { w.polls-- }()
	}
	for _, arg := range c.Args {
		if fn.Pkg() == w.g.pass.Pkg || known.CallsAtOnce(sym) || w.handsError(fn, arg) {
			w.handed(arg, again)
		}
	}
}

// handsError reports whether a function of another package of the user's calls what it is handed before it returns: both return an error,
// which can only be known by then. sleeping, aside.
func (w *walker) handsError(fn *types.Func, arg ast.Expr) bool {
	lit := w.literalOf(arg)
	if lit == nil || fn.Pkg() == nil || known.Foundation(fn.Pkg().Path()) || !syntax.AnyType(fn.Signature().Results(), syntax.IsError) {
		return false
	}
	sig, ok := w.info.TypeOf(lit).(*types.Signature)
	return ok && syntax.AnyType(sig.Results(), syntax.IsError)
}

// falses returns which arguments are false, a constant, counted from 1.
func (w *walker) falses(args []ast.Expr) []int {
	var list []int
	for i, arg := range args {
		if v := w.info.Types[arg].Value; v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v) {
			list = append(list, i+1)
		}
	}
	return list
}

// handed notes what a function does that is handed to one that calls it.
func (w *walker) handed(arg ast.Expr, loop Repeat) {
	if lit := w.literalOf(arg); lit != nil {
		w.literal(lit, loop)
	} else if fn, ok := syntax.Object(w.info, arg).(*types.Func); ok {
		w.node.calls = append(w.node.calls, call{to: fn.Origin(), pos: ast.Unparen(arg).Pos(), repeat: loop, only: w.only, option: w.options > 0})
	}
}

func (w *walker) literal(lit *ast.FuncLit, loop Repeat) {
	if !w.begun[lit] {
		around := w.entered
		w.begun[lit], w.entered = true, loop
		w.visit(lit.Body, loop)
		delete(w.begun, lit)
		w.entered = around
	}
}

// conversion makes a reconciler of a function literal.
func (w *walker) conversion(c *ast.CallExpr) {
	if len(c.Args) != 1 || !symbol.OfType(w.info.TypeOf(c)).In(known.Reconcile) {
		return
	}
	lit, ok := ast.Unparen(c.Args[0]).(*ast.FuncLit)
	if !ok {
		return
	}
	n := &node{name: "the reconciler in " + w.node.name}
	w.g.roots = append(w.g.roots, n)
	w.g.walk(n, w.decl, lit.Body)
}

// short is how long a deliberate pause may be, in nanoseconds: 100 ms.
const short = 100_000_000

// wait notes a call that waits, unless for a short and constant time.
func (w *walker) wait(c *ast.CallExpr, sym symbol.Name, length int64, loop Repeat) {
	if length >= 0 {
		kind := known.Wait(sym)
		polls := kind == known.Poll || kind == known.PollForever || kind == known.RetryBackoff
		wait := Wait{What: sym.Short(), Length: length, Repeat: loop, Poll: polls, Retry: !polls && length == 0 && w.isBackOff(c),
			Explained: w.meant(c)}
		if kind == known.Sleep && length == 0 && len(c.Args) == 1 {
			wait.Written = types.ExprString(c.Args[0])
		}
		w.note(wait, c.Pos())
	}
}

func (w *walker) note(wait Wait, pos token.Pos) {
	if w.conflicts > 0 || w.polls > 0 || wait.Length > 0 && wait.Length <= short && wait.Repeat == once {
		return
	}
	wait.Near, wait.Forever = wait.Repeat.Each, wait.Repeat.Endless
	wait.Explained = wait.Explained || wait.What == "time.Sleep" && w.explained(pos)
	wait.Place = code.PlaceOf(w.g.pass.Fset.Position(pos))
	wait.Paced = w.limited(w.decl.Node())
	w.node.guarded = w.node.guarded || w.only > 0
	w.node.waits = append(w.node.waits, direct{wait, pos, w.only, w.options > 0})
}

// first returns the duration that is the first argument.
func (w *walker) first(args []ast.Expr) int64 {
	if len(args) == 0 {
		return 0
	}
	return w.duration(args[0])
}

// timer returns the duration of the timer that a channel is of, 0 where it is not known.
func (w *walker) timer(channel ast.Expr) int64 {
	sel, ok := ast.Unparen(channel).(*ast.SelectorExpr)
	if !ok {
		return 0
	}
	if call, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok && calls(w.info, call, "time.NewTimer", "time.NewTicker") {
		return w.first(call.Args)
	}
	timer := syntax.Var(w.info, sel.X)
	if timer == nil {
		return 0
	}
	var length int64
	for at := range w.decl.Preorder((*ast.AssignStmt)(nil)) {
		assign := at.Node().(*ast.AssignStmt)
		for i, lhs := range assign.Lhs {
			if made, ok := lhs.(*ast.Ident); ok && w.info.Defs[made] == timer && len(assign.Lhs) == len(assign.Rhs) {
				if call, ok := assign.Rhs[i].(*ast.CallExpr); ok && calls(w.info, call, "time.NewTimer", "time.NewTicker") {
					length = w.first(call.Args)
				}
			}
		}
	}
	return length
}

// literalOf returns the function literal that an expression is, also by way of a variable; nil for any other.
func (w *walker) literalOf(e ast.Expr) *ast.FuncLit {
	if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		return lit
	}
	return w.local[syntax.Var(w.info, e)]
}

// calls reports whether a call is one of a function that has one of several names.
func calls(info *types.Info, call *ast.CallExpr, names ...symbol.Name) bool {
	return slices.Contains(names, syntax.CalledName(info, call))
}
