package queuing

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Calls notes what a call does, and returns the functions that it goes to.
func (c client) Calls(f *paths.Frame, p *paths.Path, site ssa.CallInstruction) []paths.Callee {
	w, call := c.way(f, p), site.Common()
	as, _ := site.(*ssa.Call)
	if o, is := operationOf(call); is {
		w.operate(o, as, site.Pos())
		return nil
	}
	if c.wrappers[ways.CalledName(call)] {
		w.limit(site.Pos())
	}
	if judgesError(call) && !decides(as, call) {
		w.s.fate |= judged
	}
	w.complains(call)
	if waits(call) {
		w.s.fate |= paused
	}
	return c.callees(call)
}

// callees returns the functions that a call may go to, none if they are not known or have nothing to do with queues.
func (p *program) callees(c *ssa.CallCommon) []paths.Callee {
	var list []paths.Callee
	add := func(fn *ssa.Function, args []ssa.Value) {
		if p.reads(fn) {
			list = append(list, p.walk.CalleeOf(fn, args))
		}
	}
	if c.IsInvoke() {
		for _, fn := range p.implementations(c) {
			add(fn, append([]ssa.Value{c.Value}, c.Args...))
		}
		return list
	}
	if fn := c.StaticCallee(); fn != nil {
		args := c.Args
		if made, ok := c.Value.(*ssa.MakeClosure); ok {
			args = append(slices.Clip(args), made.Bindings...)
		}
		add(fn, args)
		return list
	}
	for _, ref := range p.references(c.Value) {
		args := slices.Concat(c.Args, ref.captured)
		if ref.method {
			args = slices.Concat(ref.captured, c.Args)
		}
		add(ref.fn, args)
	}
	return list
}

// thin reports whether a function does no more than add an item, and knows nothing of an error: whether there was one is for its
// callers to say.
func (p *program) thin(to paths.Callee) bool {
	if !p.handsOn(to.Fn) || slices.ContainsFunc(to.Fn.Params, func(param *ssa.Parameter) bool { return isTracked(param.Type()) }) {
		return false
	}
	if slices.ContainsFunc(to.Summary.Outcomes, func(o *paths.Outcome) bool { return o.State.(*state).fate&failed != 0 }) {
		return false
	}
	return ssacode.Any(to.Fn, func(call ssa.CallInstruction) bool {
		o, is := operationOf(call.Common())
		return is && o.op == added
	})
}

// Applied notes what a function that is called has done with items, as one of its outcomes says.
func (c client) Applied(f *paths.Frame, p *paths.Path, site ssa.CallInstruction, to paths.Callee, o *paths.Outcome) {
	w, call := c.way(f, p), site.Common()
	if o == nil {
		w.unread(call)
		return
	}
	s, does := w.s, o.State.(*state)
	for _, id := range slices.Sorted(maps.Keys(o.Given)) {
		n, part := paths.InputOf(id)
		if given := o.Given[id].Is; part == paths.PartSelf && n < len(to.Args) && to.Args[n] != nil && isTracked(to.Args[n].Type()) {
			w.learned(to.Args[n], given)
		}
	}
	maps.Copy(w.out.seen, c.summaries[to.Fn].seen)
	for at := range c.summaries[to.Fn].limits {
		w.limit(at)
	}
	inputs := ways.Inputs(to.Fn)
	for i, ops := range does.items {
		from := i.from
		if n := slices.Index(inputs, from); n >= 0 && n < len(to.Args) && to.Args[n] != nil {
			from = s.source(to.Args[n])
		}
		for _, bit := range inOrder(ops) {
			at := site.Pos()
			if known := does.at[i].of(bit); known.IsValid() && (bit != added || call.StaticCallee() == nil && !call.IsInvoke() || !c.thin(to)) {
				at = known
			}
			w.does(i.class.whole(), from, bit, at)
		}
		if mine, more := (item{i.class.whole(), from}), ops&(reset|hot|anew); more != 0 && (s.items[mine]&taken != 0 || from != nil) {
			s.add(mine, more, does.at[i])
		}
	}
	if s.fate&failed == 0 {
		s.left = does.left
	}
	s.fate |= does.fate
	s.bad, s.over = s.bad || does.bad, s.over || does.over
	if does.fate&failed != 0 && retries(ways.Called(call)) {
		s.fate |= settled
	}
}

// learned notes what an error or a condition is of which a function that is called tells.
func (w *way) learned(v ssa.Value, is paths.Nature) {
	switch {
	case is != paths.Yes && is != paths.No:
	case !syntax.IsError(v.Type()):
		w.suppose(v, is == paths.Yes)
	case is == paths.Yes:
		w.fails(v)
	default:
		w.s.fate |= well
	}
}

// inOrder returns what a function that is called does with an item, each by itself, Forget and AddRateLimited in the order in which
// it does them.
func inOrder(ops op) []op {
	var list []op
	for bit := op(1); bit < reset; bit <<= 1 {
		if ops&bit != 0 {
			list = append(list, bit)
		}
	}
	if at := slices.Index(list, limited); ops&anew != 0 && ops&reset == 0 && at >= 0 {
		list = append(slices.Delete(list, at, at+1), limited)
	}
	return list
}

// unread follows a call of code that is not read: items that it is handed are in its hands too.
func (w *way) unread(c *ssa.CallCommon) {
	if _, is := operationOf(c); is {
		return
	}
	wraps := slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return wrapsQueue(arg.Type()) })
	if fn := c.StaticCallee(); fn != nil && !w.reads(fn) && !wraps && !slices.ContainsFunc(c.Args, isQueueValue) {
		return // it has nothing to do with queues
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return
	}
	does := handed
	if wraps {
		does = kept // which may be given back there: queues/wrapped
	}
	for _, arg := range c.Args {
		if i, mine := w.s.itemOf(arg); mine {
			w.s.items[i] |= does
		}
	}
}

// wrapsQueue reports whether a type of somebody's own has the methods of a queue, as what embeds one does.
func wrapsQueue(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "ShutDown")
	of := symbol.OfType(code.Deref(t))
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == known.Workqueue && !of.In(known.Workqueue)
}

// waits reports whether a call waits for some time, or makes what tells when a time is over.
func waits(c *ssa.CallCommon) bool {
	sym := ways.CalledName(c)
	kind := known.Wait(sym)
	return kind == known.Sleep || kind == known.After || known.Clock(sym) && (sym.Last() == "NewTimer" || sym.Last() == "AfterFunc")
}

// decides reports whether a call asks whether an error is one that needs no other try, and all that is made of the answer is a
// branch: where it is no, the error is as it was before.
func decides(as *ssa.Call, c *ssa.CallCommon) bool {
	if as == nil || !known.Final(ways.CalledName(c)) {
		return false
	}
	other := func(i ssa.Instruction) bool { _, branch := i.(*ssa.If); return !branch }
	return !slices.ContainsFunc(*as.Referrers(), func(i ssa.Instruction) bool {
		if not, ok := i.(*ssa.UnOp); ok {
			return slices.ContainsFunc(*not.Referrers(), other)
		}
		return other(i)
	})
}
