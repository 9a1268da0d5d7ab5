package queuing

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// call follows a call, once for each way in which it can come back. As is nil where its results go nowhere.
func (f *frame) call(s *state, c *ssa.CallCommon, as *ssa.Call, at token.Pos) []*state {
	if o, is := operationOf(c); is {
		f.operate(s, o, as, at)
		return []*state{s}
	}
	if fn := ways.Called(c); fn != nil && fn.Pkg() != nil && f.wrappers[symbol.Of(fn)] {
		f.limit(s, at)
	}
	f.judges(s, c, as)
	f.complains(s, c)
	if waits(c) {
		s.fate |= paused
	}
	callees := f.callees(c)
	if len(callees) == 0 {
		f.unread(s, c)
		return f.literals(s, c, at)
	}
	var out []*state
	for _, to := range callees {
		sum := to.sum
		if !sum.followed() {
			t := s.clone()
			f.unread(t, c)
			out = append(out, t)
			continue
		}
		maps.Copy(f.out.seen, sum.seen)
		for _, o := range sum.outcomes {
			if t := f.apply(s.clone(), o, to, as, at); t != nil {
				if o.fate&failed != 0 && retries(ways.Called(c)) {
					t.fate |= settled
				}
				out = append(out, t)
			}
		}
	}
	return out
}

