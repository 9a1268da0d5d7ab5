package queuing

import (
	"cmp"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ways"
)

// maxOutcomes bounds in how many ways a function may come back; of others its callers conclude nothing.
const maxOutcomes = 64

// summaryOf returns what a function does, nil if its code is not read or has nothing to do with queues.
func (p *program) summaryOf(fn *ssa.Function) *summary {
	if !p.reads(fn) {
		return nil
	}
	return p.summaries[p.walk.CalleeOf(fn, nil).Fn]
}

// reads reports whether a function has to do with queues, and its code is there.
func (p *program) reads(fn *ssa.Function) bool {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return len(fn.Blocks) > 0 && p.relevant[fn]
}

func (c client) way(f *paths.Frame, p *paths.Path) *way {
	s, _ := p.State.(*state)
	if s == nil {
		s = &state{items: make(map[item]op), at: make(map[item]places), phis: make(map[*ssa.Phi]*ssa.Extract)}
		p.State = s
	}
	return &way{c.program, p, f, s, c.summaries[f.Fn]}
}

// Enter begins with a function.
func (c client) Enter(f *paths.Frame) {
	c.summaries[f.Fn] = &summary{seen: make(map[token.Pos]bool), limits: make(map[token.Pos]bool)}
}

// Leave drops what was found in a function that is not followed to its ends.
func (c client) Leave(f *paths.Frame, all *paths.Summary) {
	if out := c.summaries[f.Fn]; all.Lost {
		out.ends, out.lost = nil, true
	}
	all.Lost = all.Lost || len(all.Outcomes) > maxOutcomes
}

// Step notes items that are kept.
func (c client) Step(f *paths.Frame, p *paths.Path, instr ssa.Instruction) {
	w := c.way(f, p)
	call, ok := instr.(*ssa.Call)
	if ok {
		maps.DeleteFunc(w.s.phis, func(_ *ssa.Phi, x *ssa.Extract) bool { return x.Tuple == call }) // they are what it returned before
	}
	if !ok || !isGet(call) {
		w.s.latest = position(instr, w.s.latest)
	}
	w.keep(instr)
}

// Chosen notes which item a phi is.
func (c client) Chosen(next, before *paths.Path, phi *ssa.Phi, v ssa.Value) {
	s, _ := before.State.(*state)
	if s == nil {
		return
	}
	phis := next.State.(*state).phis
	delete(phis, phi)
	if x, ok := s.source(v).(*ssa.Extract); ok {
		if call, ok := x.Tuple.(*ssa.Call); ok && isGet(call) {
			phis[phi] = x
		}
	}
}

// isGet reports whether a call takes an item.
func isGet(call *ssa.Call) bool {
	o, is := operationOf(&call.Call)
	return is && o.op == taken
}

// operate notes what is done with a queue.
func (w *way) operate(o operation, as *ssa.Call, at token.Pos) {
	class := w.of(o.queue)
	w.out.seen[at] = true
	if o.op == taken {
		if as == nil {
			return
		}
		i := item{class, itemFrom(as)}
		if w.s.items[i]&taken != 0 {
			w.end(i, as) // of the round before
			w.s.drop(i.from)
		}
		w.s.take(i, at)
		return
	}
	if o.op == limited {
		w.limit(at)
	}
	w.does(class, w.s.source(o.item), o.op, at)
}

// limit notes a call that adds an item with a limiter, unless there was an error.
func (w *way) limit(at token.Pos) {
	if w.s.fate&failed == 0 && !w.s.bad {
		w.out.limits[at] = true
	}
}

// itemFrom returns what stands for the item that a call of Get hands out.
func itemFrom(call *ssa.Call) ssa.Value {
	return cmp.Or(ways.Result(call, 0), ssa.Value(call))
}

// does notes an operation on an item. One with a key that comes from elsewhere may be about any that was taken of the queue.
func (w *way) does(class *class, from ssa.Value, what op, at token.Pos) {
	s := w.s
	from = s.origin(from)
	i := item{class, from}
	if _, mine := s.items[i]; mine {
		s.note(i, what, at)
		return
	}
	loose := false
	for have := range s.items {
		switch {
		case have.from == from && s.items[have]&taken != 0:
			if what&(added|delayed|limited) != 0 {
				s.note(have, delayed, at) // it is in another queue
			}
		case have.class == class && have.from != nil && s.items[have]&taken != 0:
			// The key of another object is no retry of this one, nor a failure that Forget takes back.
			if what&(added|limited) == 0 {
				s.note(have, what, at)
			} else {
				s.note(have, delayed, at)
			}
			loose = true
		}
	}
	if _, made := from.(ssa.Instruction); from != nil && from.Parent() != nil && (!made || from.Parent() != w.f.Fn) {
		s.note(i, what, at) // an input, or of the function around this one
	} else if !loose {
		s.note(item{class, nil}, what, at)
	}
}

// End notes that the worker is through with the items that it has, and leaves what callers are told of.
func (c client) End(f *paths.Frame, p *paths.Path, ret *ssa.Return, _ []paths.Value) func(*paths.Outcome) {
	w := c.way(f, p)
	s := w.s
	for _, i := range slices.SortedFunc(maps.Keys(s.items), func(a, b item) int { return f.Number[a.from] - f.Number[b.from] }) {
		if s.items[i]&taken == 0 {
			continue
		}
		if slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return s.source(v) == i.from }) {
			i.class.whole().escapes = true // the caller has the item
		} else {
			w.end(i, ret)
		}
		delete(s.items, i)
	}
	clear(s.phis)
	if s.fate&failed != 0 && !s.left.IsValid() && f.Fn.Parent() != nil {
		s.left = ret.Pos()
	}
	return nil
}

// end notes that the worker is through with an item.
func (w *way) end(i item, last ssa.Instruction) {
	s := w.s
	if s.over {
		return
	}
	w.out.ends = append(w.out.ends, end{item: i, get: s.at[i].of(taken), ops: s.items[i] | s.fate, at: s.at[i], last: last, bad: s.bad,
		left: s.left, line: s.latest})
}
