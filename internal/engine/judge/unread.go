package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Unread is whether the options that a set-up function is handed reach the controller that it makes.
var Unread = register(&Attribute{
	Key:  "options that nobody reads",
	Rule: "RL2006",
	record: host.Recorder{Controller: func(c *host.Creation) {
		for n := c.Controller.Site.Node; n != nil; n = n.Caller {
			for i, t := range n.Fn.ParamTypes {
				elem, several := strings.CutPrefix(t, "[]") // which callers may leave out: unread.claims
				if i < len(n.Registers) && known.IsOptions(code.BaseType(elem)) && !reads(n.Fn, i) {
					own, given := c.Options, n.Registers[i]
					if several {
						elems, _ := c.Elements(given)
						if len(elems) != 1 {
							return
						}
						given = elems[0]
					}
					unread.Set(&c.Controller.Record, handed{
						to: n, workers: c.Field(given, "MaxConcurrentReconciles"), limiter: c.Field(given, "RateLimiter"),
						sets: !value.IsZero(c.Field(own, "MaxConcurrentReconciles")) || !value.IsZero(c.Field(own, "RateLimiter")),
					})
					return
				}
			}
		}
	}},
	faults: (*Judge).unread,
})

// The verdicts on a controller whose set-up function drops its options.
const (
	DropsWorkers Verdict = "drops workers"
	DropsLimiter Verdict = "drops limiter"
)

// reads reports whether a function uses a parameter.
func reads(fn *code.Func, param int) bool {
	return fn.Body().Any(func(in *code.Instr) bool { return slices.Contains(in.Args, param) })
}

// unread finds the controllers whose number of workers, or whose limiter, a function gets and does not read.
func (j *Judge) unread() []Fault {
	var faults []Fault
	for _, rec := range j.controllers() {
		h := unread.Of(&rec.Record)
		if h.to == nil || h.sets || h.to.Fn.Pkg.Path != rec.Site.Package() {
			continue
		}
		f := Fault{Cause: rec.Site, AtCause: true, Controllers: []*host.Controller{rec}, Name: h.to.Fn.Sym.Short(),
			By: h.to.Call()}
		switch n := j.number(rec, h.workers, "controller"); {
		case n.Verdict == Const || n.Verdict == Flag || n.Verdict == Rate:
			f.Verdict, f.Detail = DropsWorkers, n.Detail
		case isLimiter(h.limiter):
			f.Verdict = DropsLimiter
		default:
			continue
		}
		faults = append(faults, f)
	}
	return faults
}

// isLimiter reports whether a value is certainly a limiter that was made somewhere.
func isLimiter(v value.Value) bool {
	return v != nil && value.Every(v, func(v value.Value) bool { _, made := value.Dynamic(v).(value.Ptr); return made })
}
