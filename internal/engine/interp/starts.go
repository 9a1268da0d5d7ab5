package interp

import (
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// Spawning tells that the function value which is called next runs in a goroutine of its own.
func (in *Interp) Spawning() { in.spawning = true }

// Spawn makes a call that runs in a goroutine of its own: where that does not return, the one that started it goes on.
func (in *Interp) Spawn(call func()) {
	in.spawning = true
	in.through(call)
	in.spawning = false
}

// spawn starts a goroutine. Of the same one in each round of a loop that counts, with nothing changed that it can reach, some rounds show
// what it does.
func (f *frame) spawn(in *code.Instr) {
	c := &Call{Interp: f.Interp, Args: f.arguments(in), At: f.place(in)}
	start := func() value.Value {
		f.Spawn(func() { f.apply(in, c.Args) })
		return nil
	}
	if loops, round := f.roundsAround(f.at); len(loops) > 0 && round == "" {
		if reached, all := c.reached(); all {
			f.inRound(c, nil, reached, start)
			return
		}
	}
	start()
}

// startOf returns how the call that begins was started, nil if it is an ordinary one.
func (in *Interp) startOf(from value.Place) *value.Start {
	if begun := in.begun; begun != nil {
		in.begun = nil
		return begun
	}
	s := value.Start{Go: in.spawning}
	in.spawning = false
	if f := in.current; f != nil && f.node == from.Node {
		s.Loops, s.Round = f.roundsAround(f.at)
	}
	if !s.Go && len(s.Loops) == 0 && s.Round == "" {
		return nil
	}
	return &s
}

// Loops returns the loops that count around the call that is made.
func (c *Call) Loops() []value.Loop {
	f := c.current
	if f == nil || f.node != c.At.Node {
		return nil
	}
	loops, _ := f.roundsAround(f.at)
	return loops
}

// roundsAround returns the loops around a block that count, the innermost last, and which round it is of those that go over
// elements.
func (f *frame) roundsAround(block int) (loops []value.Loop, round string) {
	if f.body.Blocks[block].Loop < 0 {
		return nil, ""
	}
	var headers []int
	for header, blocks := range f.body.Loops {
		if blocks[block] {
			headers = append(headers, header)
		}
	}
	slices.Sort(headers)
	for _, header := range headers {
		switch n, elements := f.roundsOf(header); {
		case elements:
			round += strconv.Itoa(f.rounds[header]) + " "
		case n != nil:
			loops = append(loops, value.Loop{Header: header, Rounds: n, Round: f.rounds[header]})
		}
	}
	return loops, round
}

// roundsOf returns how often a loop goes round that counts, nil for any other, and whether it has a round for each element
// of something.
func (f *frame) roundsOf(header int) (n value.Value, elements bool) {
	for _, b := range f.body.LoopBlocks(header) {
		block := &f.body.Blocks[b]
		last := &block.Instrs[len(block.Instrs)-1]
		if last.Op != code.OpIf || !block.Leaves[0] && !block.Leaves[1] {
			continue
		}
		def := f.body.Definition(last.Args[0])
		if over := f.rangedOver(def); over != nil {
			if value.IsUnresolved(over) {
				return over, false // it may be a number
			}
			return f.roundsOver(over)
		}
		if def == nil || def.Op != code.OpBinary {
			continue
		}
		op, x, y := def.Str, def.Args[0], def.Args[1]
		start, step, counts := f.counter(x, header)
		if !counts {
			x, y = y, x
			op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
			if start, step, counts = f.counter(x, header); !counts {
				continue
			}
		}
		switch op {
		case "<", "<=", "!=":
			if over := f.measured(y); over != nil {
				return f.roundsOver(over)
			}
			if slices.Contains(block.Succs, header) {
				step-- // it is asked at the end of a round, as for range over a number is, and the first one is not counted
			}
			return rounds(f.value(y), start, step, op == "<="), false
		case ">", ">=":
			return start, false
		}
	}
	return uncounted, false
}

// uncounted is how often a loop goes round of which that is not known.
var uncounted = &value.Unknown{Why: "a loop that goes round as often as something happens"}

// roundsOver returns how often a loop goes round that goes over a list or a map: what decided its length, where that is not a number
// that is known, or else, with elements, once for each of its elements.
func (f *frame) roundsOver(list value.Value) (n value.Value, elements bool) {
	value.Each(list, func(v value.Value) {
		if s, ok := v.(value.Slice); ok && s.Obj.Length != nil {
			n = s.Obj.Length
		}
	})
	if n != nil {
		return n, false
	}
	if _, open := f.length(list).(*value.Unknown); open {
		if elems, _ := f.elements(list); len(elems) == 0 {
			return uncounted, false
		}
	}
	return nil, true
}

// appended notes of a list that grows in a loop what decides how long it gets, where the rounds are not followed one by one.
func (f *frame) appended(list value.Value) value.Value {
	var n value.Value
	loops, _ := f.roundsAround(f.at)
	for _, loop := range loops {
		switch _, followed := value.IntValue(loop.Rounds); {
		case followed:
		case n == nil:
			n = loop.Rounds
		default:
			n = uncounted
		}
	}
	if n != nil {
		value.Each(list, func(v value.Value) {
			if s, ok := v.(value.Slice); ok {
				s.Obj.Length = n
			}
		})
	}
	return list
}

// nextOf returns the instruction that goes on to a loop's next element, if the loop's condition is whether there is one, else nil.
func (f *frame) nextOf(cond *code.Instr) *code.Instr {
	if cond == nil || cond.Op != code.OpExtract {
		return nil
	}
	if next := f.body.Definition(cond.Args[0]); next != nil && next.Op == code.OpNext {
		return next
	}
	return nil
}

// rangedOver returns what a loop goes over whose condition is whether there is a next element, nil for other conditions.
func (f *frame) rangedOver(cond *code.Instr) value.Value {
	next := f.nextOf(cond)
	if next == nil {
		return nil
	}
	if over := f.body.Definition(next.Args[0]); over != nil && over.Op == code.OpRange {
		return f.value(over.Args[0])
	}
	return nil
}

// rounds is the number of rounds of a loop from start plus step to bound.
func rounds(bound, start value.Value, step int, inclusive bool) value.Value {
	first, ok := value.IntValue(start)
	n, known := value.IntValue(bound)
	if !ok || !known {
		return bound
	}
	n -= first + step
	if inclusive {
		n++
	}
	if b, isBasic := bound.(*value.Basic); isBasic {
		return &value.Basic{Val: value.Int(n).(*value.Basic).Val, At: b.At}
	}
	return value.Int(n)
}

// counter reports whether an operand is what a loop counts with: a value that begins with start and, where it is
// compared, has step added.
func (f *frame) counter(arg, header int) (start value.Value, step int, ok bool) {
	for range 8 {
		def := f.body.Definition(arg)
		if def == nil {
			return nil, 0, false
		}
		switch def.Op {
		case code.OpConvert:
			arg = def.Args[0]
		case code.OpBinary:
			n, known := value.IntValue(f.value(def.Args[1]))
			if !known || def.Str != "+" && def.Str != "-" {
				return nil, 0, false
			}
			if def.Str == "-" {
				n = -n
			}
			step += n
			arg = def.Args[0]
		case code.OpLoad: // a variable of each round's own
			if v := f.body.Definition(def.Args[0]); v != nil && (v.Op == code.OpPhi || v.Op == code.OpAlloc) {
				return value.Int(0), step, true
			}
			return nil, 0, false
		case code.OpPhi:
			blocks := f.body.Loops[header]
			if !slices.ContainsFunc(f.body.Blocks[header].Instrs, func(in code.Instr) bool { return in.Op == code.OpPhi && in.Dst == def.Dst }) {
				return nil, 0, false
			}
			for i, pred := range f.body.Blocks[header].Preds {
				if !blocks[pred] {
					start = f.work.Join(start, f.value(def.Args[i]))
				}
			}
			return start, step, start != nil
		default:
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// measured returns the value of which an operand is the length, nil for any other.
func (f *frame) measured(arg int) value.Value {
	if def := f.body.Definition(arg); def != nil && def.Op == code.OpBuiltin && (def.Str == "len" || def.Str == "cap") {
		return f.value(def.Args[0])
	}
	return nil
}
