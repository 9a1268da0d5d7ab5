package lost

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

func (c *Client) Enter(f *paths.Frame) {
	if r := memo.Of(c.read, f.Fn, func() *reading { return c.reading(f.Fn) }); r != nil {
		r.seen = seen{ends: make(map[ending]bool), fails: make(map[failing]bool), delays: make(map[ending]int64),
			wrapsNil: make(map[*ssa.Call]bool), returnsNil: make(map[*ssa.Return]bool)}
	}
}

// Decided notes what a branch tells of an error.
func (c *Client) Decided(f *paths.Frame, p *paths.Path, cond ssa.Value, holds bool) {
	r := c.read[f.Fn]
	if r == nil {
		return
	}
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			c.Decided(f, p, v.X, !holds)
			return
		}
	case *ssa.BinOp:
		c.compared(f, p, r, v, holds)
	case *ssa.Extract:
		if is, ok := v.Tuple.(*ssa.TypeAssert); ok && holds {
			for call := range marked(p) {
				if c.madeFrom(is.X, call, 3) {
					mark(p, call, 0)
				}
			}
		}
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			if !syntax.IsError(arg.Type()) {
				continue
			}
			if call := f.CallOf(p, arg); call != nil {
				if holds {
					mark(p, call, ofKind(arg, call))
				} else if p.Marks(subject(call))&settled == 0 && f.ErrorOf(p, arg).Is != paths.No {
					r.asks[call] = v.Pos()
					mark(p, call, p.Marks(subject(call))|asked)
				}
			}
		}
	}
	_, compares := cond.(*ssa.BinOp)
	if isNew(cond) {
		return
	}
	for call, m := range marked(p) {
		if m&settled != 0 {
			continue
		}
		if m&unread != 0 {
			if !r.throws(call) && besides(cond, call, 3) { // what else it returns may tell
				mark(p, call, 0)
			}
			continue
		}
		if besides(cond, call, 3) && !goesOnWith(cond, call) || !compares && holds && c.madeFrom(cond, call, operations) { // losterrors, inWords
			mark(p, call, 0)
		}
	}
}

// ofKind returns the mark of an error that is of the kind which is asked for: where it is the call's own, that it is there tells no more.
func ofKind(err ssa.Value, call *ssa.Call) paths.Marks {
	if err == ways.Result(call, call.Call.Signature().Results().Len()-1) {
		return settled
	}
	return 0
}

// besides reports whether a condition is about another result of the call that an error comes from, such as a response: that tells of the
// error's kind too.
func besides(v ssa.Value, call *ssa.Call, depth int) bool {
	if x, ok := v.(*ssa.Extract); ok {
		return x.Tuple == call && !syntax.IsError(x.Type())
	}
	made, ok := v.(ssa.Instruction)
	if !ok || depth == 0 || syntax.IsError(v.Type()) {
		return false
	}
	return slices.ContainsFunc(made.Operands(nil), func(op *ssa.Value) bool { return *op != nil && besides(*op, call, depth-1) })
}

// goesOnWith reports whether a condition is no more than the yes or no that came with an error, and nothing asks it where a branch has
// told of the error: the code takes it as if there were none.
func goesOnWith(cond ssa.Value, call *ssa.Call) bool {
	answer, ok := cond.(*ssa.Extract)
	err := ways.Result(call, call.Call.Signature().Results().Len()-1)
	if !ok || err == nil || paths.FormOf(answer.Type()) != paths.Single {
		return false
	}
	for test := range ssacode.Only[*ssa.BinOp](*err.Referrers()) {
		for told := range ssacode.Only[*ssa.If](*test.Referrers()) {
			failed := told.Block().Succs[0]
			if test.Op == token.EQL {
				failed = told.Block().Succs[1]
			}
			if len(failed.Preds) > 1 {
				continue // there may be no error as well: losterrors, hidden
			}
			for asks := range ssacode.Only[*ssa.If](*answer.Referrers()) {
				if failed.Dominates(asks.Block()) {
					return false
				}
			}
		}
	}
	return true
}

