package interp

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
)

// branch follows an OpIf at the end of block b. Where the condition is not known
// it follows both ways: to the block where they meet, or, if they never do, the
// shorter one to its end. It returns the block to go on from, -1 if there is none.
func (f *frame) branch(b, stop int, in *code.Instr, reached *[]exit) int {
	block := &f.body.Blocks[b]
	f.last = b
	for _, header := range block.Exits {
		f.decided[header] = true
	}
	leaves := block.Leaves[0] || block.Leaves[1]
	if yes, known := truth(f.value(in.Args[0])); known {
		if leaves {
			f.bounded[block.Loop] = true
			f.rounds[block.Loop]++
			if block.Leaves[0] != block.Leaves[1] && !block.Leaves[side(yes)] && f.tooLong(block.Loop) {
				f.leave(block.Loop)
				return block.Succs[side(block.Leaves[0])]
			}
			limit := f.roundLimit(in.Args[0])
			if limit == maxRounds {
				f.counting[block.Loop] = true
			} else if f.counting[block.Loop] {
				limit = maxRounds // it ends by itself, whatever else it waits for
			}
			if f.rounds[block.Loop] > limit {
				if limit == maxRounds {
					f.met(fmt.Sprintf("a loop goes round more than %d times", maxRounds), Place{Pos: f.conditionAt(in), Node: f.node})
				}
				if block.Leaves[0] != block.Leaves[1] {
					return block.Succs[side(block.Leaves[0])]
				}
				f.cut()
				return -1
			}
		}
		return block.Succs[side(yes)]
	}
	if leaves && f.counts(in.Args[0]) {
		f.bounded[block.Loop] = true
	}
	if block.Loop >= 0 && f.forked[b] && !f.bounded[block.Loop] {
		// Once round a loop whose bounds are not known shows what it can do.
		switch {
		case block.Leaves[0] && !block.Leaves[1]:
			return block.Succs[0]
		case block.Leaves[1] && !block.Leaves[0]:
			return block.Succs[1]
		}
		return -1
	}
	if block.Loop >= 0 {
		f.forked[b] = true
	}
	if leaves && !f.counts(in.Args[0]) {
		f.bounded[block.Loop] = false
	}
	before := f.mem
	loops := f.saveLoops() // each way starts with the registers as they are here
	if block.Meet >= 0 {
		var ways []exit
		for s := range 2 {
			f.mem = before.copy()
			f.restoreLoops(loops)
			undo := f.refine(in.Args[0], s == 0)
			f.taken(in, s == 0)
			ways = append(ways, f.run(block.Succs[s], b, block.Meet)...)
			undo()
		}
		f.mem = before
		return f.meet(before, block.Meet, stop, ways, reached)
	}

	first := block.Early
	f.mem = before.copy()
	undo := f.refine(in.Args[0], first == 0)
	f.taken(in, first == 0)
	*reached = append(*reached, f.run(block.Succs[first], b, stop)...)
	undo()
	f.restoreLoops(loops)
	f.mem = before
	f.refine(in.Args[0], first != 0)
	f.taken(in, first != 0)
	f.last = b
	return block.Succs[1-first]
}

// taken tells the host of a way that is taken although the condition is not known.
func (f *frame) taken(in *code.Instr, yes bool) {
	if f.brancher != nil {
		f.brancher.Branch(f.value(in.Args[0]), f.conditionAt(in), yes)
	}
}

// conditionAt returns where the condition of an OpIf is written.
func (f *frame) conditionAt(in *code.Instr) code.Pos {
	if def := f.body.Definition(in.Args[0]); def != nil && def.Pos.IsValid() {
		return def.Pos
	}
	return in.Pos
}

// counts reports whether a condition compares numbers that are all known, though not
// which of them it is: a loop over a slice of one of two lengths ends by itself.
func (f *frame) counts(cond int) bool {
	def := f.body.Definition(cond)
	if def == nil || def.Op != code.OpBinary || f.comparesNil(def) {
		return false
	}
	for _, arg := range def.Args {
		known := true
		Each(f.value(arg), func(v Value) {
			if _, ok := IntValue(v); !ok {
				known = false
			}
		})
		if _, one := IntValue(f.value(def.Args[0])); !known || !one {
			return false
		}
	}
	return true
}

// comparesNil reports whether an operand of a comparison is written as nil, which has
// the same form as the zero of a number that was never set.
func (f *frame) comparesNil(def *code.Instr) bool {
	return slices.ContainsFunc(def.Args, func(arg int) bool { return arg < 0 && f.body.Consts[^arg].Kind == code.ConstZero })
}

// roundLimit returns how often a loop is followed that a condition ends: one over
// the elements of something known ends by itself, one until something happens,
// such as an error having no cause, may not.
func (f *frame) roundLimit(cond int) int {
	def := f.body.Definition(cond)
	if def == nil {
		return maxWaits
	}
	switch def.Op {
	case code.OpExtract:
		if next := f.body.Definition(def.Args[0]); next != nil && next.Op == code.OpNext {
			return maxRounds
		}
	case code.OpBinary:
		if f.comparesNil(def) {
			return maxWaits
		}
		_, x := IntValue(f.value(def.Args[0]))
		_, y := IntValue(f.value(def.Args[1]))
		if x && y {
			return maxRounds
		}
	}
	return maxWaits
}

