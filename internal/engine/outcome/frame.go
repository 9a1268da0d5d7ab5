package outcome

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Bounds on what is followed in one function. Beyond them nothing is concluded from it.
const (
	maxStates = 3000 // ways that reach a block, summed over all blocks
	maxBlocks = 1500
	maxDefers = 8
)

// A frame follows the ways through one function.
type frame struct {
	*program
	fn     *ssa.Function
	number map[ssa.Value]int
	live   map[*ssa.BasicBlock]map[ssa.Value]bool
	again  map[*ssa.UnOp]*ssa.UnOp  // loads of fields that were loaded before
	inputs []ssa.Value              // parameters and captured variables
	denied map[*ssa.BasicBlock]bool // that return because a limiter says no
	out    *summary
}

// follow returns the outcomes of a function.
func (p *program) follow(fn *ssa.Function) *summary {
	f := &frame{program: p, fn: fn, inputs: ways.Inputs(fn), number: ways.Numbers(fn), out: &summary{fine: make(map[Place]bool)}}
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxBlocks {
		f.out.lost = true
		return f.out
	}
	f.findDenied()
	f.again = readAgain(fn)
	f.live = ways.Live(fn, func(v ssa.Value) bool { return formOf(v.Type()) != untracked }, func(instr ssa.Instruction) ssa.Value {
		if load, ok := instr.(*ssa.UnOp); ok && f.again[load] != nil {
			return f.again[load] // the first load of a field is read where it is loaded again
		}
		return nil
	})
	s := newState()
	for i, in := range f.inputs {
		f.bind(s, in, i)
	}
	if !ways.Follow(fn, s, f, maxStates) {
		f.out.lost = true
	}
	f.out.qualify()
	return f.out
}

// bind gives an input its value: what the caller has there.
func (f *frame) bind(s *state, in ssa.Value, index int) {
	if ptr, ok := in.Type().Underlying().(*types.Pointer); ok {
		if v := unknownOf(ptr.Elem()); v.Form != untracked {
			s.cells[in] = input(v, index)
			return
		}
	}
	if v := unknownOf(in.Type()); v.Form != untracked {
		s.regs[in] = input(v, index)
	}
}

// id returns the ID of what an instruction makes.
func (f *frame) id(v ssa.Value, part int) int { return f.number[v]*parts + part }

// fresh gives what an instruction makes IDs of its own.
func (f *frame) fresh(s *state, at ssa.Value, v value) value {
	name := func(c scalar, part int) scalar {
		if c.Is == either && c.ID >= 0 {
			c.ID = f.id(at, part)
		}
		return c
	}
	for part := range parts {
		s.forget(f.id(at, part))
	}
	switch v.Form {
	case single:
		v.Self = name(v.Self, partSelf)
	case result, pointer:
		v.Self = name(v.Self, partSelf)
		v.After, v.Requeue = name(v.After, partAfter), name(v.Requeue, partRequeue)
	}
	return v
}

// Lost and what follows it make a frame a [ways.Follower].
func (f *frame) Lost() bool { return f.out.lost }

// Clone copies a state.
func (f *frame) Clone(s *state) *state { return s.clone() }

// Choose notes what a phi is.
func (f *frame) Choose(next, s *state, phi *ssa.Phi, v ssa.Value) {
	if formOf(phi.Type()) != untracked {
		next.regs[phi] = f.eval(s, v)
	}
}

// Key forgets what is not read any more.
func (f *frame) Key(s *state, at *ssa.BasicBlock) string {
	live := f.live[at]
	for v := range s.regs {
		if !live[v] {
			delete(s.regs, v)
		}
	}
	return s.key(f.number)
}

// eval returns what is known of a value.
func (f *frame) eval(s *state, v ssa.Value) value {
	if c, ok := v.(*ssa.Const); ok {
		return constantOf(c)
	}
	if v, known := s.regs[v]; known {
		return v
	}
	switch formOf(v.Type()) {
	case single:
		if _, made := v.(*ssa.Alloc); made {
			return value{Form: single, Self: scalar{Is: yes}} // the address of an error
		}
	case pointer:
		if cell, isCell := s.cells[v]; isCell {
			cell.Form = pointer
			if _, made := v.(*ssa.Alloc); made {
				cell.Self = scalar{Is: yes}
			}
			return cell
		}
	}
	return unknownOf(v.Type())
}

// place returns the variable in memory that an address is of, and which part of it.
func (f *frame) place(s *state, addr ssa.Value) (cell ssa.Value, part int, known bool) {
	if _, isCell := s.cells[addr]; isCell {
		return addr, partSelf, true
	}
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil, 0, false
	}
	cell, known = field.X, s.cells[field.X].Form == result
	if part, of := partOf(field.X.Type(), field.Field); of {
		return cell, part, known
	}
	return nil, 0, false
}

// position returns where an instruction stands, as far as it tells.
func (f *frame) position(pos token.Pos) Place {
	return Place{Place: code.PlaceOf(f.fset.Position(pos))}
}