// compared notes what a comparison tells of an error.
func (c *Client) compared(f *paths.Frame, p *paths.Path, r *reading, cond *ssa.BinOp, holds bool) {
	x, y := cond.X, cond.Y
	if length, ok := x.(*ssa.Call); ok { // of a list of errors
		if b, ok := length.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			r.counted(p, cond, holds)
			return
		}
	}
	if !syntax.IsError(x.Type()) || cond.Op != token.EQL && cond.Op != token.NEQ {
		for call, m := range marked(p) { // such as of the code that an error of gRPC has
			switch _, constant := y.(*ssa.Const); {
			case !c.madeFrom(x, call, operations) && !c.madeFrom(y, call, operations):
			case constant && (cond.Op == token.NEQ && holds || cond.Op == token.EQL && !holds):
				mark(p, call, m|asked) // of another kind
			default:
				mark(p, call, 0)
			}
		}
		return
	}
	call := f.CallOf(p, x)
	if call == nil {
		return
	}
	same := (cond.Op == token.EQL) == holds
	made, derived := x.(*ssa.Call)
	switch {
	case ways.IsNil(y) && same && derived && made != call: // it is of a kind that another function leaves out
		mark(p, call, settled)
	case p.Marks(subject(call))&settled != 0:
	case !ways.IsNil(y):
		if same {
			mark(p, call, ofKind(x, call))
		} else {
			mark(p, call, p.Marks(subject(call))|asked)
		}
	case same, f.ErrorOf(p, x).HasKind(paths.OfAPI) == paths.Yes: // nil, or such that the code knows its kind: lost.txt, not ignored
		mark(p, call, 0)
	default:
		m := p.Marks(subject(call)) | present
		if r.tests[call] = cond.Pos(); cond.Op == token.EQL && derived && made != call { // it is of another kind: lost.txt, asked by a nil
			r.asks[call] = cond.Pos()
			m |= asked
		}
		mark(p, call, m)
	}
}

// Step notes what is done while an error is there.
func (c *Client) Step(f *paths.Frame, p *paths.Path, instr ssa.Instruction) {
	r := c.read[f.Fn]
	if r == nil {
		return
	}
	if cond, ok := instr.(*ssa.BinOp); ok && (cond.Op == token.EQL || cond.Op == token.NEQ) && len(*cond.Referrers()) == 0 {
		c.compared(f, p, r, cond, cond.Op == token.NEQ) // a branch of which both sides come to the same: losterrors, rounds
	}
	if run, ok := instr.(*ssa.RunDefers); ok {
		r.handedToDeferred(f, p, run)
		return
	}
	for call, m := range marked(p) {
		if m&listed != 0 && looksAtList(instr) {
			mark(p, call, 0)
		}
		if m&unread != 0 && r.looksAt(f, p, instr, call) {
			r.looked[call] = true
			mark(p, call, m&^unread)
		}
	}
	if call, ok := instr.(*ssa.Call); ok {
		mark(p, call, 0)
		r.replaces(p, call)
		if r.isWorth(call) {
			mark(p, call, unread)
		}
		r.wrapped(f, p, call)
		if b, ok := call.Call.Value.(*ssa.Builtin); ok {
			if b.Name() == "append" {
				c.appended(f, p, call)
			}
			return
		}
	}
	for call, m := range marked(p) {
		if m&(present|handled) == present {
			if more := m | r.since(call, instr); more != m {
				mark(p, call, more)
			}
		}
	}
	if !r.acts(instr) {
		return
	}
	if s, ok := instr.(*ssa.Store); ok && !r.returns && syntax.IsError(s.Val.Type()) && f.ErrorOf(p, s.Val).Is != paths.No {
		for call := range marked(p) { // it tells somebody of an error, if not of each
			mark(p, call, 0)
		}
	}
	for call, m := range marked(p) {
		if m&(listed|unread) != 0 {
			continue
		}
		m |= acted
		if slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op != nil && c.madeFrom(*op, call, operations) }) {
			m |= handled
		}
		mark(p, call, m)
	}
}

// handedToDeferred notes that an error is returned, whatever deferred functions make of it: losterrors, dealtWith.
func (r *reading) handedToDeferred(f *paths.Frame, p *paths.Path, run *ssa.RunDefers) {
	failed, ret := f.Returned(p, run)
	if failed.Is != paths.Yes {
		return
	}
	for call, m := range marked(p) {
		if m&present != 0 {
			r.fails[failing{call, ret}] = true
		}
		mark(p, call, 0)
	}
}

// appended notes the errors that are put into a list.
func (c *Client) appended(f *paths.Frame, p *paths.Path, call *ssa.Call) {
	for _, v := range ways.Variadic(&call.Call) {
		if !syntax.IsError(v.Type()) {
			continue
		}
		for call, m := range marked(p) {
			if m&present != 0 && c.madeFrom(v, call, operations) {
				mark(p, call, listed)
			}
		}
	}
}

// operations is how many of them back an error is looked for in what a value is made of.
const operations = 6

