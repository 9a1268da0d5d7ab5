package host

import (
	"go/constant"
	"math"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// compute returns what a function of numbers returns: a number where its arguments are known, else
// what derives from them.
func compute(_ *Host, c *interp.Call) (value.Value, bool) {
	if c.Results != 1 || len(c.Args) == 0 {
		return nil, false
	}
	numbers := make([]float64, 0, len(c.Args))
	var at value.Place
	for _, a := range c.Args {
		b, ok := a.(*value.Basic)
		if !ok || b.Val.Kind() != constant.Int && b.Val.Kind() != constant.Float {
			break
		}
		f, _ := constant.Float64Val(b.Val)
		numbers = append(numbers, f)
		if !at.Pos.IsValid() {
			at = b.At
		}
	}
	if of := functions[string(c.Sym)]; of != nil && len(numbers) == len(c.Args) {
		if v := constant.MakeFloat64(of(numbers)); v.Kind() == constant.Float {
			return &value.Basic{Val: v, At: at}, true
		}
	}
	var out value.Value
	for _, a := range c.Args {
		if out == nil {
			out = a
		} else {
			out = &value.Arith{Op: c.Sym.Last(), X: out, Y: a}
		}
	}
	if len(c.Args) == 1 {
		out = &value.Arith{Op: c.Sym.Last(), X: out}
	}
	return out, true
}

var functions = map[string]func([]float64) float64{
	"math.Abs":   func(x []float64) float64 { return math.Abs(x[0]) },
	"math.Ceil":  func(x []float64) float64 { return math.Ceil(x[0]) },
	"math.Floor": func(x []float64) float64 { return math.Floor(x[0]) },
	"math.Max":   func(x []float64) float64 { return math.Max(x[0], x[1]) },
	"math.Min":   func(x []float64) float64 { return math.Min(x[0], x[1]) },
	"math.Pow":   func(x []float64) float64 { return math.Pow(x[0], x[1]) },
	"math.Round": func(x []float64) float64 { return math.Round(x[0]) },
	"math.Sqrt":  func(x []float64) float64 { return math.Sqrt(x[0]) },
	"math.Trunc": func(x []float64) float64 { return math.Trunc(x[0]) },
}
