package value

import (
	"go/constant"
	"go/token"
	"math"
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

// Operate returns the result of a binary operation.
func Operate(x Value, op string, y Value) Value {
	if tok, ok := Comparisons[op]; ok {
		if outcome, known := Compare(x, tok, y); known {
			return Bool(outcome)
		}
		return &Unknown{Why: "a condition", Deps: []Value{x, y}}
	}
	if v := pairs(x, op, y); v != nil {
		return v
	}
	return &Arith{Op: op, X: x, Y: y}
}

// mostPairs bounds the pairs of constants of which an operation is computed.
const mostPairs = 16

// pairs returns what an operation makes of constants, for each pair that the operands can be;
// nil where one of them is no constant, or there are too many.
func pairs(x Value, op string, y Value) Value {
	if ways(x)*ways(y) > mostPairs {
		return nil
	}
	known := true
	out := Lift(x, func(x Value) Value {
		return Lift(y, func(y Value) Value {
			v := computed(x, op, y)
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
func computed(x Value, op string, y Value) Value {
	if bx, by := Constant(x, y), Constant(y, x); bx != nil && by != nil {
		if v, ok := fold(bx, op, by); ok {
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

func fold(x constant.Value, op string, y constant.Value) (v constant.Value, ok bool) {
	if tok, known := shifts[op]; known {
		return shifted(x, tok, y)
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
	v = constant.BinaryOp(x, tok, y)
	if v.Kind() == constant.Int && constant.BitLen(v) > 64 {
		return nil, false // it would overflow
	}
	return v, true
}

func shifted(x constant.Value, tok token.Token, y constant.Value) (v constant.Value, ok bool) {
	if x.Kind() != constant.Int || y.Kind() != constant.Int {
		return nil, false
	}
	by, exact := constant.Uint64Val(y)
	if !exact || by >= 64 {
		return nil, false
	}
	v = constant.Shift(x, tok, uint(by))
	return v, constant.BitLen(v) <= 64
}

// Unary returns the result of a unary operation.
func Unary(op string, x Value) Value {
	switch op {
	case "!":
		if yes, known := Truth(x); known {
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

// Converted returns a constant made whole ("int") or a fraction ("float"), and any other value as it is.
func Converted(v Value, to string) Value {
	b, ok := v.(*Basic)
	if !ok {
		return v
	}
	switch {
	case to == "float" && b.Val.Kind() == constant.Int:
		return &Basic{Val: constant.ToFloat(b.Val), At: b.At}
	case to == "int" && b.Val.Kind() == constant.Float:
		f, _ := constant.Float64Val(b.Val)
		if whole := constant.ToInt(constant.MakeFloat64(math.Trunc(f))); whole.Kind() == constant.Int {
			return &Basic{Val: whole, At: b.At}
		}
	}
	return v
}
