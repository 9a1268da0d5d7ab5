package interp

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// A loop whose end is not known is gone round once. What it makes of a value from round to round, by adding to it, is then not
// what that round made of it: a number is one that a loop counts, a list has any number of elements more. What it merely
// sets is one of the values that it sets. The same holds for a function that code which cannot be followed may call any number of
// times.

// isOpen reports whether a loop goes round a number of times that is not known.
func (f *frame) isOpen(header int) bool {
	return f.open[header] && !f.bounded[header] && !f.counting[header]
}

// endsByCounting reports whether a loop ends when it has counted to a known number, at a place where it was not decided yet.
func (f *frame) endsByCounting(header, but int) bool {
	for b := range f.body.Loops[header] {
		block := &f.body.Blocks[b]
		last := &block.Instrs[len(block.Instrs)-1]
		if b == but || last.Op != code.OpIf || !block.Leaves[0] && !block.Leaves[1] {
			continue
		}
		if def := f.body.Definition(last.Args[0]); def != nil && def.Op == code.OpBinary && len(def.Args) == 2 {
			for i, arg := range def.Args {
				_, known := value.IntValue(f.value(def.Args[1-i]))
				if known && f.goesOver(arg) {
					return true
				}
			}
		}
	}
	return false
}

// widen makes what an open loop begins a round with that of any round.
func (f *frame) widen(header int) {
	instrs := f.body.Blocks[header].Instrs
	changed := false
	for i := range instrs {
		phi := &instrs[i]
		if phi.Op != code.OpPhi {
			break
		}
		v := f.regs[phi.Dst]
		if f.grows(phi) {
			v = f.anyRound(header, v, v)
		} else {
			f.eachBack(header, phi, func(arg int) {
				for _, x := range f.chosenAmong(phi, arg) {
					v = f.work.Join(v, x)
				}
			})
		}
		if v != f.regs[phi.Dst] {
			f.set(phi.Dst, v)
			changed = true
		}
	}
	for i := range instrs {
		switch instrs[i].Op {
		case code.OpBinary, code.OpConvert, code.OpUnary:
			if changed {
				f.exec(&instrs[i])
			}
		}
	}
}

// anyRound is what a loop makes of a value in any number of rounds, of which one made now of before.
func (f *frame) anyRound(header int, before, now value.Value) value.Value {
	return value.Lift(now, func(x value.Value) value.Value {
		switch x := x.(type) {
		case *value.Basic, value.Zero:
			if _, number := value.NumberText(x); number || value.IsZero(x) && f.isNumber(before, now) {
				return f.counted(header)
			}
			if _, text := value.StringValue(x); text {
				return f.counted(header)
			}
		case value.Slice:
			if value.Same(before, now) {
				return x
			}
			return f.openList(before, x)
		}
		return x
	})
}

// isNumber reports whether one of several values is known to be a number: the zero of it has the same form as that of others.
func (f *frame) isNumber(of ...value.Value) bool {
	return slices.ContainsFunc(of, func(v value.Value) bool {
		return value.Some(v, func(x value.Value) bool {
			_, number := value.NumberText(x)
			return number && x != nil
		})
	})
}

// counted is a number, or a text, to which a loop adds in each round.
func (f *frame) counted(header int) value.Value {
	if header < 0 {
		return &value.Unknown{Why: "what a function adds up that code calls which cannot be followed", At: value.Place{Node: f.node}}
	}
	return &value.Unknown{Why: "what a loop adds up", Deps: f.ends[header], At: value.Place{Node: f.node}}
}

// openList is a list of those elements that were there before an open loop, and of any number of those that it added.
func (f *frame) openList(before value.Value, now value.Slice) value.Value {
	elems, rest := f.elements(now)
	var kept []value.Value
	if _, several := before.(*value.Union); !several {
		kept, _ = f.elements(before)
	}
	n := 0
	for n < len(kept) && n < len(elems) && value.Same(kept[n], elems[n]) {
		n++
	}
	if rest = value.JoinAll(append([]value.Value{rest}, elems[n:]...), f.work); rest == nil {
		return now
	}
	list := f.List(slices.Clone(elems[:n]), rest, now.Obj.At).(value.Slice)
	list.Obj.Length = now.Obj.Length
	if f.IsMixed(now) {
		f.Mix(list)
	}
	return list
}

