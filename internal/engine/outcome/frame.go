package outcome

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
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
	seen   map[*ssa.BasicBlock]map[string]bool
	work   []step
	states int
	out    *summary
}

// A step is a block that is about to be entered.
type step struct {
	block *ssa.BasicBlock
	state *state
}

// follow returns the outcomes of a function.
func (p *program) follow(fn *ssa.Function) *summary {
	f := &frame{
		program: p, fn: fn,
		number: make(map[ssa.Value]int),
		seen:   make(map[*ssa.BasicBlock]map[string]bool),
		out:    &summary{fine: make(map[Place]bool)},
	}
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxBlocks {
		f.out.lost = true
		return f.out
	}
	for _, param := range fn.Params {
		f.inputs = append(f.inputs, param)
	}
	for _, free := range fn.FreeVars {
		f.inputs = append(f.inputs, free)
	}
	f.enumerate()
	f.findDenied()
	f.again = readAgain(fn)
	f.live = liveness(fn, f.again)
	s := newState()
	for i, in := range f.inputs {
		f.bind(s, in, i)
	}
	f.work = []step{{fn.Blocks[0], s}}
	for len(f.work) > 0 && !f.out.lost {
		next := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		f.run(next)
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

func (f *frame) enumerate() {
	for _, in := range f.inputs {
		f.number[in] = len(f.number) + 1
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				f.number[v] = len(f.number) + 1
			}
		}
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

// run follows a block from a state to the blocks after it.
func (f *frame) run(at step) {
	current := []*state{at.state}
	for _, instr := range at.block.Instrs {
		if _, ok := instr.(*ssa.Phi); ok {
			continue // done when the block was entered
		}
		var next []*state
		for _, s := range current {
			next = append(next, f.exec(s, instr)...)
		}
		current = next
		if len(current) > maxStates {
			f.out.lost = true
			return
		}
	}
	for _, s := range current {
		f.leave(at.block, s)
	}
}

// leave follows the end of a block.
func (f *frame) leave(b *ssa.BasicBlock, s *state) {
	switch end := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.If:
		then, otherwise := f.decide(s, end.Cond)
		if then != nil {
			f.enter(b, b.Succs[0], then)
		}
		if otherwise != nil {
			f.enter(b, b.Succs[1], otherwise)
		}
	case *ssa.Jump:
		f.enter(b, b.Succs[0], s)
	case *ssa.Return:
		f.finish(s, end)
	}
}

// enter goes from one block to another, unless it has been entered in an equal state.
func (f *frame) enter(from, to *ssa.BasicBlock, s *state) {
	edge := 0
	for i, pred := range to.Preds {
		if pred == from {
			edge = i
			break
		}
	}
	next := s.clone()
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if formOf(phi.Type()) != untracked {
			next.regs[phi] = f.eval(s, phi.Edges[edge])
		}
	}
	live := f.live[to]
	for v := range next.regs {
		if !live[v] {
			delete(next.regs, v)
		}
	}
	key := next.key(f.number)
	if f.seen[to] == nil {
		f.seen[to] = make(map[string]bool)
	}
	if f.seen[to][key] {
		return
	}
	f.seen[to][key] = true
	if f.states++; f.states > maxStates {
		f.out.lost = true
		return
	}
	f.work = append(f.work, step{to, next})
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
	switch fieldName(field.X.Type(), field.Field) {
	case "RequeueAfter":
		return cell, partAfter, known
	case "Requeue":
		return cell, partRequeue, known
	}
	return nil, 0, false
}

func fieldName(t types.Type, index int) string {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok && index < st.NumFields() {
		return st.Field(index).Name()
	}
	return ""
}

// position returns where an instruction stands, as far as it tells.
func (f *frame) position(pos token.Pos) Place {
	at := f.fset.Position(pos)
	return Place{File: at.Filename, Line: at.Line, Column: at.Column}
}
