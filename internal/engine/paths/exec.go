package paths

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/ssa"
)

// Exec follows one instruction, which may split the way.
func (f *Frame) Exec(s *Path, instr ssa.Instruction) []*Path {
	for _, c := range f.clients {
		c.Step(f, s, instr)
	}
	switch i := instr.(type) {
	case *ssa.Alloc:
		if v := f.zeroOf(i.Type().Underlying().(*types.Pointer).Elem()); v.Form != Untracked {
			s.Cells[i] = v
		}
	case *ssa.Store:
		f.store(s, i)
	case *ssa.UnOp:
		return f.unary(s, i)
	case *ssa.BinOp:
		if !isFixed(i) {
			delete(s.regs, i) // of an earlier round of a loop
		}
		switch {
		case f.form(i.Type()) != Single:
		case IsDuration(i.Type()): // computed
			f.make(s, i, f.keptOf(i.Type()))
		case !onlyBranches(i):
			return f.split(s, i)
		}
	case *ssa.Field:
		f.field(s, i)
	case *ssa.MakeInterface:
		if syntax.IsError(i.Type()) {
			s.regs[i] = Value{Form: Single, Self: Scalar{Is: Yes, Kinds: kindOfType(i.X.Type())}}
		}
	case *ssa.ChangeInterface:
		if f.form(i.Type()) == Single && f.form(i.X.Type()) == Single {
			s.regs[i] = f.eval(s, i.X)
		}
	case *ssa.ChangeType:
		if f.form(i.Type()) == f.form(i.X.Type()) && f.form(i.Type()) != Untracked {
			s.regs[i] = f.eval(s, i.X)
		}
	case *ssa.Call:
		return f.call(s, i)
	case *ssa.Defer:
		if slices.Contains(s.Defers, i) {
			break // a loop defers it again: one says what it does
		}
		if len(s.Defers) >= maxDefers {
			f.out.Lost = true
			return nil
		}
		s.Defers = append(s.Defers, i)
	case *ssa.RunDefers:
		return f.runDefers(s)
	case *ssa.Go:
		if f.guide != nil {
			return f.call(s, i)
		}
		f.escape(s, i.Call.Value)
		for _, arg := range i.Call.Args {
			f.escape(s, arg)
		}
	case *ssa.Extract:
		if _, isCall := i.Tuple.(*ssa.Call); !isCall {
			f.make(s, i, f.keptOf(i.Type()))
		}
	case ssa.Value:
		if !isMade(i) {
			f.make(s, i, f.keptOf(i.Type()))
		}
	}
	return []*Path{s}
}

// make gives a register a value that nothing else has.
func (f *Frame) make(s *Path, at ssa.Value, v Value) {
	if v.Form != Untracked {
		s.regs[at] = f.fresh(s, at, v)
	}
}

func (f *Frame) store(s *Path, i *ssa.Store) {
	v := f.eval(s, i.Val)
	f.escape(s, i.Val) // a pointer that is kept elsewhere
	cell, part, known := f.place(s, i.Addr)
	if !known {
		return
	}
	old := s.Cells[cell]
	switch part {
	case PartAfter:
		old.After = v.Self
	case PartRequeue:
		old.Requeue = v.Self
	default:
		old = v
	}
	s.Cells[cell] = old
}

func (f *Frame) unary(s *Path, i *ssa.UnOp) []*Path {
	switch i.Op {
	case token.NOT:
		if !onlyBranches(i) {
			return f.split(s, i)
		}
		return []*Path{s}
	case token.MUL:
		form := f.form(i.Type())
		if form == Untracked {
			break
		}
		if g, ok := i.X.(*ssa.Global); ok && syntax.IsError(i.Type()) {
			s.regs[i] = Value{Form: Single, Self: Scalar{Is: Yes, Kinds: kindOfVariable(g)}}
			break
		}
		if v := f.kept(i.X); v.Form == form {
			s.regs[i] = v
			break
		}
		if cell, part, known := f.place(s, i.X); known {
			if v := s.Cells[cell]; part == PartSelf {
				s.regs[i] = v
			} else {
				s.regs[i] = Value{Form: Single, Self: v.part(part)}
			}
			break
		}
		if v := f.eval(s, i.X); v.Form == Pointer && form == OfResult {
			v.Form, v.Self = OfResult, Scalar{}
			s.regs[i] = v
			break
		}
		if v, known := s.regs[f.again[i]]; known {
			s.regs[i] = v
			break
		}
		f.make(s, i, f.keptOf(i.Type()))
	default: // received from a channel, or computed
		f.make(s, i, f.keptOf(i.Type()))
	}
	return []*Path{s}
}

