package judge

import (
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// Concurrency is the effective MaxConcurrentReconciles, the number of a controller's workers.
var Concurrency = register(&Attribute{
	Key:      "concurrency",
	Rule:     "RL1003",
	Fields:   []string{"value", "flag", "level"},
	Promised: true,
	record: host.Recorder{
		Controller: func(c *host.Creation) {
			ownNumber.Set(&c.Controller.Record, c.Field(c.Options, "MaxConcurrentReconciles"))
		},
		Manager: func(c *interp.Call, m *host.Manager) {
			options := c.Field(m.Options, "Controller")
			kinds := c.Field(options, "GroupKindConcurrency")
			if m, ok := kinds.(interp.Map); ok {
				kinds = c.Load(interp.Ptr{Obj: m.Obj})
			}
			managerNumbers.Set(&m.Record, numbers{kinds: kinds, all: c.Field(options, "MaxConcurrentReconciles")})
		},
	},
	judge: (*Judge).concurrency,
})

// The numbers are what controllers take from their manager.
type numbers struct {
	kinds interp.Value // Options.Controller.GroupKindConcurrency, a map's entries where they are known
	all   interp.Value // Options.Controller.MaxConcurrentReconciles
}

var (
	ownNumber      = host.NewSlot[interp.Value]("concurrency")
	managerNumbers = host.NewSlot[numbers]("concurrency of a manager")
)

// concurrency judges the effective MaxConcurrentReconciles: the controller's own,
// else the manager's for its kind, else the manager's, else 1.
func (r *Judge) concurrency(rec *host.Controller) Judgement {
	number := ownNumber.Of(&rec.Record)
	if r.Partial && r.differs(rec, number) {
		return eitherWay()
	}
	if isDecided(number) {
		return r.number(rec, number, "controller")
	}
	own := Judgement{}
	if !interp.IsZero(number) {
		own = r.number(rec, number, "controller")
		switch own.Verdict {
		case Rate, Flag, Unknown:
			return own // a setting that is left at zero is as if it was not set
		}
	}
	switch {
	case rec.Unmanaged:
		return one(number, rec, "no manager's number applies")
	case rec.ManagerOpen:
		return undecided("the manager, whose MaxConcurrentReconciles applies,")
	case len(rec.Managers) == 0:
		return unknown("the manager, whose MaxConcurrentReconciles applies, cannot be followed")
	}
	var ofKind, all interp.Value
	for _, m := range rec.Managers {
		n := managerNumbers.Of(&m.Record)
		if rec.HasFor {
			ofKind = interp.Join(ofKind, kindNumber(n.kinds, rec.Kind))
		}
		all = interp.Join(all, n.all)
	}
	for _, v := range []interp.Value{ofKind, all} {
		if v == nil || interp.IsZero(v) {
			continue
		}
		if r.Partial && r.differs(rec, v) {
			return eitherWay()
		}
		if j := r.number(rec, v, "manager"); j.Verdict != Unset {
			return j
		}
	}
	if own.Verdict == Const {
		return own
	}
	j := one(number, rec, "neither the controller nor its manager sets it")
	j.Level = "manager"
	j.Cause = rec.Managers[0].At
	return j
}

func one(v interp.Value, rec *host.Controller, why string) Judgement {
	at := interp.Place{}
	if z, ok := v.(interp.Zero); ok {
		at = z.At
	}
	return Judgement{Verdict: Unset, Detail: why, At: orSite(at, rec), Cause: causeOf(at, rec), Value: "1", Level: "controller"}
}

// isDecided reports whether a number cannot be zero on any way the program takes.
func isDecided(v interp.Value) bool {
	if v == nil {
		return false
	}
	decided := true
	interp.Each(v, func(x interp.Value) {
		if interp.IsZero(x) {
			decided = false
		}
	})
	return decided
}

// number judges a number by what it is computed from.
func (r *Judge) number(rec *host.Controller, v interp.Value, level string) Judgement {
	var rate, setting, constant, open, lost, unresolved *Judgement
	first := func(slot **Judgement, j Judgement) {
		if *slot == nil {
			j.Level = level
			*slot = &j
		}
	}
	eachSource(v, func(x interp.Value) {
		switch x := x.(type) {
		case *host.Input:
			j := Judgement{Verdict: Flag, Detail: x.String(), Name: x.Name, At: x.At, Cause: x.At}
			switch {
			case r.isRate(x.Name) || r.rates[x.First()]:
				j.Verdict = Rate
				first(&rate, j)
			case r.unlearnt:
				first(&unresolved, unknown("whether "+x.String()+" is the rate is decided by code that does not type-check"))
			default:
				first(&setting, j)
			}
		case *interp.Param:
			if r.isRate(x.Last) {
				first(&rate, Judgement{Verdict: Rate, Detail: x.Name, Name: x.Last, At: rec.Site, Cause: rec.Site})
			} else {
				first(&open, undecided(x.Name))
			}
		case *interp.Unknown:
			switch {
			case x.Unresolved:
				first(&unresolved, unknown(x.Why))
			case x.Last != "" && r.isRate(x.Last):
				first(&rate, Judgement{Verdict: Rate, Detail: interp.Text(x), Name: x.Name, At: x.At, Cause: orSite(x.At, rec)})
			case x.Last != "" && x.Set:
				first(&setting, Judgement{Verdict: Flag, Detail: interp.Text(x), Name: x.Name, At: x.At, Cause: orSite(x.At, rec), Field: x.Field})
			default:
				first(&lost, unknown(x.Why))
			}
		case *interp.Basic:
			if n, ok := interp.NumberText(x); ok && !interp.IsZero(x) {
				first(&constant, Judgement{Verdict: Const, Detail: "the constant " + n, Value: n, At: orSite(x.At, rec), Cause: orSite(x.At, rec)})
			}
		case interp.Zero:
		default:
			first(&lost, unknown("a value that cannot be followed"))
		}
	})
	for _, j := range []*Judgement{unresolved, rate, open, setting, lost, constant} {
		if j != nil {
			return *j
		}
	}
	return Judgement{Verdict: Unset, Level: level}
}

func (r *Judge) isRate(name string) bool {
	return known.IsRateName(name) || r.settings.RateName(name)
}

// eachSource calls f for every value that v is computed from.
func eachSource(v interp.Value, f func(interp.Value)) {
	seen := make(map[*interp.Unknown]bool)
	var visit func(v interp.Value, depth int)
	visit = func(v interp.Value, depth int) {
		if depth > 64 {
			return
		}
		switch x := v.(type) {
		case nil:
		case *interp.Union:
			for _, y := range x.Of {
				visit(y, depth+1)
			}
		case *interp.Arith:
			visit(x.X, depth+1)
			if x.Y != nil {
				visit(x.Y, depth+1)
			}
		case *interp.Iface:
			visit(x.V, depth+1)
		case interp.Tuple:
			for _, y := range x {
				visit(y, depth+1)
			}
		case *interp.Unknown:
			if seen[x] {
				return
			}
			seen[x] = true
			if x.Last == "" && len(x.Deps) > 0 {
				n := 0
				for _, d := range x.Deps {
					switch d.(type) {
					case *host.Input, *interp.Arith, *interp.Unknown, *interp.Param, *interp.Union, *interp.Iface:
						eachSource(d, func(s interp.Value) {
							if derives(s) {
								n++
								f(s)
							}
						})
					}
				}
				if n > 0 {
					return
				}
			}
			f(x)
		default:
			f(v)
		}
	}
	visit(v, 0)
}

// derives reports whether the result of a function that cannot be read may be
// taken to derive from an argument: from what people set, not from any pointer
// it happens to be given.
func derives(v interp.Value) bool {
	switch v := v.(type) {
	case *host.Input:
		return true
	case *interp.Param:
		return known.IsRateName(v.Last)
	case *interp.Unknown:
		return v.Last != "" && (v.Set || known.IsRateName(v.Last))
	}
	return false
}
