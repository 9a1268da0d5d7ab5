package requeue_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/requeue"
	"github.com/rllint/rllint/internal/engine/symbol"
)

const prelude = `package p

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
)

var (
	_ = errors.New
	_ = apierrors.IsNotFound
)

type settings struct{ Interval time.Duration }

type R struct {
	*settings
	poll   time.Duration
	helper interface {
		Step(context.Context) (ctrl.Result, error)
	}
}

var every = 5 * time.Minute

func step(ctx context.Context) error
func jitter(d time.Duration, factor float64) time.Duration
`

// TestDelays holds the code that is written for the functions of each case of testdata/delays.txt to what stands there: a line for each
// delay, and for each function whose delays are asked for.
func TestDelays(t *testing.T) {
	sourcetest.Cases(t, "testdata/delays.txt", func(t *testing.T, source string) string {
		pass := sourcetest.Pass(t, prelude+source)
		pkg := &code.Package{Funcs: make(map[symbol.Name]*code.Func)}
		requeue.Add(pass, pkg, func(file string) string { return file })
		var text strings.Builder
		for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
			fn := pkg.Funcs[sym]
			fmt.Fprintf(&text, "%s:", short(string(sym)))
			w := &writer{fn: fn, body: fn.Body()}
			for _, in := range w.body.Blocks[0].Instrs {
				switch {
				case in.Op == code.OpCall && in.Str == string(known.Delay):
					fmt.Fprintf(&text, " %s;", w.value(in.Args[0]))
				case in.Op == code.OpCall && known.IsDelays(symbol.Name(in.Str)):
					fmt.Fprintf(&text, " as %s;", w.call(in))
				}
			}
			text.WriteByte('\n')
		}
		return text.String()
	})
}

// short leaves the package out of a name, and that a function is the one with the delays.
func short(sym string) string {
	return strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(sym, "example.com/p.", ""), "(*R)", "R"), string(known.DelaysOf("")))
}

// A writer writes what registers hold as Go does.
type writer struct {
	fn   *code.Func
	body *code.Body
}

func (w *writer) value(reg int) string {
	if reg < 0 {
		switch c := w.body.Consts[^reg]; c.Kind {
		case code.ConstGlobal:
			return "&" + short(c.Text)
		default:
			return c.Text
		}
	}
	if reg < w.fn.Params {
		return w.fn.ParamNames[reg]
	}
	for _, in := range w.body.Blocks[0].Instrs {
		if in.Dst == reg && in.Op != code.OpReturn {
			return w.instr(in)
		}
	}
	return "nothing"
}

func (w *writer) instr(in code.Instr) string {
	switch in.Op {
	case code.OpLoad:
		return "*" + w.value(in.Args[0])
	case code.OpField, code.OpFieldAddr:
		return w.value(in.Args[0]) + "." + in.Str
	case code.OpBinary:
		return fmt.Sprintf("(%s %s %s)", w.value(in.Args[0]), in.Str, w.value(in.Args[1]))
	case code.OpUnary:
		return in.Str + w.value(in.Args[0])
	case code.OpConvert:
		return fmt.Sprintf("%s(%s)", in.Number, w.value(in.Args[0]))
	case code.OpUnknown:
		return "unknown: " + in.Str
	case code.OpCallValue, code.OpInvoke, code.OpBuiltin:
		return "call of " + in.Str
	}
	return w.call(in)
}

func (w *writer) call(in code.Instr) string {
	args := make([]string, len(in.Args))
	for i, arg := range in.Args {
		args[i] = w.value(arg)
	}
	return fmt.Sprintf("%s(%s)", short(in.Str), strings.Join(args, ", "))
}