func (f *Frame) field(s *Path, i *ssa.Field) {
	if v := f.eval(s, i.X); v.Form == OfResult {
		if part, known := PartOf(i.X.Type(), i.Field); known {
			s.regs[i] = Value{Form: Single, Self: v.part(part)}
			return
		}
	}
	f.make(s, i, f.keptOf(i.Type()))
}

// escape forgets what the variables hold whose addresses a value gives to others. That a deferred call may set an error which is nil is no
// reason to say so.
func (f *Frame) escape(s *Path, v ssa.Value) {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		for _, b := range v.Bindings {
			f.escape(s, b)
		}
	case *ssa.ChangeType:
		f.escape(s, v.X)
	case *ssa.MakeInterface:
		f.escape(s, v.X)
	default:
		if cell, isCell := s.Cells[v]; isCell && cell.Form != Untracked && !(f.returns && cell.Form == Single && cell.Self.Is == No) {
			s.Cells[v] = f.unknownOf(v.Type().Underlying().(*types.Pointer).Elem())
		}
	}
}

// split follows both outcomes of a condition that is kept in a variable.
func (f *Frame) split(s *Path, cond ssa.Value) []*Path {
	then, otherwise := f.decide(s, cond)
	return answers(cond, then, otherwise)
}

// answers are the states in which a condition holds and does not, of which either may be nil.
func answers(cond ssa.Value, then, otherwise *Path) []*Path {
	var out []*Path
	if then != nil {
		then.regs[cond] = Value{Form: Single, Self: Scalar{Is: Yes}}
		out = append(out, then)
	}
	if otherwise != nil {
		otherwise.regs[cond] = Value{Form: Single, Self: Scalar{Is: No}}
		out = append(out, otherwise)
	}
	return out
}

// onlyBranches reports whether a condition decides about the end of its own block and
// about nothing else.
func onlyBranches(v ssa.Value) bool {
	block := v.(ssa.Instruction).Block()
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If:
			if ref.Block() != block {
				return false
			}
		case *ssa.UnOp:
			if ref.Op != token.NOT || ref.Block() != block || !onlyBranches(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Finish notes an outcome.
func (f *Frame) Finish(s *Path, ret *ssa.Return) {
	o := &Outcome{Given: s.given, Cells: make(map[int]Value)}
	for _, r := range ret.Results {
		o.Results = append(o.Results, f.eval(s, r))
	}
	for i, in := range f.inputs {
		if v, isCell := s.Cells[in]; isCell {
			if elem := in.Type().Underlying().(*types.Pointer).Elem(); v != input(f.unknownOf(elem), i) {
				o.Cells[i] = v.known()
			}
		}
	}
	var notes []func(*Outcome)
	for _, c := range f.clients {
		if note := c.End(f, s, ret, o.Results); note != nil {
			notes = append(notes, note)
		}
	}
	for i := range o.Results {
		o.Results[i] = o.Results[i].alone()
	}
	o.State = s.State
	o = f.out.add(o, f.Number)
	for _, note := range notes {
		note(o)
	}
}

// known is a value without IDs that mean nothing to callers.
func (v Value) known() Value {
	for _, c := range []*Scalar{&v.Self, &v.After, &v.Requeue} {
		c.ID, c.Beside = min(c.ID, 0), 0
	}
	return v
}

// alone is such a value without what it came with.
func (v Value) alone() Value {
	v.Self.with, v.After.with, v.Requeue.with = nil, nil, nil
	return v.known()
}
