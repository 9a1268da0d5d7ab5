package blocking

import (
	"go/ast"
	"go/types"
	"math"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// unknownLimit is longer than any other.
const unknownLimit = math.MaxInt64

// duration returns the duration that an expression is at most, 0 where that is not known and -1 where it is none at all.
func (w *walker) duration(x ast.Expr) int64 { return w.durationOf(x, 0) }

func (w *walker) durationOf(x ast.Expr, depth int) int64 {
	if n, ok := syntax.Integer(w.info, x); ok {
		if n <= 0 {
			return -1
		}
		return n
	}
	v := syntax.Var(w.info, x)
	if v == nil || depth > 2 {
		return 0
	}
	if w.parameter(v) >= 0 {
		return w.handedTo(v)
	}
	return w.durationOf(syntax.OnlyGiven(w.g.pass, v), depth+1)
}

// longest returns the last of the durations among arguments, 0 where it is not known.
func (w *walker) longest(args []ast.Expr) int64 {
	var last int64
	for _, arg := range args {
		if symbol.OfType(w.info.TypeOf(arg)) == "time.Duration" {
			last = max(w.duration(arg), 0)
		}
	}
	return last
}

// parameter returns which parameter of the function a variable is, -1 if it is none.
func (w *walker) parameter(v *types.Var) int {
	if w.node.fn == nil {
		return -1
	}
	return syntax.Param(w.node.fn.Signature(), v)
}

// handedTo returns the longest of the constant durations that the package hands to a parameter of its function, 0 where one of them is not
// constant, or others may call it.
func (w *walker) handedTo(param *types.Var) (longest int64) {
	if w.node.fn.Exported() {
		return 0
	}
	values, _ := syntax.Values(w.g.pass, param)
	for _, value := range values {
		n, constant := syntax.Integer(w.info, value)
		if !constant {
			return 0
		}
		longest = max(longest, n)
	}
	return longest
}

// wait notes a call that waits, unless for a short and constant time.
func (w *walker) wait(c *ast.CallExpr, sym symbol.Name, length int64, loop Repeat) {
	if length >= 0 {
		kind := known.Wait(sym)
		polls := kind == known.Poll || kind == known.PollForever || kind == known.RetryBackoff
		wait := Wait{What: sym.Short(), Length: length, Repeat: loop, Poll: polls, Retry: !polls && length == 0 && w.isBackOff(c),
			Explained: w.explained(c, sym == "time.Sleep")}
		if kind == known.Sleep && length == 0 && len(c.Args) == 1 {
			wait.Written = types.ExprString(c.Args[0])
		}
		w.note(wait, c.Pos())
	}
}
