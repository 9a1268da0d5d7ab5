package judge

import (
	"strconv"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// mostOperations bounds how deep a computation is followed for its result.
const mostOperations = 32

// byDefault returns the number that v is where no flag is given, such as "50" for 5*rate with a flag whose default is
// 10; "" where that is not known.
func byDefault(v value.Value) string {
	n, ok := evaluate(v, mostOperations)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

func evaluate(v value.Value, depth int) (float64, bool) {
	if depth == 0 {
		return 0, false
	}
	switch v := v.(type) {
	case *value.Iface:
		return evaluate(v.V, depth-1)
	case *host.Input:
		if v.Default == nil {
			return 0, false
		}
		return evaluate(v.Default, depth-1)
	case *value.Arith:
		x, ok := evaluate(v.X, depth-1)
		if !ok {
			return 0, false
		}
		if v.Y == nil {
			return -x, v.Op == "-"
		}
		y, ok := evaluate(v.Y, depth-1)
		if !ok {
			return 0, false
		}
		switch v.Op {
		case "+":
			return x + y, true
		case "-":
			return x - y, true
		case "*":
			return x * y, true
		case "/":
			return x / y, y != 0
		case "min":
			return min(x, y), true
		case "max":
			return max(x, y), true
		}
		return 0, false
	}
	return number(v)
}
