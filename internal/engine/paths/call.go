package paths

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// call follows a call, deferred or not, once for each way in which it can come back.
func (f *Frame) call(s *Path, site ssa.CallInstruction) []*Path {
	var callees []Callee
	if f.guide != nil {
		callees = f.guide.Calls(f, s, site)
	}
	as, _ := site.(*ssa.Call) // else its results go nowhere
	if as != nil {
		if out, done := f.primitive(s, as); done {
			return out
		}
	}
	if f.guide == nil {
		callees = f.callees(site.Common())
	}
	states := []*Path{s}
	if f.guide == nil || len(callees) == 0 {
		states = f.callbacks(s, site)
	}
	var out []*Path
	for _, s := range states {
		if len(callees) == 0 {
			out = append(out, f.unread(s, site))
			continue
		}
		for n, to := range callees {
			t := s
			if n < len(callees)-1 {
				t = s.clone()
			}
			out = append(out, f.apply(t, site, as, to)...)
		}
	}
	return out
}

// CalleeOf returns what a function is as one that is called with arguments for its inputs.
func (p *Program) CalleeOf(fn *ssa.Function, args []ssa.Value) Callee {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return Callee{Fn: fn, Summary: p.SummaryOf(fn), Args: args}
}

// callees returns the functions that a call may go to, none if they are not known.
func (f *Frame) callees(c *ssa.CallCommon) []Callee {
	if c.IsInvoke() {
		return f.implementations(c)
	}
	if fn := c.StaticCallee(); fn != nil {
		args := c.Args
		if closure, ok := c.Value.(*ssa.MakeClosure); ok {
			args = slices.Concat(args, closure.Bindings)
		}
		return []Callee{f.CalleeOf(fn, args)}
	}
	return f.heldFunctions(c)
}

// callbacks follows what happens to captured variables when closures are handed to a function: it may call each of them, or not. With a
// [Guide] it does so if one of their outcomes has something for callers.
func (f *Frame) callbacks(s *Path, site ssa.CallInstruction) []*Path {
	states := []*Path{s}
	for _, arg := range site.Common().Args {
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
		if f.guide != nil && fn.Synthetic != "" {
			continue // a method, which lives on by itself, as a worker does
		}
		inputs := make([]ssa.Value, len(fn.Params), len(fn.Params)+len(closure.Bindings))
		inputs = append(inputs, closure.Bindings...)
		to := f.CalleeOf(fn, inputs)
		acts := to.Summary != nil && slices.ContainsFunc(to.Summary.Outcomes, func(o *Outcome) bool { return o.State != nil && o.State.Acts() })
		var next []*Path
		for _, s := range states {
			if !acts {
				next = append(next, s.clone())
			}
			next = append(next, f.apply(s, site, nil, to)...)
		}
		states = next
	}
	return states
}

// unread follows a call of a function that is not read.
func (f *Frame) unread(s *Path, site ssa.CallInstruction) *Path {
	for _, arg := range site.Common().Args {
		if _, isClosure := arg.(*ssa.MakeClosure); !isClosure {
			f.escape(s, arg)
		}
	}
	if f.guide != nil {
		f.guide.Applied(f, s, site, Callee{}, nil)
	}
	i, ok := site.(*ssa.Call)
	if !ok {
		return s
	}
	failing := syntax.AnyType(i.Call.Signature().Results(), syntax.IsError)
	var durations []ssa.Value
	beside := 0
	for index, reg := range f.ResultsOf(i) {
		if reg == nil {
			continue
		}
		v := f.unknownOf(i.Call.Signature().Results().At(index).Type())
		if failing && v.Form == Single && IsDuration(reg.Type()) {
			v.Self.Is = Lost // it may well be 0 beside an error
			durations = append(durations, reg)
		}
		f.make(s, reg, v)
		if syntax.IsError(reg.Type()) {
			beside = s.regs[reg].Self.ID
		}
	}
	for _, reg := range durations {
		v := s.regs[reg]
		v.Self.ID, v.Self.Beside = f.id(reg, PartSelf), beside
		s.regs[reg] = v
	}
	return s
}

// ResultsOf returns the registers that the results of a call go to, nil for those that go nowhere.
func (f *Frame) ResultsOf(i *ssa.Call) []ssa.Value {
	regs := make([]ssa.Value, i.Call.Signature().Results().Len())
	for n := range regs {
		regs[n] = ways.Result(i, n)
	}
	return regs
}

