package outcome

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// call follows a call, once for each way in which it can come back.
func (f *frame) call(s *state, i *ssa.Call) []*state {
	c := i.Common()
	if out, done := f.primitive(s, i); done {
		return out
	}
	args := c.Args
	var callees []callee
	switch {
	case c.IsInvoke():
		args = append([]ssa.Value{c.Value}, args...)
		callees = f.implementations(c)
	default:
		if fn := c.StaticCallee(); fn != nil {
			if closure, ok := c.Value.(*ssa.MakeClosure); ok {
				args = append(append([]ssa.Value(nil), args...), closure.Bindings...)
			}
			callees = []callee{{f.summaryOf(fn)}}
		} else {
			callees = f.heldFunctions(c)
		}
	}
	var out []*state
	for _, s := range f.callbacks(s, c.Args) {
		if len(callees) == 0 {
			out = append(out, f.unread(s, i))
			continue
		}
		for _, callee := range callees {
			out = append(out, f.apply(s, i, callee.summary, args)...)
		}
	}
	return out
}

// A callee is a function that a call may go to.
type callee struct{ summary *summary }

// callbacks follows what happens to captured variables when closures are handed to a
// function: it may call each of them, or not.
func (f *frame) callbacks(s *state, args []ssa.Value) []*state {
	states := []*state{s}
	for _, arg := range args {
		for {
			change, ok := arg.(*ssa.ChangeType)
			if !ok {
				break
			}
			arg = change.X
		}
		closure, ok := arg.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := closure.Fn.(*ssa.Function)
		inputs := make([]ssa.Value, len(fn.Params), len(fn.Params)+len(closure.Bindings))
		inputs = append(inputs, closure.Bindings...)
		var next []*state
		for _, s := range states {
			next = append(next, s.clone())
			next = append(next, f.apply(s, nil, f.summaryOf(fn), inputs)...)
		}
		states = next
	}
	return states
}

// unread follows a call of a function that is not read.
func (f *frame) unread(s *state, i *ssa.Call) *state {
	for _, arg := range i.Call.Args {
		if _, isClosure := arg.(*ssa.MakeClosure); !isClosure {
			f.escape(s, arg)
		}
	}
	failing := syntax.AnyType(i.Call.Signature().Results(), syntax.IsError)
	var durations []ssa.Value
	beside := 0
	for index, reg := range f.results(i) {
		if reg == nil {
			continue
		}
		v := unknownOf(i.Call.Signature().Results().At(index).Type())
		if failing && v.Form == single && isDuration(reg.Type()) {
			v.Self.Is = lost // it may well be 0 beside an error
			durations = append(durations, reg)
		}
		f.make(s, reg, v)
		if syntax.IsError(reg.Type()) {
			beside = s.regs[reg].Self.ID
		}
	}
	for _, reg := range durations {
		v := s.regs[reg]
		v.Self.ID, v.Self.Beside = f.id(reg, partSelf), beside
		s.regs[reg] = v
	}
	return s
}

// results returns the registers that the results of a call go to, nil for those that go nowhere.
func (f *frame) results(i *ssa.Call) []ssa.Value {
	regs := make([]ssa.Value, i.Call.Signature().Results().Len())
	for n := range regs {
		regs[n] = ways.Result(i, n)
	}
	return regs
}

// apply follows a call of a function with known outcomes. The call is nil where a function is called whose results go nowhere.
func (f *frame) apply(s *state, i *ssa.Call, sum *summary, args []ssa.Value) []*state {
	if sum == nil || sum.lost {
		for _, arg := range args {
			if arg != nil {
				f.escape(s, arg)
			}
		}
		if i != nil {
			s = f.unread(s, i)
		}
		return []*state{s}
	}
	var out []*state
	for _, o := range sum.outcomes {
		t := s.clone()
		inputs := func(id int) (scalar, bool) { return f.argument(t, args, id) }
		if !f.assume(t, o, inputs) {
			continue
		}
		inputs = func(id int) (scalar, bool) {
			v, ok := f.argument(t, args, id)
			if v.Is == yes && v.Kinds != "" && sum.compares(id) {
				v.Is, v.Unsure, t.doubted = either, true, true
			}
			return v, ok
		}
		actual := func(v value) value { return v.substitute(inputs) }
		var made []value
		for _, v := range o.results {
			made = append(made, actual(v))
		}
		cells := make(map[ssa.Value]value)
		for index, arg := range args {
			v, isCell := t.cells[arg]
			if isCell && v.Form == single {
				v.Self, _ = inputs(inputID(index, partSelf))
				cells[arg] = v
			}
			if v, changed := o.cells[index]; changed && arg != nil {
				cells[arg] = actual(v)
			}
		}
		for cell, v := range cells {
			if _, isCell := t.cells[cell]; isCell {
				t.cells[cell] = v
			}
		}
		if i != nil {
			f.receive(t, i, o, made)
		}
		out = append(out, t)
	}
	return out
}

// argument returns what a state knows of an input of the function that is called with args.
func (f *frame) argument(s *state, args []ssa.Value, id int) (scalar, bool) {
	index, part := inputOf(id)
	if id >= 0 || index >= len(args) || args[index] == nil {
		return scalar{}, false
	}
	if cell, isCell := s.cells[args[index]]; isCell {
		return cell.part(part), true
	}
	return f.eval(s, args[index]).part(part), true
}

