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
	seen := make(map[value.Value]bool)
	var visit func(v value.Value) bool
	visit = func(v value.Value) bool {
		if !isChoice(v) {
			if t, ok := v.(value.Tuple); ok {
				for _, x := range t {
					if visit(x) {
						return true
					}
				}
			}
			return false
		}
		if in.chosen[v] {
			return true
		}
		if seen[v] {
			return false
		}
		seen[v] = true
		switch x := v.(type) {
		case *value.Union:
			for _, y := range x.Of {
				if visit(y) {
					return true
				}
			}
		case *value.Arith:
			return visit(x.X) || visit(x.Y)
		case *value.Iface:
			return visit(x.V)
		case *value.Unknown:
			for _, y := range x.Deps {
				if visit(y) {
					return true
				}
			}
		}
		return false
	}
	return visit(v)
}

// isChoice reports whether a value is told from others that look the same, so that it can be noted.
func isChoice(v value.Value) bool {
	switch v.(type) {
	case nil, value.Zero, value.Tuple:
		return false
	}
	return true
}

// missingDecides reports whether a condition is computed from what does not type-check, or from what that has chosen.
func (f *frame) missingDecides(cond int) bool {
	if !f.partial {
		return false
	}
	if len(f.chosen) > 0 && f.ChosenByMissing(f.value(cond)) {
		return true
	}
	seen := make(map[value.Value]bool)
	var visit func(v value.Value) bool
	visit = func(v value.Value) bool {
		switch x := v.(type) {
		case *value.Unknown:
			if x.Unresolved {
				return true
			}
			if seen[v] {
				return false
			}
			seen[v] = true
			for _, d := range x.Deps {
				if visit(d) {
					return true
				}
			}
		case *value.Union:
			for _, y := range x.Of {
				if visit(y) {
					return true
				}
			}
		case *value.Arith:
			return visit(x.X) || visit(x.Y)
		case *value.Iface:
			return visit(x.V)
		}
		return false
	}
	return visit(f.value(cond))
}

// noteChoices notes what several ways differ in, in memory and in what they return.
func (f *frame) noteChoices(ways []exit) {
	ways = ways[:min(len(ways), maxChoiceWays)]
	mems := make([]*value.Memory, len(ways))
	for i, w := range ways {
		mems[i] = w.mem
		for n, v := range w.values {
			if n < len(ways[0].values) {
				f.noteDifference(ways[0].values[n], v)
			}
		}
	}
	value.Differences(mems, func(contents []value.Value) {
		for _, v := range contents[1:] {
			f.noteDifference(contents[0], v)
		}
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
	case value.Tuple:
		if y, ok := w.(value.Tuple); ok {
			for i := range min(len(x), len(y)) {
				f.noteDifference(x[i], y[i])
			}
			return
		}
	}
	f.note(v)
	f.note(w)
}

// note notes that a value is one of several.
func (f *frame) note(v value.Value) {
	switch x := v.(type) {
	case nil, value.Zero:
	case *value.Union:
		for _, y := range x.Of {
			f.note(y)
		}
	case value.Tuple:
		for _, y := range x {
			f.note(y)
		}
	case *value.Iface:
		f.note(x.V)
	case *value.Struct:
		for _, y := range x.Fields {
			f.note(y)
		}
	case *value.Array:
		for _, y := range x.Elems {
			f.note(y)
		}
	default:
		f.chosen[v] = true
	}
}
