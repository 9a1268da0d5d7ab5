package interp

import (
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// A slice may be put in an order that is not known. Its elements stay as they are, so that a loop over all of them finds
// each once, and the array is marked: what is read at an index that no loop counts may be any of them.

// Mix notes that the elements of each slice that a value can be are in an order that is not known.
func (in *Interp) Mix(v value.Value) {
	value.Each(value.Dynamic(v), func(x value.Value) {
		s, ok := value.Dynamic(x).(value.Slice)
		if !ok {
			return
		}
		if a, ok := in.mem.Get(s.Obj).(*value.Array); ok && !a.Mixed && (len(a.Elems) > 1 || a.Rest != nil) {
			in.mem.Set(s.Obj, &value.Array{Elems: a.Elems, Rest: a.Rest, Mixed: true})
		}
	})
}

// IsMixed reports whether the elements of a slice are in an order that is not known.
func (in *Interp) IsMixed(v value.Value) bool {
	return value.Some(value.Dynamic(v), func(x value.Value) bool {
		s, ok := value.Dynamic(x).(value.Slice)
		if !ok {
			return false
		}
		a, ok := in.mem.Peek(s.Obj).(*value.Array)
		return ok && a.Mixed
	})
}

// spread makes each element of an array whose order is not known any of them: what takes only some of them, or puts them
// beside others, has no loop that would find each once.
func (in *Interp) spread(v value.Value) {
	value.Each(v, func(x value.Value) {
		s, ok := x.(value.Slice)
		if !ok || !in.IsMixed(s) {
			return
		}
		elems, rest := in.elements(s)
		any := value.JoinAll(append(elems, rest), in.work)
		a := in.mem.Get(s.Obj).(*value.Array)
		out := &value.Array{Elems: slices.Clone(a.Elems), Rest: a.Rest}
		if rest != nil {
			out.Rest = any
		}
		in.mem.Set(s.Obj, out)
		for i := range elems {
			in.store(value.Ptr{Obj: s.Obj, Path: strconv.Itoa(s.Lo+i) + "/"}, any)
		}
	})
}

// isWhole reports whether a slice has all elements of its array.
func (in *Interp) isWhole(s value.Slice) bool {
	a, ok := in.mem.Peek(s.Obj).(*value.Array)
	return ok && s.Lo == 0 && (s.Hi < 0 || s.Hi >= len(a.Elems))
}

// goesOver reports whether an index is what a loop counts, so that it goes over the elements.
func (f *frame) goesOver(index int) bool {
	def := f.body.Definition(index)
	for range 8 {
		if def == nil {
			return false
		}
		switch def.Op {
		case code.OpPhi, code.OpAlloc: // or a variable of each round's own
			for header, blocks := range f.body.Loops {
				if def.Op == code.OpPhi && defines(&f.body.Blocks[header], def) {
					return true
				}
				for b := range blocks {
					if def.Op == code.OpAlloc && defines(&f.body.Blocks[b], def) {
						return true
					}
				}
			}
			return false
		case code.OpConvert, code.OpBinary, code.OpLoad:
			def = f.body.Definition(def.Args[0])
		default:
			return false
		}
	}
	return false
}

func defines(block *code.Block, def *code.Instr) bool {
	return slices.ContainsFunc(block.Instrs, func(in code.Instr) bool { return in.Op == def.Op && in.Dst == def.Dst })
}
