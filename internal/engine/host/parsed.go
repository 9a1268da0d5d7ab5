package host

import (
	"go/constant"
	"strconv"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// parses is the meaning of a function that reads a number or a truth value from its first argument, a text, as its other
// arguments say: what it returns of a constant text, and an error that is nil or not. It is followed as any other call where the
// arguments are not known.
func parses(read func(s string, how []int) (constant.Value, bool)) meaning {
	return func(_ *Host, c *interp.Call) (value.Value, bool) {
		how := make([]int, len(c.Args)-1)
		for i := range how {
			n, ok := value.IntValue(c.Args[i+1])
			if !ok {
				return nil, false
			}
			how[i] = n
		}
		if !value.Every(c.Args[0], func(x value.Value) bool { _, ok := value.StringValue(x); return ok }) {
			return nil, false
		}
		return value.Lift(c.Args[0], func(x value.Value) value.Value {
			s, _ := value.StringValue(x)
			v, ok := read(s, how)
			if !ok {
				failed := &value.Unknown{Why: "the error of " + c.Sym.Written(), At: c.At, NonNil: true}
				return value.Tuple{&value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}, failed}
			}
			return value.Tuple{&value.Basic{Val: v, At: c.At}, value.Zero{At: c.At}}
		}), true
	}
}

func wholeNumber(s string, base, bits int) (constant.Value, bool) {
	n, err := strconv.ParseInt(s, base, bits)
	return constant.MakeInt64(n), err == nil
}

func naturalNumber(s string, how []int) (constant.Value, bool) {
	n, err := strconv.ParseUint(s, how[0], how[1])
	return constant.MakeUint64(n), err == nil
}

func fraction(s string, how []int) (constant.Value, bool) {
	f, err := strconv.ParseFloat(s, how[0])
	v := constant.MakeFloat64(f)
	return v, err == nil && v.Kind() == constant.Float
}

func truth(s string, _ []int) (constant.Value, bool) {
	yes, err := strconv.ParseBool(s)
	return constant.MakeBool(yes), err == nil
}
