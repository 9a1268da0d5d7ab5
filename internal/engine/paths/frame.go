package paths

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Bounds on what is followed in one function. Beyond the others nothing is concluded from it.
const (
	maxStates = 3000 // paths that reach a block, summed over all blocks; later ones are merged, and twice as many are the end
	maxGuided = 1500 // the same, with a guide
	maxBlocks = 1500
	maxDefers = 8
)

// follow returns the outcomes of a function.
func (p *Program) follow(fn *ssa.Function) *Summary {
	f := &Frame{Program: p, Fn: fn, inputs: ways.Inputs(fn), Number: ways.Numbers(fn), out: &Summary{}}
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxBlocks {
		f.out.Lost = true
		return f.out
	}
	f.again = computeAgain(fn)
	f.live = ways.Live(fn, func(v ssa.Value) bool { return p.form(v.Type()) != Untracked }, func(instr ssa.Instruction) ssa.Value {
		if v, ok := instr.(ssa.Value); ok && f.again[v] != nil {
			return f.again[v] // what it came to first is read
		}
		return nil
	})
	for _, c := range p.clients {
		c.Enter(f)
	}
	s := newPath()
	for i, in := range f.inputs {
		f.bind(s, in, i)
	}
	most := maxStates
	if p.guide != nil {
		most = maxGuided
	}
	if !ways.Follow(fn, s, f, most) {
		f.out.Lost = true
	}
	for _, c := range p.clients {
		c.Leave(f, f.out)
	}
	return f.out
}

// bind gives an input its value: what the caller has there.
func (f *Frame) bind(s *Path, in ssa.Value, index int) {
	if ptr, ok := in.Type().Underlying().(*types.Pointer); ok {
		if v := f.unknownOf(ptr.Elem()); v.Form != Untracked {
			s.Cells[in] = input(v, index)
			return
		}
	}
	if v := f.unknownOf(in.Type()); v.Form != Untracked {
		s.regs[in] = input(v, index)
	}
}

// id returns the ID of what an instruction makes.
func (f *Frame) id(v ssa.Value, part int) int { return f.Number[v]*Parts + part }

// fresh gives what an instruction makes IDs of its own.
func (f *Frame) fresh(s *Path, at ssa.Value, v Value) Value {
	name := func(c Scalar, part int) Scalar {
		if (c.Is == Either || c.Is == Yes && syntax.IsError(at.Type())) && c.ID >= 0 { // its kind may be learnt later
			c.ID = f.id(at, part)
		}
		return c
	}
	s.forget(f.id(at, PartSelf))
	switch v.Form {
	case Single:
		v.Self = name(v.Self, PartSelf)
	case OfResult, Pointer:
		v.Self = name(v.Self, PartSelf)
		v.After, v.Requeue = name(v.After, PartAfter), name(v.Requeue, PartRequeue)
	}
	return v
}

// Lost and what follows it make a frame a [ways.Follower].
func (f *Frame) Lost() bool { return f.out.Lost }

// Clone copies a state.
func (f *Frame) Clone(s *Path) *Path { return s.clone() }

// Choose notes what a phi is.
func (f *Frame) Choose(next, s *Path, phi *ssa.Phi, v ssa.Value) {
	if f.form(phi.Type()) != Untracked {
		next.regs[phi] = f.eval(s, v)
		if FormOf(phi.Type()) == Untracked { // which pointer it is a copy of tells no paths apart
			next.regs[phi] = f.fresh(next, phi, next.regs[phi])
		}
	}
	if f.guide != nil {
		f.guide.Chosen(next, s, phi, v)
	}
}

// Key forgets what is not read any more.
func (f *Frame) Key(s *Path, at *ssa.BasicBlock) string {
	s.Doubted = false
	live := f.live[at]
	for v := range s.regs {
		if !live[v] {
			delete(s.regs, v)
		}
	}
	return s.key(f.Number)
}

// eval returns what is known of a value.
func (f *Frame) eval(s *Path, v ssa.Value) Value {
	if c, ok := v.(*ssa.Const); ok {
		return f.constantOf(c)
	}
	if v, known := s.regs[v]; known {
		return v
	}
	switch f.form(v.Type()) {
	case Single:
		if isMade(v) {
			return Value{Form: Single, Self: Scalar{Is: Yes}} // such as the address of an error
		}
	case Pointer:
		if cell, isCell := s.Cells[v]; isCell {
			cell.Form = Pointer
			if _, made := v.(*ssa.Alloc); made {
				cell.Self = Scalar{Is: Yes}
			}
			return cell
		}
	}
	return f.unknownOf(v.Type())
}

// place returns the variable in memory that an address is of, and which part of it.
func (f *Frame) place(s *Path, addr ssa.Value) (cell ssa.Value, part int, known bool) {
	if _, isCell := s.Cells[addr]; isCell {
		return addr, PartSelf, true
	}
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil, 0, false
	}
	cell, known = field.X, s.Cells[field.X].Form == OfResult
	if part, of := PartOf(field.X.Type(), field.Field); of {
		return cell, part, known
	}
	return nil, 0, false
}