// literals follows the function literals that code which is not read gets: it calls them, as what starts a goroutine does.
func (f *frame) literals(s *state, c *ssa.CallCommon, at token.Pos) []*state {
	states := []*state{s}
	for _, arg := range c.Args {
		made, ok := source(arg).(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := made.Fn.(*ssa.Function)
		sum := f.summaryOf(fn)
		if !sum.followed() || !slices.ContainsFunc(sum.outcomes, func(o *outcome) bool { return len(o.effects) > 0 }) {
			continue
		}
		maps.Copy(f.out.seen, sum.seen)
		to := callee{sum: sum}
		for _, p := range fn.Params {
			to.args = append(to.args, p)
		}
		to.args = append(to.args, made.Bindings...)
		var next []*state
		for _, s := range states {
			for _, o := range sum.outcomes {
				if t := f.apply(s.clone(), o, to, nil, at); t != nil {
					next = append(next, t)
				}
			}
		}
		states = next
	}
	return states
}

// A callee is a function that a call may go to.
type callee struct {
	sum  *summary    // nil if nothing is known of it
	args []ssa.Value // for its parameters, and what it has captured
	thin bool        // it only adds an item
}

// callees returns the functions that a call may go to, none if they are not known or have nothing to do with queues.
func (f *frame) callees(c *ssa.CallCommon) []callee {
	var list []callee
	if c.IsInvoke() {
		for _, fn := range f.implementations(c) {
			if sum := f.summaryOf(fn); sum != nil {
				list = append(list, callee{sum, append([]ssa.Value{c.Value}, c.Args...), f.thin(fn, sum)})
			}
		}
		return list
	}
	if fn := c.StaticCallee(); fn != nil {
		if sum := f.summaryOf(fn); sum != nil {
			args := c.Args
			if made, ok := c.Value.(*ssa.MakeClosure); ok {
				args = append(slices.Clip(args), made.Bindings...)
			}
			list = append(list, callee{sum, args, f.thin(fn, sum)})
		}
		return list
	}
	for _, ref := range f.references(c.Value) {
		args := slices.Concat(c.Args, ref.captured)
		if ref.method {
			args = slices.Concat(ref.captured, c.Args)
		}
		list = append(list, callee{sum: f.summaryOf(ref.fn), args: args})
	}
	return list
}

// thin reports whether a function does no more than add an item, and knows nothing of an error: whether there was one is for its
// callers to say.
func (p *program) thin(fn *ssa.Function, sum *summary) bool {
	if !p.handsOn(fn) || slices.ContainsFunc(fn.Params, func(param *ssa.Parameter) bool { return isTracked(param.Type()) }) {
		return false
	}
	if slices.ContainsFunc(sum.outcomes, func(o *outcome) bool { return o.fate&failed != 0 }) {
		return false
	}
	for call := range ssacode.All[ssa.CallInstruction](fn) {
		if o, is := operationOf(call.Common()); is && o.op == added {
			return true
		}
	}
	return false
}

// apply follows one outcome of a function that is called; nil if it cannot be.
func (f *frame) apply(s *state, o *outcome, to callee, as *ssa.Call, at token.Pos) *state {
	args := to.args
	for _, n := range slices.Sorted(maps.Keys(o.given)) {
		if n < len(args) && isTracked(args[n].Type()) && !f.learn(s, args[n], o.given[n]) {
			return nil
		}
	}
	for at := range to.sum.limits {
		f.limit(s, at)
	}
	for e, ops := range o.effects {
		from := e.from
		if e.parameter >= 0 && e.parameter < len(args) {
			from = s.source(args[e.parameter])
		}
		for _, bit := range inOrder(ops) {
			where := at
			if p, ok := o.at[e][bit]; ok && (bit != added || !to.thin) {
				where = p
			}
			f.does(s, f.whole(e.class), from, bit, where)
		}
		if i := (item{f.whole(e.class), from}); s.items[i]&taken != 0 || from != nil {
			if extra := ops & (reset | hot | anew); extra != 0 {
				s.items[i] |= extra
				for _, bit := range []op{reset, hot} {
					if p, ok := o.at[e][bit]; ok && extra&bit != 0 {
						if s.at[i] == nil {
							s.at[i] = make(map[op]token.Pos)
						}
						s.at[i][bit] = p
					}
				}
			}
		}
	}
	if s.fate&failed == 0 {
		s.left = o.left
	}
	s.fate |= o.fate
	s.bad, s.over = s.bad || o.bad, s.over || o.over
	if as != nil {
		f.receive(s, as, o.results)
	}
	return s
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

// receive gives the results of a call to the registers they go to.
func (f *frame) receive(s *state, as *ssa.Call, results []paths.Nature) {
	for n, is := range results {
		x := ways.Result(as, n)
		if x == nil {
			continue
		}
		delete(s.known, x)
		if is != paths.Either {
			s.known[x] = is
		}
	}
}

// unread follows a call of code that is not read: items that it is handed are in its hands too.
func (f *frame) unread(s *state, c *ssa.CallCommon) {
	if fn := c.StaticCallee(); fn != nil {
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if !f.relevant[fn] {
			return // it has nothing to do with queues
		}
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return
	}
	for _, arg := range c.Args {
		if i, mine := s.itemOf(arg); mine {
			s.items[i] |= handed
		}
	}
}

// waits reports whether a call waits for some time, or makes what tells when a time is over.
func waits(c *ssa.CallCommon) bool {
	fn := ways.Called(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	sym := symbol.Of(fn)
	if kind := known.Wait(sym); kind == known.Sleep || kind == known.After {
		return true
	}
	return known.Clock(sym) && (sym.Last() == "NewTimer" || sym.Last() == "AfterFunc")
}

// judges notes that code looks at what an error is.
func (f *frame) judges(s *state, c *ssa.CallCommon, as *ssa.Call) {
	if judgesError(c) && !decides(as, c) {
		s.fate |= judged
	}
}

// judgesError reports whether a call says of an error whether it is of some kind.
func judgesError(c *ssa.CallCommon) bool {
	results := c.Signature().Results()
	if results.Len() != 1 || syntax.IsError(results.At(0).Type()) || !isTracked(results.At(0).Type()) {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return syntax.IsError(arg.Type()) })
}

// decides reports whether a call asks whether an error is one that needs no other try, and all that is made of the answer is a
// branch: where it is no, the error is as it was before.
func decides(as *ssa.Call, c *ssa.CallCommon) bool {
	fn := ways.Called(c)
	if as == nil || fn == nil || !known.Final(symbol.Of(fn)) {
		return false
	}
	return !slices.ContainsFunc(*as.Referrers(), func(i ssa.Instruction) bool {
		not, ok := i.(*ssa.UnOp)
		if !ok {
			_, is := i.(*ssa.If)
			return !is
		}
		return slices.ContainsFunc(*not.Referrers(), func(i ssa.Instruction) bool {
			_, is := i.(*ssa.If)
			return !is
		})
	})
}
