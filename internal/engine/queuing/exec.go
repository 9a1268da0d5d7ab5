package queuing

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Exec follows one instruction, which may split the way.
func (f *frame) Exec(s *state, instr ssa.Instruction) []*state {
	if call, ok := instr.(*ssa.Call); !ok || !isGet(call) {
		s.latest = position(instr, s.latest)
	}
	f.keep(s, instr)
	switch i := instr.(type) {
	case *ssa.Store:
		if cell := f.cell(i.Addr); cell != nil && isTracked(i.Val.Type()) {
			s.known[cell], s.set[cell] = f.eval(s, i.Val), i.Val
		}
	case *ssa.Call:
		delete(s.known, i)
		for x := range ssacode.Only[*ssa.Extract](*i.Referrers()) {
			delete(s.known, x) // before the call says what its results are, so not where they are taken apart
		}
		maps.DeleteFunc(s.phis, func(_ *ssa.Phi, x *ssa.Extract) bool { return x.Tuple == i }) // they are what it returned before
		return f.call(s, &i.Call, i, i.Pos())
	case *ssa.Go:
		return f.call(s, &i.Call, nil, i.Pos())
	case *ssa.Defer:
		if slices.Contains(s.defers, i) {
			break // a loop defers it again: when it runs is the same, and one says what it does
		}
		if len(s.defers) >= maxDefers {
			f.out.lost = true
			return nil
		}
		s.defers = append(s.defers, i)
	case *ssa.RunDefers:
		states := []*state{s}
		for n := len(s.defers) - 1; n >= 0; n-- {
			d := s.defers[n]
			var next []*state
			for _, s := range states {
				next = append(next, f.call(s, &d.Call, nil, d.Pos())...)
			}
			states = next
		}
		for _, s := range states {
			s.defers = nil
		}
		return states
	case *ssa.UnOp:
		if i.Op == token.MUL && isTracked(i.Type()) {
			delete(s.known, i)
			if n := f.eval(s, i); n != paths.Either {
				s.known[i] = n
			}
		} else if i.Op != token.NOT {
			delete(s.known, i)
		}
	case *ssa.Extract:
		if _, ofCall := i.Tuple.(*ssa.Call); !ofCall {
			delete(s.known, i)
		}
	case ssa.Value:
		delete(s.known, i)
	}
	return []*state{s}
}

// isGet reports whether a call takes an item.
func isGet(call *ssa.Call) bool {
	o, is := operationOf(&call.Call)
	return is && o.op == taken
}

// operate notes what is done with a queue.
func (f *frame) operate(s *state, o operation, as *ssa.Call, at token.Pos) {
	class := f.of(o.queue)
	f.out.seen[at] = true
	if o.op == taken {
		if as == nil {
			return
		}
		i := item{class, itemFrom(as)}
		if s.items[i]&taken != 0 {
			f.end(s, i, as) // of the round before
			s.drop(i.from)
		}
		s.take(i, at)
		return
	}
	if o.op == limited {
		f.limit(s, at)
	}
	f.does(s, class, s.source(o.item), o.op, at)
}

// limit notes a call that adds an item with a limiter, unless there was an error.
func (f *frame) limit(s *state, at token.Pos) {
	if s.fate&failed == 0 && !s.bad {
		f.out.limits[at] = true
	}
}

// itemFrom returns what stands for the item that a call of Get hands out.
func itemFrom(call *ssa.Call) ssa.Value {
	return cmp.Or(ways.Result(call, 0), ssa.Value(call))
}

// does notes an operation on an item. One with a key that comes from elsewhere may be about any that was taken of the queue.
func (f *frame) does(s *state, class *class, from ssa.Value, what op, at token.Pos) {
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
	if _, made := from.(ssa.Instruction); from != nil && from.Parent() != nil && (!made || from.Parent() != f.fn) {
		s.note(i, what, at) // an input, or of the function around this one
	} else if !loose {
		s.note(item{class, nil}, what, at)
	}
}

// Finish notes an outcome, and that the worker is through with the items that it has.
func (f *frame) Finish(s *state, ret *ssa.Return) {
	for _, i := range sortedItems(s, f.number) {
		switch {
		case s.items[i]&taken == 0:
		case slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return s.source(v) == i.from }):
			i.class.whole().escapes = true // the caller has the item
		default:
			f.end(s, i, ret)
		}
	}
	left := s.left
	if s.fate&failed != 0 && !left.IsValid() && f.fn.Parent() != nil {
		left = ret.Pos()
	}
	o := &outcome{left: left, given: make(map[int]paths.Nature), effects: make(map[effect]op),
		at: make(map[effect]map[op]token.Pos), fate: s.fate, bad: s.bad, over: s.over}
	key := ""
	for n, in := range f.inputs {
		if is := s.known[in]; is != paths.Either && isTracked(in.Type()) {
			o.given[n] = is
			key += fmt.Sprintf("%d=%d;", n, is)
		}
	}
	for _, i := range sortedItems(s, f.number) {
		if s.items[i]&taken != 0 {
			continue
		}
		e := effect{class: i.class, parameter: -1}
		if i.from != nil {
			if e.parameter = slices.Index(f.inputs, i.from); e.parameter < 0 && i.from.Parent() != f.fn {
				e.from = i.from // of the function around this one
			}
		}
		o.effects[e] |= s.items[i]
		o.at[e] = s.at[i]
		key += fmt.Sprintf("%p/%d:%d;", e.class, e.parameter, o.effects[e])
	}
	for _, r := range ret.Results {
		is := paths.Either
		if isTracked(r.Type()) || mayBeNil(r.Type()) {
			is = f.eval(s, r)
		}
		o.results = append(o.results, is)
		key += fmt.Sprintf("r%d", is)
	}
	key += fmt.Sprintf("%d%t%t%d", o.fate, o.bad, o.over, o.left)
	if f.out.keys[key] {
		return
	}
	f.out.keys[key] = true
	if len(f.out.outcomes) < maxOutcomes {
		f.out.outcomes = append(f.out.outcomes, o)
	} else {
		f.out.many = true
	}
}

func sortedItems(s *state, number map[ssa.Value]int) []item {
	return slices.SortedFunc(maps.Keys(s.items), func(a, b item) int { return number[a.from] - number[b.from] })
}

// end notes that the worker is through with an item.
func (f *frame) end(s *state, i item, last ssa.Instruction) {
	if s.over {
		return
	}
	f.ends = append(f.ends, end{item: i, get: s.at[i][taken], ops: s.items[i] | s.fate, at: maps.Clone(s.at[i]), last: last, bad: s.bad,
		left: s.left, line: s.latest})
}
