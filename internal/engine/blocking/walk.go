package blocking

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// walk notes what a body does when it runs, in the goroutine that runs it.
func (g *graph) walk(n *node, decl inspector.Cursor, body *ast.BlockStmt) {
	w := &walker{
		g: g, info: g.pass.TypesInfo, node: n, decl: decl, local: make(map[*types.Var]*ast.FuncLit), begun: make(map[*ast.FuncLit]bool),
		items: make(map[*types.Var]loopOf), counters: make(map[*types.Var]rounds), peeks: make(map[string]token.Pos), entered: once,
	}
	for at := range decl.Preorder((*ast.AssignStmt)(nil)) {
		to, value := syntax.Assigned(at.Node())
		if lit, ok := value.(*ast.FuncLit); ok {
			w.local[syntax.Var(w.info, to)] = lit
		}
	}
	delete(w.local, nil)
	w.visit(body, once)
}

// visit walks a node that runs as often as loop says.
func (w *walker) visit(n ast.Node, loop Repeat) {
	if loop != w.entered && leaves(n) {
		loop = w.entered
	}
	switch n := n.(type) {
	case *ast.GoStmt:
		w.leaks(n)
		w.undone(n)
		w.strands(n)
		w.leftByRounds(n)
		on, _ := syntax.Selected(n.Call.Fun) // which is evaluated at once, as are its arguments: losterrors, builtwith
		w.visitAll(loop, on)
		for _, arg := range n.Call.Args {
			w.visit(arg, loop)
		}
		w.begin(n.Call)
		return
	case *ast.FuncLit:
		w.reconciler(n)
		return // any other runs where it is called, which call handles
	case *ast.ForStmt:
		w.pilesUp(n)
		if !w.awaitsSetUp(n.Cond, n) {
			w.loop(n, loop)
		}
		return
	case *ast.RangeStmt:
		w.visit(n.X, loop)
		w.loops++
		w.items[syntax.Var(w.info, n.Value)] = loopOf{loop, w.loops}
		delete(w.items, nil)
		round := w.ranges(n).within(loop)
		w.next(n, round)
		w.visit(n.Body, round)
		w.loops--
		w.steps(n, loop)
		return
	case *ast.SelectStmt:
		w.choice(n, loop)
		return
	case *ast.IfStmt:
		w.branch(n, loop)
		return
	case *ast.SwitchStmt:
		w.cases(n, loop)
		return
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			w.receive(n, loop)
		}
	case *ast.SendStmt:
		w.turn(n)
		w.send(n, loop)
	case *ast.KeyValueExpr:
		if w.g.serves(n) {
			w.serves(n.Value)
		}
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.DeferStmt:
		if block, ok := n.(*ast.BlockStmt); ok {
			w.leftLocked(block.List)
			w.readsReleased(block.List)
		}
		defer func(before bool) { w.locked = w.locked || before }(w.locked) // it may be another way, or happen later
	case *ast.ReturnStmt:
		w.returnsHeld(n)
	case *ast.IndexExpr:
		w.looks(n)
	case *ast.CompositeLit:
		w.connects(n)
	case *ast.AssignStmt:
		w.assigns(n)
	case *ast.IncDecStmt:
		w.shares(n)
	case *ast.CallExpr:
		w.keeps(n)
		w.shares(n)
		w.registers(n)
		w.locks(n)
		w.call(n, loop)
	}
	ast.Inspect(n, func(inner ast.Node) bool {
		if inner != nil && inner != n {
			w.visit(inner, loop)
		}
		return inner == n
	})
}

func (w *walker) visitAll(loop Repeat, list ...ast.Node) {
	for _, n := range list {
		if n != nil {
			w.visit(n, loop)
		}
	}
}

// steps notes the functions of a list that a loop calls one by one, where the list is written in one place. sleeping, listed.
func (w *walker) steps(n *ast.RangeStmt, loop Repeat) {
	v := syntax.Var(w.info, n.Value)
	if v == nil || !syntax.AnyNow(n.Body, func(call *ast.CallExpr) bool {
		return syntax.Called(w.info, call) == nil && syntax.Mentions(w.info, call.Fun, v)
	}) {
		return
	}
	from := n.X
	for range 3 { // a parameter that is handed a variable that has the list
		if of := syntax.Var(w.info, from); of != nil {
			if given, _ := syntax.Values(w.g.pass, of); len(given) == 1 {
				from = given[0]
			}
		}
	}
	list, ok := ast.Unparen(from).(*ast.CompositeLit)
	if !ok {
		return
	}
	for _, elt := range list.Elts {
		of := []ast.Expr{elt}
		if row, ok := elt.(*ast.CompositeLit); ok {
			of = row.Elts
		}
		for _, e := range of {
			if field, ok := e.(*ast.KeyValueExpr); ok {
				e = field.Value
			}
			w.handed(e, loop)
		}
	}
}

