package value

import (
	"go/constant"
	"go/token"
	"math"
	"strings"
)

// whole has the types of whole numbers: what they hold of a number that is too large is its last bits.
var whole = map[string]struct {
	bits   uint
	signed bool
}{
	"int": {64, true}, "int8": {8, true}, "int16": {16, true}, "int32": {32, true}, "int64": {64, true}, "rune": {32, true},
	"uint": {64, false}, "uint8": {8, false}, "uint16": {16, false}, "uint32": {32, false}, "uint64": {64, false}, "uintptr": {64, false},
	"byte": {8, false}, "time.Duration": {64, true},
}

func isFraction(number string) bool { return strings.HasPrefix(number, "float") }

// held returns what a variable of a type of numbers holds of a number. Of a type that is not known, such as a type parameter's,
// it is known only if it is the same in all types.
func held(v constant.Value, number string) (of constant.Value, ok bool) {
	switch v.Kind() {
	case constant.Int:
		t, known := whole[number]
		if isFraction(number) {
			return rounded(constant.ToFloat(v), number)
		}
		if !known {
			n, exact := constant.Int64Val(v)
			return v, exact && (number == "" || n >= 0 && n <= math.MaxInt8)
		}
		return wrapped(v, t.bits, t.signed), true
	case constant.Float:
		return rounded(v, number)
	}
	return v, true
}

// wrapped returns the last bits of a whole number.
func wrapped(v constant.Value, bits uint, signed bool) constant.Value {
	if n, exact := constant.Int64Val(v); exact && (bits == 64 && signed || n >= 0 && n < 1<<(min(bits, 63)-1)) {
		return v
	}
	size := constant.Shift(constant.MakeInt64(1), token.SHL, bits)
	v = constant.BinaryOp(v, token.REM, size)
	if constant.Sign(v) < 0 {
		v = constant.BinaryOp(v, token.ADD, size)
	}
	if signed && constant.Compare(v, token.GEQ, constant.Shift(constant.MakeInt64(1), token.SHL, bits-1)) {
		v = constant.BinaryOp(v, token.SUB, size)
	}
	return v
}

// rounded returns the fraction next to a number that a type can hold.
func rounded(v constant.Value, number string) (of constant.Value, ok bool) {
	f, _ := constant.Float64Val(v)
	if small := float64(float32(f)); number == "float32" {
		f = small
	} else if number != "float64" && number != "" && small != f {
		return nil, false
	}
	of = constant.MakeFloat64(f)
	return of, of.Kind() == constant.Float
}

// Converted returns a constant converted to a type of numbers or to a text, and any other value as it is.
func Converted(v Value, to string) Value {
	if to == "" {
		return v
	}
	same := true
	out := Lift(v, func(x Value) Value {
		b, ok := x.(*Basic)
		if !ok || !isNumeric(b.Val) {
			return x
		}
		n, ok := convert(b.Val, to)
		if ok && n == b.Val {
			return x
		}
		same = false
		if !ok {
			return &Unknown{Why: "a number that its type may not hold", Deps: []Value{x}}
		}
		return &Basic{Val: n, At: b.At}
	})
	if same {
		return v
	}
	return out
}

// convert returns what a conversion makes of a number, if that is known: what the language makes of a fraction that is too large
// depends on the machine.
func convert(n constant.Value, to string) (v constant.Value, ok bool) {
	if to == "string" {
		return character(n), true
	}
	if _, isWhole := whole[to]; isWhole && n.Kind() == constant.Float {
		f, _ := constant.Float64Val(n)
		if n = constant.ToInt(constant.MakeFloat64(math.Trunc(f))); n.Kind() != constant.Int {
			return nil, false
		}
		v, ok = held(n, to)
		return v, ok && constant.Compare(v, token.EQL, n)
	}
	return held(n, to)
}

// character returns the text that a number stands for.
func character(n constant.Value) constant.Value {
	c := rune(-1)
	if i, exact := constant.Int64Val(n); exact && i >= 0 && i <= math.MaxInt32 {
		c = rune(i)
	}
	return constant.MakeString(string(c))
}
