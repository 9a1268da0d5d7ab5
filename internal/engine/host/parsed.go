package host

import (
	"go/constant"
	"strconv"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// parsed reads a whole number from its first argument, a text, as its other arguments say: what it returns of a constant text, and an
// error that is nil or not. It is followed as any other call where the arguments are not known.
func parsed(_ *Host, c *interp.Call) (value.Value, bool) {
	how := []int{10, 0}
	for i := range c.Args[1:] {
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
		n, err := strconv.ParseInt(s, how[0], how[1])
		if err != nil {
			failed := &value.Unknown{Why: "the error of " + c.Sym.Written(), At: c.At, NonNil: true}
			return value.Tuple{&value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}, failed}
		}
		return value.Tuple{&value.Basic{Val: constant.MakeInt64(n), At: c.At}, value.Zero{At: c.At}}
	}), true
}