// loop walks a loop that counts or has a condition.
func (w *walker) loop(n *ast.ForStmt, around Repeat) {
	w.busy(n, around)
	if w.onConflict(n) {
		w.quiet++
		defer func() { w.quiet-- }()
	}
	w.loops++
	round := w.repeats(n).within(around)
	w.asks++
	w.visitAll(round, n.Cond)
	w.asks--
	w.visitAll(round, n.Init, n.Post, n.Body)
	w.loops--
}

// branch walks what stands under a condition, and the condition.
func (w *walker) branch(n *ast.IfStmt, loop Repeat) {
	w.visitAll(loop, n.Init, n.Cond)
	if !w.makesOnce(n) && !w.awaitsSetUp(n.Cond, nil) {
		fired, only := w.fired, w.only
		w.fired = cmp.Or(w.firedIf(n.Cond), fired)
		if i := w.parameter(syntax.Var(w.info, n.Cond)); only == 0 {
			w.only = i + 1
		}
		w.visit(n.Body, w.ofValue(n.Cond, w.inRounds(n.Cond, loop)))
		w.fired, w.only = fired, only
	}
	w.visitAll(loop, n.Else)
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
			w.waitsOn(s, clause, loop)
		case !isDone(recv.X) && !w.endsAfter(recv.X):
			sleeps = false
		}
		before := w.locked
		if send, ok := clause.Comm.(*ast.SendStmt); ok {
			w.turn(send)
		}
		for _, stmt := range clause.Body {
			w.visit(stmt, loop)
		}
		w.locked = w.locked || before
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
		return
	}
	fn := syntax.Called(w.info, c)
	if fn == nil {
		w.kept(c.Fun, loop)
		return
	}
	sym := symbol.Of(fn)
	kind, length := known.Wait(sym), int64(0)
	if slices.ContainsFunc(c.Args, func(arg ast.Expr) bool { lit := w.literalOf(arg); return lit != nil && w.onConflict(lit.Body) }) {
		if kind == known.RetryBackoff {
			w.conflict(c, sym, loop)
		}
		kind = known.NoWait
	}
	switch sym {
	case known.OnceDo: // for the whole process: whoever waits for that does so once
		return
	case known.RetryOnConflict:
		w.conflict(c, sym, loop)
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		if !w.goes {
			w.node.limit = max(w.node.limit, cmp.Or(max(w.duration(c.Args[len(c.Args)/2]), 0), unknownLimit))
		}
	}
	if limit := w.node.limit; limit > 0 && limit < unknownLimit && calls(w.info, c, limiterWait) {
		w.note(Wait{What: limiterWait.Short(), Length: limit, Repeat: loop, Explained: true}, c.Pos()) // a note at first
	}
	w.begins(c)
	if w.unbounded(c, fn, sym) {
		w.note(Wait{What: sym.Short() + noTimeOut, Repeat: Repeat{Endless: true}, Explained: true, // a note at first
			Bound: syntax.Any(w.decl.Node(), w.hasCallers)}, c.Pos())
	}
	again := Repeat{}.within(loop)
	switch kind {
	case known.Sleep:
		w.wait(c, sym, w.duration(c.Args[0]), loop)
	case known.Poll:
		length = w.longest(c.Args)
		w.wait(c, sym, length, loop)
	case known.PollForever:
		length = unknownLimit
		w.wait(c, sym, 0, Repeat{Endless: true}.within(loop))
	case known.RetryBackoff:
		w.retry(c, sym, loop)
	case known.NoWait:
		again = loop
		w.node.wraps = w.node.wraps || !w.goes && fn.Name() == "Reconcile" && known.Reconciles(fn.Signature())
		w.node.guarded = w.node.guarded || w.only > 0
		w.node.calls = append(w.node.calls, call{fn, c.Pos(), w.ofItem(c, loop), w.only, w.falses(c.Args), w.options > 0, w.asks > 0,
			w.isOwn(c.Fun), w.locked, w.goes})
	}
	if length > long {
		w.quiet++
		defer func() { w.quiet-- }()
	}
	defer func(before bool) { w.locked = before }(w.locked)
	w.locked = w.locked || w.underLock(fn)
	for i, arg := range c.Args {
		if w.g.servers[nameOfParam(sym, i)] {
			w.serves(arg)
		} else if fn.Pkg() == w.g.pass.Pkg || known.CallsAtOnce(sym) || w.handsError(fn, arg) {
			w.handed(arg, again)
		}
	}
}