// handedResult reports whether a Result is the one that a function is handed, as far as that can be told: others have decided what it asks
// for, before the error that the function meets.
func handedResult(fn *ssa.Function, asks paths.Value) bool {
	return asks.After.Is == paths.Either && asks.Requeue.Is == paths.Either && syntax.AnyType(fn.Signature.Params(), known.IsResult)
}

// madeFrom reports whether a value is made of the error of a call, by so many operations at most.
func (c *Client) madeFrom(v ssa.Value, call *ssa.Call, depth int) bool {
	n, ok := c.sourcesOf(v)[call]
	return ok && n <= depth
}

// sourcesOf returns what a value is made of, with how many operations lie between, [operations] at most. Variables in loops have many
// ways to what they are made of, and paths ask at each condition, so each value is read once.
func (c *Client) sourcesOf(v ssa.Value) map[ssa.Value]int {
	if known := c.sources[v]; known != nil {
		return known
	}
	found := map[ssa.Value]int{v: 0}
	c.sources[v] = found
	for list, n := []ssa.Value{v}, 1; len(list) > 0 && n <= operations; n++ {
		var next []ssa.Value
		add := func(v ssa.Value) {
			if _, again := found[v]; !again {
				found[v] = n
				next = append(next, v)
			}
		}
		for _, v := range list {
			if inner, ok := v.(*ssa.Call); ok {
				for _, arg := range ways.Variadic(&inner.Call) {
					add(arg)
				}
			}
			if x, ok := v.(*ssa.Extract); ok && !syntax.IsError(x.Type()) {
				v = x.Tuple // another result than an error is made of what the call is handed
			}
			if made, ok := v.(ssa.Instruction); ok {
				for _, op := range made.Operands(nil) {
					if *op != nil {
						add(*op)
					}
				}
			}
		}
		list = next
	}
	return found
}

// acts reports whether an instruction does more than to tell of something, to compute or to decide.
func (r *reading) acts(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Call, *ssa.Go, *ssa.Send, *ssa.MapUpdate, *ssa.Select:
	case *ssa.Store:
		if ownMemory(i.Addr) {
			return false
		}
	default: // a deferred call, too: it runs whatever becomes of the error
		return false
	}
	_, quiet := r.stands(instr)
	return instr.Pos().IsValid() && !quiet
}

// End notes the errors that are there where the function returns none.
func (c *Client) End(f *paths.Frame, p *paths.Path, ret *ssa.Return, results []paths.Value) func(*paths.Outcome) {
	r := c.read[f.Fn]
	if r == nil {
		return nil
	}
	if !r.returns {
		for call, m := range marked(p) {
			if m&(present|unread) != 0 {
				r.ends[ending{call: call, test: r.tests[call], ret: ret, marks: m}] = true
			}
		}
		return nil
	}
	failed := results[len(results)-1].Self
	if at := r.rets[ret.Pos()]; at != nil && isNil(syntax.LastResult(at)) {
		failed.Is = paths.No // a deferred function may put another error in its place: losterrors, dealtWith
	}
	onEach(r.returnsNil, ret, failed.Is == paths.No)
	sure := failed.Is != paths.No && failed.Is != paths.Either
	for call, m := range marked(p) {
		if failed.Is != paths.No && m&present != 0 {
			r.fails[failing{call, ret}] = true
		}
		if sure && m&unread != 0 && failed.HasKind(paths.Terminal) == paths.Yes && r.throws(call) { // lost.txt, thrown away for good
			r.ends[ending{call: call, ret: ret, marks: m, final: true}] = true
		}
	}
	if sure {
		return nil
	}
	asks, _ := paths.PairOf(results, f.Fn.Signature.Results())
	if r.reconciles && !asks.IsZero() &&
		!(asks.After.Is == paths.Lost && failed.Is == paths.Either) && !handedResult(f.Fn, asks) {
		r.answered(p, ret, asks)
		return nil
	}
	for call, m := range marked(p) {
		last := ret.Results[len(results)-1]
		of := f.CallOf(p, last) // on this path
		if m&(present|asked|listed|unread) == 0 || m&listed != 0 && !ways.IsNil(last) {
			continue
		}
		_, made := last.(*ssa.Call)
		if of != nil {
			last = of
		} else if failed.ID > 0 {
			last = f.Made(failed.ID)
		}
		// losterrors, wrapped and there
		if failed.Is == paths.Either && c.madeFrom(last, call, operations) && !r.onlyStatesBy(last) || (failed.ID > 0 || made) && of == call {
			continue
		}
		r.ends[ending{call: call, test: r.tests[call], ret: ret, marks: m, maybe: failed.Is == paths.Either,
			open: r.reconciles && !asks.IsZero()}] = true
	}
	return nil
}