// meet goes on from block b, reached in the ways given. The block itself is run
// here, since its phis are set from several ways at once.
func (f *frame) meet(before *memory, b, stop int, ways []exit, reached *[]exit) int {
	if len(ways) == 0 {
		return -1
	}
	if b == stop {
		*reached = append(*reached, ways...)
		return -1
	}
	if f.endless(b, ways[0].from) {
		return -1
	}
	f.enter(b, before, ways)
	return f.block(b, stop, reached)
}

func side(yes bool) int {
	if yes {
		return 0
	}
	return 1
}

// truth returns the boolean v is known to be.
func truth(v Value) (yes, known bool) {
	switch v := v.(type) {
	case *Basic:
		if v.Val.Kind() == constant.Bool {
			return constant.BoolVal(v.Val), true
		}
	case Zero:
		return false, true
	case *Union:
		for i, x := range v.Of {
			y, ok := truth(x)
			if !ok || i > 0 && y != yes {
				return false, false
			}
			yes = y
		}
		return yes, true
	}
	return false, false
}

// refine narrows what is known of the operands of a condition on the way where it
// has the truth given. Undo forgets that.
func (f *frame) refine(cond int, yes bool) (undo func()) {
	undo = func() {}
	def := f.body.Definition(cond)
	if def == nil {
		return
	}
	if def.Op == code.OpUnary && def.Str == "!" {
		return f.refine(def.Args[0], !yes)
	}
	if def.Op != code.OpBinary {
		return
	}
	op, ok := comparisons[def.Str]
	if !ok {
		return
	}
	x, y := def.Args[0], def.Args[1]
	if x < 0 {
		x, y = y, x
		op = mirrored[op]
	}
	if x < 0 {
		return
	}
	old := f.regs[x]
	narrow := f.narrow(old, op, f.value(y), yes)
	if narrow == nil {
		return
	}
	f.regs[x] = narrow
	if load := f.body.Definition(x); load != nil && load.Op == code.OpLoad {
		if p, ok := f.value(load.Args[0]).(Ptr); ok && Same(f.load(p), old) {
			f.store(p, narrow)
		}
	}
	return func() { f.regs[x] = old }
}

var comparisons = map[string]token.Token{
	"==": token.EQL, "!=": token.NEQ, "<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ,
}

var mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ,
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ,
}

// narrow returns what of v is left where comparing it with y has the outcome
// given, or nil if nothing new is known.
func (f *frame) narrow(v Value, op token.Token, y Value, yes bool) Value {
	var out Value
	changed := false
	Each(v, func(x Value) {
		outcome, known := compare(x, op, y)
		switch {
		case known && outcome != yes:
			changed = true
			return
		case !known && IsZero(y) && (op == token.EQL || op == token.NEQ):
			if o, ok := x.(*Unknown); ok && !isNumberLike(y) {
				if (op == token.EQL) == yes {
					x = Zero{}
				} else {
					refined := *o
					refined.NonNil = true
					x = &refined
				}
				changed = true
			}
		}
		out = Join(out, x)
	})
	if !changed {
		return nil
	}
	return out
}

// isNumberLike reports whether a zero value is that of a basic type, which says
// nothing about being nil.
func isNumberLike(v Value) bool {
	_, ok := v.(*Basic)
	return ok
}

// compare returns the outcome of a comparison, if it is known.
func compare(x Value, op token.Token, y Value) (outcome, known bool) {
	if u, ok := x.(*Union); ok {
		return compareAll(u.Of, func(v Value) (bool, bool) { return compare(v, op, y) })
	}
	if u, ok := y.(*Union); ok {
		return compareAll(u.Of, func(v Value) (bool, bool) { return compare(x, op, v) })
	}
	bx, by := basicOf(x, y), basicOf(y, x)
	if bx != nil && by != nil {
		if bx.Kind() != by.Kind() && (!isNumeric(bx) || !isNumeric(by)) {
			return false, false
		}
		if bx.Kind() == constant.Bool && op != token.EQL && op != token.NEQ {
			return false, false
		}
		return constant.Compare(bx, op, by), true
	}
	if op != token.EQL && op != token.NEQ {
		return false, false
	}
	equal, known := equality(x, y)
	return equal == (op == token.EQL), known
}

func compareAll(vs []Value, cmp func(Value) (bool, bool)) (outcome, known bool) {
	for i, v := range vs {
		o, ok := cmp(v)
		if !ok || i > 0 && o != outcome {
			return false, false
		}
		outcome = o
	}
	return outcome, len(vs) > 0
}

func isNumeric(v constant.Value) bool {
	return v.Kind() == constant.Int || v.Kind() == constant.Float
}

// basicOf returns the constant that x is, with the zero value taken for one of y's kind.
func basicOf(x, y Value) constant.Value {
	switch x := x.(type) {
	case *Basic:
		return x.Val
	case Zero:
		if b, ok := y.(*Basic); ok {
			switch b.Val.Kind() {
			case constant.Bool:
				return constant.MakeBool(false)
			case constant.String:
				return constant.MakeString("")
			case constant.Int, constant.Float:
				return constant.MakeInt64(0)
			}
		}
	}
	return nil
}

// equality returns whether two values that are not both basic are equal, if known.
func equality(x, y Value) (equal, known bool) {
	if _, ok := x.(Zero); ok {
		x, y = y, x
	}
	if _, ok := y.(Zero); ok {
		switch x := x.(type) {
		case Zero:
			return true, true
		case *Unknown:
			return false, x.NonNil
		case Ptr, Slice, Map, *Closure, *Iface:
			return false, true
		}
		return false, false
	}
	px, ok1 := Dynamic(x).(Ptr)
	py, ok2 := Dynamic(y).(Ptr)
	if ok1 && ok2 {
		return px == py, true
	}
	return false, false
}