// handed notes what a function does that is handed to one that calls it.
func (w *walker) handed(arg ast.Expr, loop Repeat) { w.handedAs(arg, loop, w.isOwn(arg)) }

// handedAs is handed for what may be a method of what the walked method belongs to.
func (w *walker) handedAs(arg ast.Expr, loop Repeat, own bool) {
	if lit := w.literalOf(arg); lit != nil {
		w.literal(lit, loop)
	} else if fn := syntax.Func(w.info, arg); fn != nil {
		w.node.calls = append(w.node.calls, call{to: fn, pos: ast.Unparen(arg).Pos(), repeat: loop, only: w.only, option: w.options > 0,
			own: own, locked: w.locked, goes: w.goes})
	}
}

// serves notes what a worker is handed to call for each item.
func (w *walker) serves(e ast.Expr) {
	if fn := syntax.Func(w.info, e); w.g.isScheme(e) || fn != nil && !w.g.asksItem(fn) {
		return // registers tells of it, or no other item waits
	}
	around, goes := w.node, w.goes
	w.node, w.goes = &node{fn: around.fn, name: around.name, takes: true}, false
	w.handed(e, once)
	w.g.roots = append(w.g.roots, w.node)
	w.node, w.goes = around, goes
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

// reconciler makes a root of a function literal that is handed a context and a request, as reconcile.Func is: sleeping, literals.
func (w *walker) reconciler(lit *ast.FuncLit) {
	sig, ok := w.info.TypeOf(lit).(*types.Signature)
	if !ok || !known.ReturnsResult(sig) || sig.Params().Len() != 2 || symbol.OfType(sig.Params().At(0).Type()) != "context.Context" {
		return
	}
	n := &node{name: "the reconciler in " + w.node.name}
	w.g.roots = append(w.g.roots, n)
	w.g.walk(n, w.decl, lit.Body)
}

// begin walks what a goroutine does: it shares maps with others, and takes none of its creator's locks. passstate, inGoroutine.
func (w *walker) begin(c *ast.CallExpr) {
	defer func(goes, locked bool) { w.goes, w.locked = goes, locked }(w.goes, w.locked)
	w.goes, w.locked = true, false
	if lit := w.literalOf(c.Fun); lit != nil {
		w.literal(lit, once)
	} else if fn := syntax.Called(w.info, c); fn != nil {
		w.node.calls = append(w.node.calls, call{to: fn, pos: c.Pos(), repeat: once, goes: true, own: w.isOwn(c.Fun)})
		for i, arg := range c.Args {
			if w.g.servers[nameOfParam(symbol.Of(fn), i)] { // sleeping, takesItems
				w.serves(arg)
			}
		}
	}
}

// cases walks a switch. Over the item of a loop, each case that is a constant is that of one item. Whether a case runs that compares what
// the function is handed with constants, such as a field of its configuration, is for the callers to say.
func (w *walker) cases(s *ast.SwitchStmt, loop Repeat) {
	w.visitAll(loop, s.Init, s.Tag)
	one, option := loop, 0
	if s.Tag != nil {
		one = w.outside(s.Tag, loop)
		if of := w.g.root(s.Tag); of != nil && (w.parameter(of) >= 0 || of.Kind() == types.RecvVar) {
			option = 1
		}
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		if clause.List == nil || slices.ContainsFunc(clause.List, func(e ast.Expr) bool { return w.info.Types[e].Value == nil }) {
			w.visit(clause, loop)
			continue
		}
		w.options += option
		w.visit(clause, one)
		w.options -= option
	}
}

// kept walks the function that the package keeps where one is called.
func (w *walker) kept(fun ast.Expr, loop Repeat) {
	switch given := w.g.given(syntax.Object(w.info, fun)).(type) {
	case nil:
	case *ast.FuncLit:
		around := w.decl
		for at := range syntax.Preorder(w.g.pass, given) {
			if at.Node() == ast.Node(given) {
				w.decl = at
			}
		}
		w.literal(given, loop)
		w.decl = around
	default:
		w.handedAs(given, loop, w.isOwn(fun) && w.sameType(given))
	}
}