// assume learns what must be for an outcome. It reports false if it cannot be.
func (f *frame) assume(s *state, o *outcome, inputs func(int) (scalar, bool)) bool {
	for _, id := range slices.Sorted(maps.Keys(o.given)) {
		given := o.given[id]
		actual, ok := inputs(id)
		if !ok || actual.unsure() {
			continue // that a function compares it says nothing of what it comes with
		}
		if (given.Is == yes || given.Is == no) && !s.learn(actual, given.Is) {
			return false
		}
		for _, list := range []struct {
			kinds string
			learn func(scalar, string) bool
		}{{given.Kinds, s.learnKind}, {given.Lacks, s.learnLack}} {
			for kind := range strings.FieldsSeq(list.kinds) {
				if actual, _ = inputs(id); !list.learn(actual, kind) {
					return false
				}
			}
		}
	}
	return true
}

// substitute puts the caller's values in the place of inputs.
func (v value) substitute(inputs func(int) (scalar, bool)) value {
	for _, c := range []*scalar{&v.Self, &v.After, &v.Requeue} {
		if c.ID >= 0 {
			continue
		}
		actual, ok := inputs(c.ID)
		switch {
		case !ok:
			c.ID = 0
		case c.Is == either || c.Is == actual.Is || actual.unsure():
			*c = actual
		default:
			c.ID = 0
			if actual.Kinds != "" && c.Kinds == "" {
				c.Kinds = actual.Kinds
			}
			c.Length = max(c.Length, actual.Length)
		}
	}
	return v
}

// receive gives the results of a call to the registers they go to.
func (f *frame) receive(s *state, i *ssa.Call, o *outcome, made []value) {
	with := f.cameWith(i, o, made)
	paired := slices.ContainsFunc(made, func(v value) bool { return v.Form == result || v.Form == pointer })
	for index, reg := range f.results(i) {
		if reg == nil || index >= len(made) {
			continue
		}
		v := made[index]
		if paired {
			v.Self.with, v.After.with, v.Requeue.with = with, with, with
		}
		f.make(s, reg, v)
	}
}

// cameWith returns the places of a pair that a call returns. Those that callers decide
// are at the call.
func (f *frame) cameWith(i *ssa.Call, o *outcome, made []value) *places {
	if o.places == nil {
		return nil
	}
	if o.imported {
		for p := range o.places.list {
			if have := f.via[p]; !have.IsValid() || i.Pos() < have {
				f.via[p] = i.Pos()
			}
		}
	}
	if !o.places.list[Place{}] {
		return o.places
	}
	key := callOutcome{i, o, f.position(i.Pos())}
	key.at.describe(pairOf(made, i.Call.Signature().Results()))
	key.at.Brought = handsNoError(i)
	if f.atCall[key] == nil {
		here := &places{list: make(map[Place]bool)}
		for p := range o.places.list {
			if p == (Place{}) {
				p = key.at
			}
			here.add(p)
		}
		f.atCall[key] = here
	}
	return f.atCall[key]
}

// handsNoError reports whether a call hands on that there is no error: the one that comes back with its Result is the function's own,
// such as that of a status which it could not write.
func handsNoError(i *ssa.Call) bool {
	return slices.ContainsFunc(i.Call.Args, func(arg ssa.Value) bool {
		c, ok := arg.(*ssa.Const)
		return ok && c.IsNil() && syntax.IsError(c.Type())
	})
}

type callOutcome struct {
	call *ssa.Call
	o    *outcome
	at   Place
}

// pairOf returns the Result and the error among what a function returns.
func pairOf(made []value, results *types.Tuple) (asked value, failed scalar) {
	failed.Is = no
	for index, v := range made {
		switch {
		case v.Form == result || v.Form == pointer:
			asked = v
		case v.Form == single && syntax.IsError(results.At(index).Type()):
			failed = v.Self
		}
	}
	return asked, failed
}

// compare notes what a deferred call has done to the variables of Results and errors: that it has set
// one where there was none, or made another error of one that came back with a Result.
func (s *state) compare(before *state, call *ssa.Defer) {
	for cell, v := range s.cells {
		old := before.cells[cell]
		ptr, ok := cell.Type().Underlying().(*types.Pointer)
		switch {
		case !ok || old.Form != v.Form:
		case old.isZero() && v.asks():
			s.pair(call)
		case v.Form != single || !syntax.IsError(ptr.Elem()) || !v.Self.fails():
		case old.Self.Is == no, s.doubted:
			s.pair(call)
		case old.Self.fails() && v.Self.with == nil:
			v.Self.with = old.Self.with
			s.cells[cell] = v
		}
	}
}

// keepNil has errors that were nil stay so where a deferred call that is not read was handed their variables: that it may set one is no
// reason to say so.
func (s *state) keepNil(was *state) {
	for cell, old := range was.cells {
		if v := s.cells[cell]; old.Form == single && v.Form == single && old.Self.Is == no && v.Self.Is == either {
			s.cells[cell] = old
		}
	}
}

func (s *state) pair(call *ssa.Defer) {
	if s.paired == nil {
		s.paired = call
	}
}

// runDefers follows the deferred calls, the last first.
func (f *frame) runDefers(s *state) []*state {
	states := []*state{s}
	for i := len(s.defers) - 1; i >= 0; i-- {
		c := &s.defers[i].Call
		fn := c.StaticCallee()
		if c.IsInvoke() || fn == nil {
			continue
		}
		args := c.Args
		if closure, ok := c.Value.(*ssa.MakeClosure); ok {
			args = append(append([]ssa.Value(nil), args...), closure.Bindings...)
		}
		var next []*state
		for _, before := range states {
			was := before.clone()
			sum := f.summaryOf(fn)
			for _, after := range f.apply(before, nil, sum, args) {
				if sum == nil || sum.lost {
					after.keepNil(was)
				}
				after.compare(was, s.defers[i])
				next = append(next, after)
			}
		}
		states = next
	}
	for _, s := range states {
		s.defers = nil
	}
	return states
}
