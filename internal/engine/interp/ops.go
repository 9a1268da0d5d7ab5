package interp

import (
	"go/constant"
	"go/token"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// value returns the value of an operand.
func (f *frame) value(arg int) Value {
	if arg >= 0 {
		return f.regs[arg]
	}
	k := &f.body.Consts[^arg]
	switch k.Kind {
	case code.ConstBasic:
		return &Basic{Val: code.ParseConst(constant.Kind(k.Basic), k.Text)}
	case code.ConstGlobal:
		return Ptr{Obj: f.global(symbol.Name(k.Text))}
	case code.ConstFunc:
		return &Closure{Sym: symbol.Name(k.Text), Fn: f.Root.Find(symbol.Name(k.Text)), Types: f.types}
	}
	return Zero{}
}

// stored returns the value of an operand that is stored, passed or returned at
// pos: a constant remembers the first such place, which is where people see it.
func (f *frame) stored(arg int, pos code.Pos) Value {
	v := f.value(arg)
	switch x := v.(type) {
	case *Basic:
		if !x.At.Pos.IsValid() {
			return &Basic{Val: x.Val, At: Place{Pos: pos, Node: f.node}}
		}
	case Zero:
		if !x.At.Pos.IsValid() {
			return Zero{At: Place{Pos: pos, Node: f.node}}
		}
	case *Closure:
		if !x.At.Pos.IsValid() {
			c := *x
			c.At, c.of = Place{Pos: pos, Node: f.node}, x
			f.pending = append(f.pending, &c)
			return &c
		}
	}
	return v
}

func (f *frame) place(in *code.Instr) Place { return Place{Pos: in.Pos, Node: f.node} }

// typ resolves the type parameters in a type's notation.
func (f *frame) typ(t string) string {
	i := strings.IndexByte(t, '$')
	if i < 0 || len(f.types) == 0 {
		return t
	}
	var b strings.Builder
	for i < len(t) {
		dollar := strings.IndexByte(t[i:], '$')
		break_ := dollar < 0
		if break_ {
			break
		}
		i += dollar
		end := i + 1
		for end < len(t) && (t[end] == '_' || t[end] >= '0' && t[end] <= '9' || t[end] >= 'A' && t[end] <= 'Z' || t[end] >= 'a' && t[end] <= 'z') {
			end++
		}
		b.Reset()
		b.WriteString(t[:i])
		actual, ok := f.types[t[i+1:end]]
		if !ok {
			actual = t[i:end]
		}
		b.WriteString(actual)
		n := b.Len()
		b.WriteString(t[end:])
		t, i = b.String(), n
	}
	return t
}

// exec runs one instruction that does not end its block.
func (f *frame) exec(in *code.Instr) {
	var v Value
	switch in.Op {
	case code.OpAlloc:
		typ := f.typ(in.Str)
		v = f.New(typ, f.zero(typ, f.place(in)), f.place(in))
	case code.OpField:
		v = f.fieldOf(f.value(in.Args[0]), in)
	case code.OpFieldAddr:
		v = f.fieldAddr(f.value(in.Args[0]), in)
	case code.OpIndex:
		v = f.index(f.value(in.Args[0]), f.value(in.Args[1]))
	case code.OpIndexAddr:
		v = f.indexAddr(f.value(in.Args[0]), f.value(in.Args[1]))
	case code.OpLookup:
		v = f.lookup(f.value(in.Args[0]), f.value(in.Args[1]), in.CommaOK)
	case code.OpLoad:
		v = f.load(f.value(in.Args[0]))
	case code.OpStore:
		f.store(f.value(in.Args[0]), f.stored(in.Args[1], in.Pos))
	case code.OpCall, code.OpCallValue, code.OpInvoke, code.OpBuiltin:
		v = f.callInstr(in)
	case code.OpDefer:
		f.deferCall(in)
	case code.OpGo:
		f.apply(code.Op(in.N), in, f.arguments(in))
		f.dead = false
	case code.OpRunDefers:
		f.runDefers()
	case code.OpClosure, code.OpMethod:
		v = f.closure(in)
	case code.OpIface:
		v = f.iface(f.stored(in.Args[0], in.Pos), f.typ(in.Str))
	case code.OpAssert:
		v = f.assert(f.value(in.Args[0]), in)
	case code.OpConvert:
		v = f.stored(in.Args[0], in.Pos)
	case code.OpExtract:
		v = component(f.value(in.Args[0]), in.N)
	case code.OpBinary:
		v = operate(f.value(in.Args[0]), in.Str, f.value(in.Args[1]))
	case code.OpUnary:
		v = unary(in.Str, f.value(in.Args[0]))
	case code.OpSlice:
		v = f.slice(in)
	case code.OpMakeSlice:
		v = f.makeSlice(in)
	case code.OpMakeMap:
		v = Map{Obj: f.New("map", &Entries{}, f.place(in)).Obj}
	case code.OpMapUpdate:
		f.mapUpdate(f.value(in.Args[0]), f.value(in.Args[1]), f.stored(in.Args[2], in.Pos))
	case code.OpRange:
		v = iterator{Obj: f.New("iterator", Int(0), f.place(in)).Obj, Over: f.value(in.Args[0])}
	case code.OpNext:
		v = f.next(f.value(in.Args[0]))
	default:
		for _, a := range in.Args {
			f.escape(f.value(a), "", f.place(in), 0)
		}
		v = &Unknown{Why: in.Str, At: f.place(in)}
	}
	if in.Dst >= 0 {
		f.regs[in.Dst] = v
	}
}

// zero returns the zero value of a variable of the type.
func (f *frame) zero(typ string, at Place) Value {
	switch typ {
	case "array":
		return &Array{Rest: Zero{At: at}}
	case "":
		return Zero{At: at}
	}
	c := typ[0]
	if c == '*' || c == '$' || strings.HasPrefix(typ, "[]") {
		return Zero{At: at}
	}
	if typ == "struct" || strings.IndexByte(typ, '.') >= 0 {
		return &Struct{Type: typ, Rest: Zero{At: at}}
	}
	return Zero{At: at}
}

func component(v Value, i int) Value {
	switch v := v.(type) {
	case Tuple:
		if i < len(v) {
			return v[i]
		}
	case *Union:
		var out Value
		for _, x := range v.Of {
			out = Join(out, component(x, i))
		}
		return out
	case *Unknown, *Param:
		return v
	}
	return &Unknown{Why: "a result that is not known"}
}

func (f *frame) closure(in *code.Instr) Value {
	bound := make([]Value, len(in.Args))
	for i, a := range in.Args {
		bound[i] = f.value(a)
	}
	c := &Closure{
		Sym: in.Symbol(), Fn: f.Root.Find(in.Symbol()), Bound: bound, Types: f.types,
		Method: in.Op == code.OpMethod, Iface: in.N == 1, At: f.place(in),
	}
	f.pending = append(f.pending, c)
	return c
}

func (f *frame) iface(v Value, typ string) Value {
	if u, ok := v.(*Union); ok {
		var out Value
		for _, x := range u.Of {
			out = Join(out, f.iface(x, typ))
		}
		return out
	}
	return &Iface{Type: typ, V: v}
}

// assert returns the outcome of a type assertion or of one case of a type switch.
func (f *frame) assert(v Value, in *code.Instr) Value {
	want := f.typ(in.Str)
	var out Value
	Each(v, func(x Value) {
		var r, ok Value = x, &Unknown{Why: "a type assertion", Deps: []Value{x}}
		if i, isIface := x.(*Iface); isIface && in.N == 0 {
			match := i.Type == want
			if !match && (strings.Contains(want+i.Type, "$") || strings.Contains(want+i.Type, "[")) {
				match = strings.Count(i.Type, "*") == strings.Count(want, "*") && code.BaseType(i.Type) == code.BaseType(want)
			}
			if match {
				r, ok = i.V, Bool(true)
			} else {
				r, ok = Zero{}, Bool(false)
				if !in.CommaOK {
					return // this value would panic
				}
			}
		} else if _, isZero := x.(Zero); isZero || isIface && f.lacks(i.Type, in.Types) {
			r, ok = Zero{}, Bool(false)
			if !in.CommaOK {
				return
			}
		}
		if in.CommaOK {
			r = Tuple{r, ok}
		}
		out = Join(out, r)
	})
	if out == nil {
		return &Unknown{Why: "a type assertion that fails"}
	}
	return out
}

func operate(x Value, op string, y Value) Value {
	if tok, ok := comparisons[op]; ok {
		if outcome, known := compare(x, tok, y); known {
			return Bool(outcome)
		}
		return &Unknown{Why: "a condition", Deps: []Value{x, y}}
	}
	bx, by := basicOf(x, y), basicOf(y, x)
	if bx != nil && by != nil {
		if v, ok := fold(bx, op, by); ok {
			return &Basic{Val: v, At: firstPlace(x, y)}
		}
	}
	if _, ok := x.(Zero); ok {
		if _, ok := y.(Zero); ok {
			return x
		}
	}
	return &Arith{Op: op, X: x, Y: y}
}

func firstPlace(x, y Value) Place {
	if b, ok := x.(*Basic); ok && b.At.Pos.IsValid() {
		return b.At
	}
	if b, ok := y.(*Basic); ok {
		return b.At
	}
	return Place{}
}

var arithmetic = map[string]token.Token{
	"+": token.ADD, "-": token.SUB, "*": token.MUL, "/": token.QUO, "%": token.REM,
	"&": token.AND, "|": token.OR, "^": token.XOR, "&^": token.AND_NOT,
}

func fold(x constant.Value, op string, y constant.Value) (v constant.Value, ok bool) {
	tok, known := arithmetic[op]
	if !known || x.Kind() != y.Kind() {
		return nil, false
	}
	switch x.Kind() {
	case constant.String:
		if tok != token.ADD || len(constant.StringVal(x))+len(constant.StringVal(y)) > 4096 {
			return nil, false
		}
	case constant.Int:
		if tok == token.QUO || tok == token.REM {
			if constant.Sign(y) == 0 {
				return nil, false
			}
			if tok == token.QUO {
				tok = token.QUO_ASSIGN // integer division
			}
		}
	case constant.Float:
		if tok == token.QUO && constant.Sign(y) == 0 || tok != token.ADD && tok != token.SUB && tok != token.MUL && tok != token.QUO {
			return nil, false
		}
	default:
		return nil, false
	}
	v = constant.BinaryOp(x, tok, y)
	if v.Kind() == constant.Int && constant.BitLen(v) > 64 {
		return nil, false // it would overflow
	}
	return v, true
}

func unary(op string, x Value) Value {
	switch op {
	case "!":
		if yes, known := truth(x); known {
			return Bool(!yes)
		}
		return &Unknown{Why: "a condition", Deps: []Value{x}}
	case "-":
		if b, ok := x.(*Basic); ok && isNumeric(b.Val) {
			return &Basic{Val: constant.UnaryOp(token.SUB, b.Val, 0), At: b.At}
		}
	}
	return &Arith{Op: op, X: x}
}
