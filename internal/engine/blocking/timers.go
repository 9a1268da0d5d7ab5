package blocking

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// firedIf returns the timer that has sent if a condition holds: !t.Stop(), or len(t.C) > 0. What is received from it then is there already.
func (w *walker) firedIf(cond ast.Expr) (timer string) {
	for call := range syntax.All[*ast.CallExpr](cond) {
		if of, _ := syntax.Selected(call.Fun); calls(w.info, call, "time.Timer.Stop", "time.Timer.Reset") {
			timer = types.ExprString(of)
		} else if syntax.Is(call.Fun, "len") && w.isTimerChannel(call.Args[0]) {
			timer = timerOf(call.Args[0])
		}
	}
	return timer
}

// received returns what a case of a select receives from, nil if it does not receive.
func received(comm ast.Stmt) *ast.UnaryExpr {
	var x ast.Expr
	switch s := comm.(type) {
	case *ast.ExprStmt:
		x = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			x = s.Rhs[0]
		}
	}
	recv, _ := ast.Unparen(x).(*ast.UnaryExpr)
	return recv
}

// receive notes a receive from a channel that is sent to after a time, or from one without room that nobody closes: sleeping, sends.
func (w *walker) receive(recv *ast.UnaryExpr, loop Repeat) {
	if after := w.afterCall(recv.X); after != nil && ast.Unparen(recv.X) == after {
		w.wait(after, syntax.CalledName(w.info, after), w.duration(after.Args[0]), loop)
	} else if (after != nil || w.isTimerChannel(recv.X)) && timerOf(recv.X) != w.fired {
		w.note(Wait{What: "a timer", Length: max(w.timer(recv.X), 0), Repeat: loop}, recv.Pos())
	} else if w.unbuffered(recv.X) && !w.closes(recv.X) {
		w.note(Wait{What: "a receive from " + types.ExprString(recv.X) + " that waits for whoever sends", Repeat: loop}, recv.Pos())
	}
}

// send notes a send of an event for a controller, or of anything else to a channel without room, which waits until somebody takes it;
// one in a select need not: sleeping, sends.
func (w *walker) send(s *ast.SendStmt, loop Repeat) {
	if c, ok := w.info.TypeOf(s.Chan).Underlying().(*types.Chan); ok && symbol.OfType(c.Elem()).In(events) || w.unbuffered(s.Chan) {
		w.note(Wait{What: "a send on " + types.ExprString(s.Chan) + " that waits for whoever receives", Repeat: loop}, s.Pos())
	}
}

// unbuffered reports whether a channel is in a field or a variable of the package that only it knows, which gives it no room.
func (w *walker) unbuffered(channel ast.Expr) bool {
	v, ok := syntax.Object(w.info, channel).(*types.Var)
	return ok && !v.Exported() && v.Pkg() == w.g.pass.Pkg && (v.IsField() || v.Parent() == v.Pkg().Scope()) && syntax.Unbuffered(w.g.pass, v)
}

// closes reports whether the package closes a channel in a field or a variable of it, which ends all receives.
func (w *walker) closes(channel ast.Expr) bool {
	return len(w.g.closings(syntax.Object(w.info, channel).(*types.Var))) > 0
}

// closings returns where the package closes a channel.
func (g *graph) closings(channel *types.Var) (list []inspector.Cursor) {
	for at := range syntax.Uses(g.pass, channel) {
		if call, ok := at.Parent().Node().(*ast.CallExpr); ok && syntax.Is(call.Fun, "close") {
			list = append(list, at)
		}
	}
	return list
}

// waitsOn notes where the case of a select that its time has come to receives what another case waited for: the time bounds nothing
// (sleeping, timers).
func (w *walker) waitsOn(s *ast.SelectStmt, late *ast.CommClause, loop Repeat) {
	for _, stmt := range s.Body.List {
		awaited := received(stmt.(*ast.CommClause).Comm)
		for _, stmt := range late.Body {
			syntax.AnyNow(stmt, func(recv *ast.UnaryExpr) bool {
				if awaited != nil && recv.Op == token.ARROW && types.ExprString(recv.X) == types.ExprString(awaited.X) {
					w.note(Wait{What: types.ExprString(recv) + " after its time-out", Repeat: loop}, recv.Pos())
				}
				return false
			})
		}
	}
}

// events is the package of the events that are sent to controllers.
const events = known.ControllerRuntime + "/pkg/event"

// timerOf returns the timer that a channel is of, as it is written.
func timerOf(channel ast.Expr) string {
	of, _ := syntax.Selected(channel)
	return types.ExprString(of)
}

// afterCall returns the call of time.After, or of a clock's, that makes a channel, or that of time.Tick, which a variable may be given.
func (w *walker) afterCall(x ast.Expr) *ast.CallExpr {
	if v := syntax.Var(w.info, x); v == nil || !v.IsField() {
		if call, ok := syntax.Resolve(w.g.pass, x).(*ast.CallExpr); ok && calls(w.info, call, "time.Tick") {
			return call
		}
	}
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if ok && known.Wait(syntax.CalledName(w.info, call)) == known.After {
		return call
	}
	return nil
}

func (w *walker) isTimerChannel(x ast.Expr) bool {
	of, name := syntax.Selected(x)
	if name != "C" {
		return false
	}
	switch symbol.OfType(code.Deref(w.info.TypeOf(of))) {
	case "time.Timer", "time.Ticker":
		return true
	}
	return false
}

// isDone reports whether a channel says that all is over, as that of a context does.
func isDone(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	_, name := syntax.Selected(call.Fun)
	return name == "Done"
}

// timer returns the duration of the timer that a channel is of, 0 where it is not known.
func (w *walker) timer(channel ast.Expr) int64 {
	if tick := w.afterCall(channel); tick != nil {
		return w.duration(tick.Args[0])
	}
	of, _ := syntax.Selected(channel)
	if call, ok := syntax.Resolve(w.g.pass, of).(*ast.CallExpr); ok && calls(w.info, call, "time.NewTimer", "time.NewTicker") {
		return w.duration(call.Args[0])
	}
	return 0
}

// next walks the receive with which each round of a loop over a channel begins: sleeping, ranging.
func (w *walker) next(loop *ast.RangeStmt, round Repeat) {
	if _, ok := w.info.TypeOf(loop.X).Underlying().(*types.Chan); ok && !w.onConflict(loop.Body) {
		w.receive(&ast.UnaryExpr{OpPos: loop.X.Pos(), Op: token.ARROW, X: loop.X}, round)
	}
}
