package outcome

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// Exec follows one instruction, which may split the way.
func (f *frame) Exec(s *state, instr ssa.Instruction) []*state {
	switch i := instr.(type) {
	case *ssa.Alloc:
		if v := zeroOf(i.Type().Underlying().(*types.Pointer).Elem()); v.Form != untracked {
			s.cells[i] = v
		}
	case *ssa.Store:
		f.store(s, i)
	case *ssa.UnOp:
		return f.unary(s, i)
	case *ssa.BinOp:
		if formOf(i.Type()) == single && !onlyBranches(i) {
			return f.split(s, i)
		}
	case *ssa.Field:
		f.field(s, i)
	case *ssa.MakeInterface:
		if syntax.IsError(i.Type()) {
			s.regs[i] = value{Form: single, Self: scalar{Is: yes, Kinds: kindOfType(i.X.Type())}}
		}
	case *ssa.ChangeInterface:
		if formOf(i.Type()) == single && formOf(i.X.Type()) == single {
			s.regs[i] = f.eval(s, i.X)
		}
	case *ssa.ChangeType:
		if formOf(i.Type()) == formOf(i.X.Type()) && formOf(i.Type()) != untracked {
			s.regs[i] = f.eval(s, i.X)
		}
	case *ssa.Call:
		return f.call(s, i)
	case *ssa.Defer:
		if len(s.defers) >= maxDefers {
			f.out.lost = true
			return nil
		}
		s.defers = append(s.defers, i)
	case *ssa.RunDefers:
		return f.runDefers(s)
	case *ssa.Go:
		f.escape(s, i.Call.Value)
		for _, arg := range i.Call.Args {
			f.escape(s, arg)
		}
	case *ssa.Extract:
		if _, isCall := i.Tuple.(*ssa.Call); !isCall {
			f.make(s, i, keptOf(i.Type()))
		}
	case ssa.Value:
		f.make(s, i, keptOf(i.Type()))
	}
	return []*state{s}
}

// make gives a register a value that nothing else has.
func (f *frame) make(s *state, at ssa.Value, v value) {
	if v.Form != untracked {
		s.regs[at] = f.fresh(s, at, v)
	}
}

func (f *frame) store(s *state, i *ssa.Store) {
	v := f.eval(s, i.Val)
	f.escape(s, i.Val) // a pointer that is kept elsewhere
	cell, part, known := f.place(s, i.Addr)
	if !known {
		return
	}
	old := s.cells[cell]
	switch part {
	case partAfter:
		old.After = v.Self
	case partRequeue:
		old.Requeue = v.Self
	default:
		old = v
	}
	s.cells[cell] = old
}

func (f *frame) unary(s *state, i *ssa.UnOp) []*state {
	switch i.Op {
	case token.NOT:
		if !onlyBranches(i) {
			return f.split(s, i)
		}
		return []*state{s}
	case token.MUL:
		form := formOf(i.Type())
		if form == untracked {
			break
		}
		if g, ok := i.X.(*ssa.Global); ok && syntax.IsError(i.Type()) {
			s.regs[i] = value{Form: single, Self: scalar{Is: yes, Kinds: kindOfVariable(g)}}
			break
		}
		if v := f.kept(i.X); v.Form == form {
			s.regs[i] = v
			break
		}
		if cell, part, known := f.place(s, i.X); known {
			if v := s.cells[cell]; part == partSelf {
				s.regs[i] = v
			} else {
				s.regs[i] = value{Form: single, Self: v.part(part)}
			}
			break
		}
		if v := f.eval(s, i.X); v.Form == pointer && form == result {
			v.Form, v.Self = result, scalar{}
			s.regs[i] = v
			break
		}
		if field, ok := i.X.(*ssa.FieldAddr); ok {
			if v := f.eval(s, field.X); v.Form == pointer {
				if part, known := partOf(field.X.Type(), field.Field); known {
					s.regs[i] = value{Form: single, Self: v.part(part)}
					break
				}
			}
		}
		if v, known := s.regs[f.again[i]]; known {
			s.regs[i] = v
			break
		}
		f.make(s, i, keptOf(i.Type()))
	default: // received from a channel, or computed
		f.make(s, i, keptOf(i.Type()))
	}
	return []*state{s}
}

func (f *frame) field(s *state, i *ssa.Field) {
	if v := f.eval(s, i.X); v.Form == result {
		if part, known := partOf(i.X.Type(), i.Field); known {
			s.regs[i] = value{Form: single, Self: v.part(part)}
			return
		}
	}
	f.make(s, i, keptOf(i.Type()))
}

