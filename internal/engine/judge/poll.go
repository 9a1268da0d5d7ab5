package judge

import (
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// Poll is after which delay a controller looks at its objects again, though nothing happened and nothing went wrong: RequeueAfter of a pass
// without an error, else the SyncPeriod of its manager's cache.
var Poll = register(&Attribute{
	Key:    "poll",
	Rule:   "RL2004",
	Fields: []string{"interval", "from", "jitter"},
	Listed: true,
	record: host.Recorder{Manager: func(c *interp.Call, m *host.Manager) {
		syncPeriods.Set(&m.Record, syncPeriodOf(c.Interp, m.Options))
	}},
	judge: func(j *Judge, rec *host.Controller) Judgement {
		chain := chainOf.Of(&rec.Record)
		if len(chain.Delays) > 0 {
			out := j.poll(chain.Delays)
			if out.Jitter != "" && slices.ContainsFunc(chain.Lengthened, lengthened) {
				out.Jitter = "yes"
			}
			return out
		}
		return j.resync(rec)
	},
	queue: func(*Judge, *host.Queue) Judgement {
		return unknown("what a queue made by hand is polled with is not followed")
	},
})

// lengthened reports whether a delay that middleware returns is what the reconciler inside asks for and something that chance adds.
func lengthened(d host.Delay) bool {
	return anySource(d.Value, func(v value.Value) bool { return host.IsRandom(v) }) && anySource(d.Value, func(v value.Value) bool {
		u, ok := v.(*value.Unknown)
		return ok && u.Last == "RequeueAfter"
	})
}

// syncPeriodOf returns what SyncPeriod of a manager's cache points to, nil where it is not set.
func syncPeriodOf(in *interp.Interp, options value.Value) (d host.Delay) {
	for _, of := range []value.Value{in.Field(options, "Cache"), options} { // the second up to controller-runtime v0.15
		period := in.Field(of, "SyncPeriod")
		if p, ok := value.Dynamic(period).(value.Ptr); ok {
			return host.Delay{Value: in.Load(p), At: p.Obj.At}
		}
		if !value.IsZero(period) {
			return host.Delay{Value: period}
		}
	}
	return d
}

// resync judges a controller whose reconciler asks for nothing: its manager's cache may be listed again now and then.
func (j *Judge) resync(rec *host.Controller) Judgement {
	none := Judgement{Verdict: None, Detail: "nothing asks for a request again; the cache is listed anew each 10 h, give or take a tenth"}
	chain := chainOf.Of(&rec.Record)
	switch {
	case chain.ByCallers:
		return undecided("the reconciler")
	case chain.WhyUnknown != "" || len(chain.Inner) == 0:
		return unknown("the reconciler cannot be followed: " + chain.WhyUnknown)
	}
	var list []host.Delay
	for _, m := range rec.Managers {
		if d := syncPeriods.Of(&m.Record); d.Value != nil {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return none
	}
	out := j.poll(list)
	if out.Verdict != Unknown {
		out.Detail, out.Jitter = resynced+out.Detail, "yes" // controller-runtime's own: a tenth
	}
	return out
}

const resynced = "SyncPeriod of the manager's cache is "

// Resyncs reports whether the detail of a poll says that the cache brings it, and no reconciler.
func Resyncs(detail string) bool { return strings.HasPrefix(detail, resynced) }

// poll judges delays, of which each may be the one that a pass asks for.
func (j *Judge) poll(delays []host.Delay) Judgement {
	var set, constant, open, lost *Judgement
	first := func(slot **Judgement, found Judgement) {
		if *slot == nil {
			*slot = &found
		}
	}
	jitter := "no"
	intervals := make(map[**Judgement][]time.Duration)
	for _, d := range delays {
		var of **Judgement
		eachSource(d.Value, func(x value.Value) {
			switch x := x.(type) {
			case *host.Input:
				of = &set
				first(&set, Judgement{Verdict: Flag, Detail: x.String(), Name: x.Name, At: x.At})
			case *value.Param:
				first(&open, undecided(x.Name))
			case *value.Unknown:
				switch {
				case host.IsRandom(x):
					jitter = "yes"
				case x.Last != "" && x.Set:
					of = &set
					first(&set, Judgement{Verdict: Flag, Detail: value.Text(x), Name: x.Name, At: x.At})
				default:
					first(&lost, unknown(x.Why))
				}
			case *value.Basic:
				if !value.IsZero(x) && of == nil {
					of = &constant
				}
				at := x.At
				if !at.Pos.IsValid() {
					at = d.At
				}
				first(&constant, Judgement{Verdict: Const, At: at})
			case value.Zero:
			default:
				first(&lost, unknown("a delay that cannot be followed"))
			}
		})
		if of == &set && jitter == "no" && reckoned(d.Value) {
			jitter = ""
		}
		if of != nil {
			intervals[of] = append(intervals[of], intervalsOf(d.Value)...)
		}
	}
	for _, found := range []**Judgement{&open, &set, &lost, &constant} {
		if *found == nil {
			continue
		}
		out := **found
		if out.Verdict == Flag || out.Verdict == Const {
			out.Value, out.Jitter = spelled(intervals[found]), jitter
		}
		if out.Verdict == Const {
			out.Detail = "a constant"
		}
		return out
	}
	return Judgement{Verdict: None, Detail: "RequeueAfter is 0"}
}

// reckoned reports whether a delay is reckoned from something that is not known, such as what is left of a time: who knows whether that is
// the same for all. polls/waves, rest.
func reckoned(v value.Value) (so bool) {
	value.Each(value.Dynamic(v), func(x value.Value) {
		a, ok := x.(*value.Arith)
		so = so || ok && anySource(a, func(s value.Value) bool {
			u, ok := s.(*value.Unknown)
			return ok && !host.IsRandom(u) && !u.Set
		})
	})
	return so
}

// intervalsOf returns the lengths that a delay may have where no flag is given, as far as they are known. What chance adds does not count.
func intervalsOf(v value.Value) (list []time.Duration) {
	value.Each(value.Dynamic(v), func(x value.Value) {
		if n, ok := evaluate(withoutChance(x), mostOperations); ok && n > 0 {
			list = append(list, time.Duration(n))
		}
	})
	return list
}

// spelled names intervals, from the shortest to the longest: "5s or 1m0s".
func spelled(list []time.Duration) string {
	slices.Sort(list)
	var texts []string
	for _, d := range slices.Compact(list) {
		texts = append(texts, d.String())
	}
	return strings.Join(texts, " or ")
}

// withoutChance returns a sum without what is random of it.
func withoutChance(v value.Value) value.Value {
	a, ok := v.(*value.Arith)
	if !ok || a.Op != "+" && a.Op != "-" {
		return v
	}
	chance := func(x value.Value) bool {
		return anySource(x, func(s value.Value) bool { return host.IsRandom(s) })
	}
	switch {
	case chance(a.Y):
		return withoutChance(a.X)
	case a.Op == "+" && chance(a.X):
		return withoutChance(a.Y)
	}
	return v
}
