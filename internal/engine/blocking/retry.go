package blocking

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math"
	"time"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A backoff is how long the pauses of a wait.Backoff are, in nanoseconds.
type backoff struct{ total, longest int64 }

// How long the pauses may be in all, and from when on nobody means that number: such a back-off has
// as many steps as an int can be.
const (
	tolerable = int64(time.Second)
	endless   = int64(24 * time.Hour)
)

// retry notes retries whose back-off is known and longer than a second in all.
func (w *walker) retry(c *ast.CallExpr, sym symbol.Name, loop Repeat) {
	for _, arg := range c.Args {
		if symbol.OfType(w.info.TypeOf(arg)) != "k8s.io/apimachinery/pkg/util/wait.Backoff" {
			continue
		}
		switch b := w.backoff(arg, 0); {
		case b.longest > endless:
			w.wait(c, sym, 0, Repeat{Endless: true}.within(loop))
		case b.total > endless:
			w.wait(c, sym, b.longest, Repeat{Endless: true}.within(loop))
		case b.total > tolerable:
			w.wait(c, sym, b.total, loop)
		}
	}
}

// conflict notes retries after conflicts whose back-off is longer than that of others' writes: others are through with one in no time, and
// a cache shows it soon (sleeping, direct.go).
func (w *walker) conflict(c *ast.CallExpr, sym symbol.Name, loop Repeat) {
	if b := w.backoff(c.Args[0], 0); b.total > long && b.total < endless {
		w.note(Wait{What: sym.Short(), Length: b.total, Repeat: loop, Poll: true, Retry: true}, c.Pos())
	}
}

// backoff returns the pauses of a back-off, by way of a variable of this package that it is made with; none where they are not known.
func (w *walker) backoff(x ast.Expr, depth int) backoff {
	if lit, ok := ast.Unparen(x).(*ast.CompositeLit); ok {
		return w.sum(lit)
	}
	v, ok := syntax.Object(w.info, x).(*types.Var)
	if !ok || v.Pkg() != w.g.pass.Pkg || depth > 3 {
		return backoff{}
	}
	return w.backoff(syntax.OnlyGiven(w.g.pass, v), depth+1)
}

// sum adds up the pauses of a back-off whose fields are constants: one less than it has steps, each Factor
// times as long as the one before, and Jitter longer at most. The one that would be longer than Cap is the last.
func (w *walker) sum(lit *ast.CompositeLit) backoff {
	fields := make(map[string]float64)
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || w.info.Types[kv.Value].Value == nil {
			return backoff{}
		}
		fields[types.ExprString(kv.Key)], _ = constant.Float64Val(constant.ToFloat(w.info.Types[kv.Value].Value))
	}
	total, longest, pause, steps := 0.0, 0.0, fields["Duration"], fields["Steps"]-1
	for range 10_000 {
		if steps < 1 {
			break
		}
		total, longest, steps = total+pause, max(longest, pause), steps-1
		next := pause
		if fields["Factor"] != 0 {
			next *= fields["Factor"]
		}
		if limit := fields["Cap"]; limit > 0 && next > limit {
			steps = 0
		}
		pause = next
	}
	total += max(steps, 0) * longest
	return backoff{nanoseconds(total * (1 + fields["Jitter"])), nanoseconds(longest * (1 + fields["Jitter"]))}
}

func nanoseconds(f float64) int64 { return int64(min(f, math.MaxInt64/2)) }
