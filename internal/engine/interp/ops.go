package interp

import (
	"os"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// set sets a register.
func (f *frame) set(register int, v value.Value) {
	f.regs[register] = v
	f.node.Written.Add(register)
}

// stored returns the value of an operand that is stored, passed or returned at
// pos: a constant remembers the first such place, which is where people see it.
func (f *frame) stored(arg int, pos code.Pos) value.Value {
	v := f.value(arg)
	switch x := v.(type) {
	case *value.Basic:
		if !x.At.Pos.IsValid() {
			placed := &value.Basic{Val: x.Val, At: value.Place{Pos: pos, Node: f.node}}
			if f.chosen[x] {
				f.chosen[placed] = true
			}
			return placed
		}
	case value.Zero:
		if !x.At.Pos.IsValid() {
			return value.Zero{At: value.Place{Pos: pos, Node: f.node}}
		}
	case *value.Closure:
		if !x.At.Pos.IsValid() {
			c := *x
			c.At, c.Of = value.Place{Pos: pos, Node: f.node}, x
			f.pending = append(f.pending, &c)
			return &c
		}
	}
	return v
}

// typ resolves the type parameters in a type's notation.
func (f *frame) typ(t string) string {
	if len(f.types) == 0 {
		return t
	}
	return os.Expand(t, func(param string) string {
		if actual, ok := f.types[param]; ok {
			return actual
		}
		return "$" + param
	})
}

// exec runs one instruction that does not end its block.
func (f *frame) exec(in *code.Instr) {
	var v value.Value
	switch in.Op {
	case code.OpAlloc:
		typ := f.typ(in.Str)
		v = f.New(typ, f.zero(typ, f.place(in)), f.place(in))
	case code.OpField:
		v = f.fieldOf(f.value(in.Args[0]), in)
	case code.OpFieldAddr:
		v = f.fieldAddr(f.value(in.Args[0]), in)
	case code.OpIndex:
		v = f.index(f.value(in.Args[0]), in.Args[1])
	case code.OpIndexAddr:
		v = f.indexAddr(f.value(in.Args[0]), in.Args[1])
	case code.OpLookup:
		v = f.lookup(f.value(in.Args[0]), f.value(in.Args[1]), in.CommaOK)
	case code.OpLoad:
		v = f.load(f.value(in.Args[0]))
	case code.OpStore:
		v := f.stored(in.Args[1], in.Pos)
		if loop, adds := f.accumulates(in); adds {
			v = f.work.Join(v, f.anyRound(loop, f.load(f.value(in.Args[0])), v))
		}
		f.store(f.value(in.Args[0]), v)
	case code.OpCall, code.OpCallValue, code.OpInvoke, code.OpBuiltin:
		v = f.callInstr(in)
		f.spawning, f.either = false, false
	case code.OpDefer:
		f.deferCall(in)
	case code.OpGo:
		f.spawn(in)
	case code.OpRunDefers:
		f.runDefers()
	case code.OpClosure, code.OpMethod:
		v = f.closure(in)
	case code.OpIface:
		v = f.iface(f.stored(in.Args[0], in.Pos), f.typ(in.Str))
	case code.OpAssert:
		v = f.assert(f.value(in.Args[0]), in)
	case code.OpConvert:
		v = value.Converted(f.stored(in.Args[0], in.Pos), f.typ(in.Number))
	case code.OpExtract:
		v = value.Component(f.value(in.Args[0]), in.Index)
	case code.OpBinary:
		v = value.Operate(f.value(in.Args[0]), in.Str, f.value(in.Args[1]), f.typ(in.Number))
	case code.OpUnary:
		v = value.Unary(in.Str, f.value(in.Args[0]), f.typ(in.Number))
	case code.OpSlice:
		v = f.slice(in)
	case code.OpMakeSlice:
		v = f.makeSlice(in)
	case code.OpMakeMap:
		v = value.Map{Obj: f.New("map", &value.Entries{}, f.place(in)).Obj}
	case code.OpMapUpdate:
		f.mapUpdate(f.value(in.Args[0]), f.value(in.Args[1]), f.stored(in.Args[2], in.Pos))
	case code.OpRange:
		v = iterator{Obj: f.New("iterator", value.Int(0), f.place(in)).Obj, Over: f.value(in.Args[0])}
	case code.OpNext:
		v = f.next(f.value(in.Args[0]))
	default:
		for _, a := range in.Args {
			f.escape(f.value(a), "", f.place(in), 0)
		}
		v = &value.Unknown{Why: in.Str, At: f.place(in)}
	}
	if in.Dst >= 0 {
		f.set(in.Dst, v)
	}
}

// zero returns the zero value of a variable of the type.
func (f *frame) zero(typ string, at value.Place) value.Value {
	switch typ {
	case "array":
		return &value.Array{Rest: value.Zero{At: at}}
	case "":
		return value.Zero{At: at}
	}
	c := typ[0]
	if c == '*' || c == '$' || strings.HasPrefix(typ, "[]") {
		return value.Zero{At: at}
	}
	if typ == "struct" || strings.IndexByte(typ, '.') >= 0 {
		return &value.Struct{Type: typ, Rest: value.Zero{At: at}}
	}
	return value.Zero{At: at}
}

func (f *frame) closure(in *code.Instr) value.Value {
	bound := make([]value.Value, len(in.Args))
	for i, a := range in.Args {
		bound[i] = f.value(a)
	}
	c := &value.Closure{
		Sym: in.Symbol(), Fn: f.Root.Find(in.Symbol()), Bound: bound, Types: f.types,
		Method: in.Op == code.OpMethod, Iface: in.Iface, At: f.place(in),
	}
	f.pending = append(f.pending, c)
	return c
}

func (f *frame) iface(v value.Value, typ string) value.Value {
	return value.Lift(v, func(x value.Value) value.Value { return &value.Iface{Type: typ, V: x} })
}

// assert returns the outcome of a type assertion or of one case of a type switch.
func (f *frame) assert(v value.Value, in *code.Instr) value.Value {
	want := f.typ(in.Str)
	out := value.Collector{Work: f.work}
	value.Each(v, func(x value.Value) {
		var r, ok value.Value = x, &value.Unknown{Why: "a type assertion", Deps: []value.Value{x}}
		if i, isIface := x.(*value.Iface); isIface && !in.Iface {
			match := i.Type == want
			if !match && (strings.Contains(want+i.Type, "$") || strings.Contains(want+i.Type, "[")) {
				match = strings.Count(i.Type, "*") == strings.Count(want, "*") && code.BaseType(i.Type) == code.BaseType(want)
			}
			if match {
				r, ok = i.V, value.Bool(true)
			} else {
				r, ok = value.Zero{}, value.Bool(false)
				if !in.CommaOK {
					return // this value would panic
				}
			}
		} else if _, isZero := x.(value.Zero); isZero || isIface && f.lacks(i.Type, in.Methods) {
			r, ok = value.Zero{}, value.Bool(false)
			if !in.CommaOK {
				return
			}
		}
		if in.CommaOK {
			r = value.Tuple{r, ok}
		}
		out.Add(r)
	})
	if out.Empty() {
		return &value.Unknown{Why: "a type assertion that fails"}
	}
	return out.Value()
}