// apply follows a call of a function with known outcomes. As is nil where its results go nowhere.
func (f *Frame) apply(s *Path, site ssa.CallInstruction, as *ssa.Call, to Callee) []*Path {
	sum, args := to.Summary, to.Args
	if sum == nil || sum.Lost {
		for _, arg := range args {
			if arg != nil {
				f.escape(s, arg)
			}
		}
		return []*Path{f.unread(s, site)}
	}
	s.Doubted = false
	var out []*Path
	for n, o := range sum.Outcomes {
		t := s
		if n < len(sum.Outcomes)-1 {
			t = s.clone()
		}
		inputs := func(id int) (Scalar, bool) { return f.argument(t, args, id) }
		if !f.assume(t, o, inputs) {
			continue
		}
		inputs = func(id int) (Scalar, bool) {
			v, ok := f.argument(t, args, id)
			if v.Is == Yes && v.Kinds != "" && sum.compares(id) {
				v.Is, v.Unsure, t.Doubted = Either, true, true
			}
			return v, ok
		}
		if f.guide != nil {
			f.guide.Applied(f, t, site, to, o)
		}
		actual := func(v Value) Value { return v.substitute(inputs) }
		var made []Value
		for _, v := range o.Results {
			v = actual(v)
			if to.OneOf && v.IsZero() {
				v.After.Is = Lost
			}
			made = append(made, v)
		}
		cells := make(map[ssa.Value]Value)
		for index, arg := range args {
			v, isCell := t.Cells[arg]
			if isCell && v.Form == Single {
				v.Self, _ = inputs(inputID(index, PartSelf))
				cells[arg] = v
			}
			if v, changed := o.Cells[index]; changed && arg != nil {
				cells[arg] = actual(v)
			}
		}
		for cell, v := range cells {
			if _, isCell := t.Cells[cell]; isCell {
				t.Cells[cell] = v
			}
		}
		if as != nil {
			f.receive(t, as, o, made)
		}
		out = append(out, t)
	}
	return out
}

// argument returns what a state knows of an input of the function that is called with args.
func (f *Frame) argument(s *Path, args []ssa.Value, id int) (Scalar, bool) {
	index, part := InputOf(id)
	if id >= 0 || index >= len(args) || args[index] == nil {
		return Scalar{}, false
	}
	if cell, isCell := s.Cells[args[index]]; isCell {
		return cell.part(part), true
	}
	return f.eval(s, args[index]).part(part), true
}

// assume learns what must be for an outcome. It reports false if it cannot be.
func (f *Frame) assume(s *Path, o *Outcome, inputs func(int) (Scalar, bool)) bool {
	for _, id := range slices.Sorted(maps.Keys(o.Given)) {
		given := o.Given[id]
		actual, ok := inputs(id)
		if !ok || actual.Doubtful() && f.guide == nil {
			continue // that a function compares it says nothing of what it comes with
		}
		if (given.Is == Yes || given.Is == No) && !s.learn(actual, given.Is) {
			return false
		}
		for _, list := range []struct {
			kinds string
			learn func(Scalar, string) bool
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
func (v Value) substitute(inputs func(int) (Scalar, bool)) Value {
	for _, c := range []*Scalar{&v.Self, &v.After, &v.Requeue} {
		if c.ID >= 0 {
			continue
		}
		actual, ok := inputs(c.ID)
		switch {
		case !ok:
			c.ID = 0
		case c.Is == Either || c.Is == actual.Is || actual.Doubtful():
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
func (f *Frame) receive(s *Path, i *ssa.Call, o *Outcome, made []Value) {
	var with any
	for _, c := range f.clients {
		with = cmp.Or(with, c.Came(f, s, i, o, made))
	}
	paired := slices.ContainsFunc(made, func(v Value) bool { return v.Form == OfResult || v.Form == Pointer })
	for index, reg := range f.ResultsOf(i) {
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

// PairOf returns the Result and the error among what a function returns.
func PairOf(made []Value, results *types.Tuple) (asked Value, failed Scalar) {
	failed.Is = No
	for index, v := range made {
		switch {
		case v.Form == OfResult || v.Form == Pointer:
			asked = v
		case v.Form == Single && syntax.IsError(results.At(index).Type()):
			failed = v.Self
		}
	}
	return asked, failed
}

// runDefers follows the deferred calls, the last first.
func (f *Frame) runDefers(s *Path) []*Path {
	f.returns = true
	states := []*Path{s}
	for i := len(s.Defers) - 1; i >= 0; i-- {
		var next []*Path
		for _, before := range states {
			was := before.clone()
			for _, after := range f.call(before, s.Defers[i]) {
				for _, c := range f.clients {
					c.Deferred(f, was, after, s.Defers[i])
				}
				next = append(next, after)
			}
		}
		states = next
	}
	f.returns = false
	for _, s := range states {
		s.Defers = nil
	}
	return states
}

// heldFunctions returns the functions that a call of what a field, a list or a variable holds may go to, as far as the package puts
// them there.
func (f *Frame) heldFunctions(c *ssa.CallCommon) []Callee {
	if !ReturnsResult(c.Signature()) {
		return nil
	}
	var list []Callee
	for _, fn := range f.functions(c.Value, make(map[ssa.Value]bool)) {
		list = append(list, f.CalleeOf(fn, c.Args))
	}
	return list
}