// eachBack calls f for the operands that a phi of a loop's header has from the end of a round.
func (f *frame) eachBack(header int, phi *code.Instr, each func(arg int)) {
	for i, pred := range f.body.Blocks[header].Preds {
		if f.body.Loops[header][pred] {
			each(phi.Args[i])
		}
	}
}

// grows reports whether what a phi of a loop's header has after a round is computed from what it had before.
func (f *frame) grows(phi *code.Instr) bool {
	return f.computed(phi.Args, func(from int) bool { return from == phi.Dst })
}

// computed reports whether values are computed from what is looked for, by more than choosing and converting it.
func (f *frame) computed(values []int, found func(from int) bool) bool {
	seen := make(map[int]bool)
	var visit func(args []int, computed bool) bool
	visit = func(args []int, computed bool) bool {
		return slices.ContainsFunc(args, func(arg int) bool {
			if found(arg) {
				return computed
			}
			def := f.body.Definition(arg)
			if def == nil || seen[arg] {
				return false
			}
			seen[arg] = true
			switch def.Op {
			case code.OpPhi, code.OpConvert:
				return visit(def.Args, computed)
			case code.OpBinary, code.OpUnary, code.OpSlice:
				return visit(def.Args, true)
			case code.OpBuiltin:
				return def.Str == "append" && visit(def.Args, true)
			}
			return false
		})
	}
	return visit(values, false)
}

// chosenAmong returns the constants that a loop sets a variable to in a round.
func (f *frame) chosenAmong(phi *code.Instr, arg int) (list []value.Value) {
	seen := map[int]bool{phi.Dst: true}
	var visit func(arg int)
	visit = func(arg int) {
		if arg < 0 {
			list = append(list, f.value(arg))
			return
		}
		if def := f.body.Definition(arg); def != nil && def.Op == code.OpPhi && !seen[arg] {
			seen[arg] = true
			for _, a := range def.Args {
				visit(a)
			}
		}
	}
	visit(arg)
	return list
}

// accumulates returns the open loop in which a store adds to what is there, and whether it does. The loop is -1 where code that
// cannot be followed calls the function, as often as it likes.
func (f *frame) accumulates(in *code.Instr) (loop int, adds bool) {
	for header := f.body.Blocks[f.at].Loop; header >= 0; header = f.around(header) {
		if f.isOpen(header) {
			return header, f.addsTo(in.Args[0], in.Args[1])
		}
	}
	return -1, f.repeats && f.addsTo(in.Args[0], in.Args[1])
}

// around returns the header of the innermost loop around another, -1 if there is none.
func (f *frame) around(header int) int {
	out, size := -1, 0
	for outer, blocks := range f.body.Loops {
		if outer != header && blocks[header] && (out < 0 || len(blocks) < size) {
			out, size = outer, len(blocks)
		}
	}
	return out
}

// addsTo reports whether a value is computed from what is at an address.
func (f *frame) addsTo(address, v int) bool {
	return f.computed([]int{v}, func(from int) bool {
		def := f.body.Definition(from)
		return def != nil && def.Op == code.OpLoad && f.sameAddress(address, def.Args[0], 0)
	})
}

// sameAddress reports whether two operands are written the same way.
func (f *frame) sameAddress(a, b, depth int) bool {
	if a == b {
		return true
	}
	x, y := f.body.Definition(a), f.body.Definition(b)
	if x == nil || y == nil || depth > 8 || x.Op != y.Op || x.Str != y.Str || len(x.Args) != len(y.Args) {
		return false
	}
	switch x.Op {
	case code.OpFieldAddr, code.OpLoad, code.OpIndexAddr:
		for i := range x.Args {
			if !f.sameAddress(x.Args[i], y.Args[i], depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