func partOf(t types.Type, index int) (part int, known bool) {
	field := ways.Field(t, index)
	switch {
	case field == nil:
		return 0, false
	case field.Name() == "RequeueAfter":
		return partAfter, true
	case field.Name() == "Requeue":
		return partRequeue, true
	}
	return 0, false
}

// escape forgets what the variables hold whose addresses a value gives to others.
func (f *frame) escape(s *state, v ssa.Value) {
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
		if cell, isCell := s.cells[v]; isCell && cell.Form != untracked {
			s.cells[v] = unknownOf(v.Type().Underlying().(*types.Pointer).Elem())
		}
	}
}

// split follows both outcomes of a condition that is kept in a variable.
func (f *frame) split(s *state, cond ssa.Value) []*state {
	then, otherwise := f.Decide(s, cond)
	return answers(cond, then, otherwise)
}

// answers are the states in which a condition holds and does not, of which either may be nil.
func answers(cond ssa.Value, then, otherwise *state) []*state {
	var out []*state
	if then != nil {
		then.regs[cond] = value{Form: single, Self: scalar{Is: yes}}
		out = append(out, then)
	}
	if otherwise != nil {
		otherwise.regs[cond] = value{Form: single, Self: scalar{Is: no}}
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
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// Finish notes an outcome.
func (f *frame) Finish(s *state, ret *ssa.Return) {
	o := &outcome{given: s.given, cells: make(map[int]value)}
	for _, r := range ret.Results {
		o.results = append(o.results, f.eval(s, r))
	}
	for i, in := range f.inputs {
		if v, isCell := s.cells[in]; isCell {
			if elem := in.Type().Underlying().(*types.Pointer).Elem(); v != input(unknownOf(elem), i) {
				o.cells[i] = v.known()
			}
		}
	}
	var made []Place
	if asked, failed := pairOf(o.results, f.fn.Signature.Results()); asked.asks() && failed.unsure() && f.ofOneStruct(ret) {
		o.results[1].Self.Unsure = false
	}
	switch asked, failed := pairOf(o.results, f.fn.Signature.Results()); {
	case asked.asks() && failed.fails():
		made = f.made(asked, failed, ret, false)
		if s.paired != nil && failed.with == nil {
			at := f.position(s.paired.Pos())
			at.describe(asked, failed)
			at.Maybe, at.Deferred = true, true
			made = []Place{at}
		}
	case asked.asks():
		f.out.fine[f.position(ret.Pos())] = true
	case asked.isZero() && failed.Is == no:
		made = f.made(asked, failed, ret, true)
	}
	for i := range o.results {
		o.results[i] = o.results[i].alone()
	}
	o = f.out.add(o)
	if made != nil {
		if o.places == nil {
			o.places = &places{list: make(map[Place]bool)}
		}
		o.places.add(made...)
	}
}

// known is a value without IDs that mean nothing to callers.
func (v value) known() value {
	for _, c := range []*scalar{&v.Self, &v.After, &v.Requeue} {
		c.ID, c.Beside = min(c.ID, 0), 0
	}
	return v
}

// alone is such a value without what it came with.
func (v value) alone() value {
	v.Self.with, v.After.with, v.Requeue.with = nil, nil, nil
	return v.known()
}

// made returns where a Result and an error come together that are returned: those that ask and
// fail at once, or those that answer a request which was turned away.
func (f *frame) made(asked value, failed scalar, ret *ssa.Return, denied bool) []Place {
	if w := failed.with; w != nil && (asked.After.with == w || asked.Requeue.with == w) {
		return slices.DeleteFunc(w.sorted(), func(p Place) bool { return p.Denied != denied })
	}
	p := f.position(ret.Pos())
	switch {
	case denied:
		if !f.denied[ret.Block()] {
			return nil
		}
		p.Denied = true
	case asked.After.Is == either && asked.After.ID < 0, asked.Requeue.Is == either && asked.Requeue.ID < 0:
		return []Place{{}} // the caller decides: it stands at the call
	default:
		p.describe(asked, failed)
		p.Older = f.older(failed, ret)
		p.Brought = brought(ret)
	}
	return []Place{p}
}

func (p *Place) describe(asked value, failed scalar) {
	p.Length = asked.After.Length
	p.Requeue = asked.After.Is == no
	p.Maybe = failed.Is == either
	p.Terminal = failed.Is == yes && failed.hasKind(terminalKind) == yes
}
