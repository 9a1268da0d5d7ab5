package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// In a program that does not fully type-check, a condition may rest on code that is missing. The values in which its
// two ways differ are noted: what is computed from one of them could as well be computed from the other.

// maxChoiceWays bounds the ways that are compared to find what a choice is between.
const maxChoiceWays = 16

// ChosenByMissing reports whether which of several values v is, or is computed from, may be decided by code that does
// not type-check.
func (in *Interp) ChosenByMissing(v value.Value) bool {
	return len(in.chosen) > 0 && value.Any(v, func(x value.Value) bool {
		switch x.(type) {
		case nil, value.Zero, value.Tuple:
			return false // is not told from others that look the same
		}
		return in.chosen[x]
	})
}

// missingDecides reports whether a condition is computed from what does not type-check, or from what that has chosen.
func (f *frame) missingDecides(cond int) bool {
	if !f.partial {
		return false
	}
	return f.ChosenByMissing(f.value(cond)) || value.Any(f.value(cond), func(x value.Value) bool {
		o, ok := x.(*value.Unknown)
		return ok && o.Unresolved
	})
}

// noteChosen notes the values of a block's phis that differ by the ways that meet there.
func (f *frame) noteChosen(b int) {
	for i := range f.body.Blocks[b].Instrs {
		in := &f.body.Blocks[b].Instrs[i]
		if in.Op != code.OpPhi {
			return
		}
		if u, ok := f.regs[in.Dst].(*value.Union); ok {
			f.note(u)
		}
	}
}

// noteDifference notes the parts in which two values differ.
func (f *frame) noteDifference(v, w value.Value) {
	if value.Same(v, w) {
		return
	}
	switch x := v.(type) {
	case *value.Struct:
		if y, ok := w.(*value.Struct); ok {
			for name := range x.Fields {
				f.noteDifference(x.Fields[name], y.Field(name))
			}
			for name := range y.Fields {
				if _, done := x.Fields[name]; !done {
					f.noteDifference(x.Field(name), y.Fields[name])
				}
			}
			return
		}
	case *value.Array:
		if y, ok := w.(*value.Array); ok {
			for i := range min(len(x.Elems), len(y.Elems)) {
				f.noteDifference(x.Elems[i], y.Elems[i])
			}
			return
		}
	}
	f.note(v)
	f.note(w)
}

// note notes that a value is one of several.
func (f *frame) note(v value.Value) {
	w := value.Walker{Known: true, Visit: func(x value.Value, _ int) bool {
		switch x.(type) {
		case value.Zero:
			return false
		case *value.Union, value.Tuple, *value.Iface, *value.Struct, *value.Array:
			return true
		}
		f.chosen[x] = true
		return false
	}}
	w.Walk(v)
}
