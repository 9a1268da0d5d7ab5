package value

import (
	"go/constant"
	"go/token"
)

// Extreme returns the smaller or the larger of two values.
func Extreme(which string, x, y Value) Value {
	op := token.LEQ
	if which == "max" {
		op = token.GEQ
	}
	if first, known := Compare(x, op, y); known {
		if first {
			return x
		}
		return y
	}
	return &Arith{Op: which, X: x, Y: y}
}

// Operate returns the result of a binary operation, a number of the type given, as [code.Instr] has it.
func Operate(x Value, op string, y Value, number string) Value {
	if tok, ok := Comparisons[op]; ok {
		if outcome, known := Compare(x, tok, y); known {
			return Bool(outcome)
		}
		return &Unknown{Why: "a condition", Deps: []Value{x, y}}
	}
	if v := pairs(x, op, y, number); v != nil {
		return v
	}
	if op == "*" { // by nothing: whatever the other is, it does not count
		for _, v := range []Value{x, y} {
			if v != nil && IsZero(v) {
				return v
			}
		}
	}
	return &Arith{Op: op, X: x, Y: y}
}

// mostPairs bounds the pairs of constants of which an operation is computed.
const mostPairs = 16

// pairs returns what an operation makes of constants, for each pair that the operands can be;
// nil where one of them is no constant, or there are too many.
func pairs(x Value, op string, y Value, number string) Value {
	if ways(x)*ways(y) > mostPairs {
		return nil
	}
	known := true
	out := Lift(x, func(x Value) Value {
		return Lift(y, func(y Value) Value {
			v := computed(x, op, y, number)
			known = known && v != nil
			return v
		})
	})
	if !known {
		return nil
	}
	return out
}

// ways returns how many values v can be.
func ways(v Value) int {
	if u, ok := v.(*Union); ok {
		return len(u.Of)
	}
	return 1
}

// computed returns what an operation makes of two constants, nil where it is not known.
func computed(x Value, op string, y Value, number string) Value {
	if bx, by := Constant(x, y), Constant(y, x); bx != nil && by != nil {
		if v, ok := fold(bx, op, by, number); ok {
			return &Basic{Val: v, At: firstPlace(x, y)}
		}
		return nil
	}
	if isZero(x) && isZero(y) {
		return x // of which type is not known here
	}
	return nil
}

func isZero(v Value) bool {
	_, ok := v.(Zero)
	return ok
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

var shifts = map[string]token.Token{"<<": token.SHL, ">>": token.SHR}

func fold(x constant.Value, op string, y constant.Value, number string) (v constant.Value, ok bool) {
	if tok, known := shifts[op]; known {
		return shifted(x, tok, y, number)
	}
	if isFraction(number) {
		x, y = constant.ToFloat(x), constant.ToFloat(y)
	}
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
	return held(constant.BinaryOp(x, tok, y), number)
}

func shifted(x constant.Value, tok token.Token, y constant.Value, number string) (v constant.Value, ok bool) {
	if x.Kind() != constant.Int || y.Kind() != constant.Int {
		return nil, false
	}
	by, exact := constant.Uint64Val(y)
	if !exact || by > 64 && whole[number].bits == 0 {
		return nil, false
	}
	return held(constant.Shift(x, tok, uint(min(by, 64))), number)
}

// Unary returns the result of a unary operation, a number of the type given.
func Unary(op string, x Value, number string) Value {
	switch op {
	case "!":
		if yes, known := Truth(x); known {
			return Bool(!yes)
		}
		return &Unknown{Why: "a condition", Deps: []Value{x}}
	case "-", "^":
		known := true
		out := Lift(x, func(x Value) Value {
			v := negated(op, x, number)
			known = known && v != nil
			return v
		})
		if known {
			return out
		}
	}
	return &Arith{Op: op, X: x}
}

// negated returns -x or ^x of a constant, nil where that is not known.
func negated(op string, x Value, number string) Value {
	b, ok := x.(*Basic)
	if !ok || !isNumeric(b.Val) {
		return nil
	}
	var v constant.Value
	switch t := whole[number]; {
	case op == "-":
		v = constant.UnaryOp(token.SUB, b.Val, 0)
	case t.bits == 0 || b.Val.Kind() != constant.Int:
		return nil
	default:
		v = constant.UnaryOp(token.XOR, b.Val, 0)
	}
	if v, ok = held(v, number); !ok {
		return nil
	}
	return &Basic{Val: v, At: b.At}
}
