package controllers

import (
	"strconv"

	"github.com/rllint/rllint/analyzer/flow"
	"github.com/rllint/rllint/analyzer/known"
)

// concurrency judges the effective MaxConcurrentReconciles: the controller's own,
// else the manager's for its kind, else the manager's, else 1.
func (r *judge) concurrency(rec *record) judgement {
	if isDecided(rec.concurrency) {
		return r.number(rec, rec.concurrency, "controller")
	}
	own := judgement{}
	if !flow.IsZero(rec.concurrency) {
		own = r.number(rec, rec.concurrency, "controller")
		switch own.verdict {
		case Rate, Flag, Unknown:
			return own // what a setting leaves at zero is the setting's doing
		}
	}
	if rec.unmanaged {
		return one(rec.concurrency, rec, "no manager's number applies")
	}
	if rec.managerOpen {
		return undecided("the manager, whose MaxConcurrentReconciles applies,")
	}
	if !rec.managed {
		return unknown("the manager, whose MaxConcurrentReconciles applies, cannot be followed")
	}
	for _, v := range []flow.Value{rec.kindNumbers, rec.number} {
		if v == nil || flow.IsZero(v) {
			continue
		}
		if j := r.number(rec, v, "manager"); j.verdict != Unset {
			return j
		}
	}
	if own.verdict == Const {
		return own
	}
	j := one(rec.concurrency, rec, "neither the controller nor its manager sets it")
	j.level = "manager"
	j.cause = rec.managerAt
	return j
}

func one(v flow.Value, rec *record, why string) judgement {
	at := flow.Place{}
	if z, ok := v.(flow.Zero); ok {
		at = z.At
	}
	return judgement{verdict: Unset, detail: why, at: orSite(at, rec), cause: causeOf(at, rec), value: "1", level: "controller"}
}

// isDecided reports whether a number cannot be zero on any way the program takes.
func isDecided(v flow.Value) bool {
	if v == nil {
		return false
	}
	decided := true
	flow.Each(v, func(x flow.Value) {
		if flow.IsZero(x) {
			decided = false
		}
	})
	return decided
}

// number judges a number by what it is computed from.
func (r *judge) number(rec *record, v flow.Value, level string) judgement {
	var rate, setting, constant, open, lost *judgement
	first := func(slot **judgement, j judgement) {
		if *slot == nil {
			j.level = level
			*slot = &j
		}
	}
	eachSource(v, func(x flow.Value) {
		switch x := x.(type) {
		case *input:
			j := judgement{verdict: Flag, detail: x.String(), name: x.name, at: x.at, cause: x.at}
			if r.isRate(x.name) || r.rates[x] {
				j.verdict = Rate
				first(&rate, j)
			} else {
				first(&setting, j)
			}
		case *flow.Open:
			if r.isRate(x.Last) {
				first(&rate, judgement{verdict: Rate, detail: x.Name, name: x.Last, at: rec.site, cause: rec.site})
			} else {
				first(&open, undecided(x.Name))
			}
		case *flow.Opaque:
			switch {
			case x.Last != "" && r.isRate(x.Last):
				first(&rate, judgement{verdict: Rate, detail: flow.Text(x), name: x.Name, at: x.At, cause: orSite(x.At, rec)})
			case x.Last != "" && x.Set:
				first(&setting, judgement{verdict: Flag, detail: flow.Text(x), name: x.Name, at: x.At, cause: orSite(x.At, rec), field: x.Field})
			default:
				first(&lost, unknown(x.Why))
			}
		case *flow.Basic:
			if n, ok := flow.IntValue(x); ok && n != 0 {
				first(&constant, judgement{verdict: Const, detail: "the constant " + strconv.Itoa(n), value: strconv.Itoa(n), at: orSite(x.At, rec), cause: orSite(x.At, rec)})
			}
		case flow.Zero:
		default:
			first(&lost, unknown("a value that cannot be followed"))
		}
	})
	for _, j := range []*judgement{rate, open, setting, lost, constant} {
		if j != nil {
			return *j
		}
	}
	return judgement{verdict: Unset, level: level}
}

func (r *judge) isRate(name string) bool {
	return known.IsRateName(name) || r.settings.rateName(name)
}

// eachSource calls f for every value that v is computed from.
func eachSource(v flow.Value, f func(flow.Value)) {
	seen := make(map[*flow.Opaque]bool)
	var visit func(v flow.Value, depth int)
	visit = func(v flow.Value, depth int) {
		if depth > 64 {
			return
		}
		switch x := v.(type) {
		case nil:
		case *flow.Union:
			for _, y := range x.Of {
				visit(y, depth+1)
			}
		case *flow.Arith:
			visit(x.X, depth+1)
			if x.Y != nil {
				visit(x.Y, depth+1)
			}
		case *flow.Iface:
			visit(x.V, depth+1)
		case flow.Tuple:
			for _, y := range x {
				visit(y, depth+1)
			}
		case *flow.Opaque:
			if seen[x] {
				return
			}
			seen[x] = true
			if x.Last == "" && len(x.Deps) > 0 {
				n := 0
				for _, d := range x.Deps {
					switch d.(type) {
					case *input, *flow.Arith, *flow.Opaque, *flow.Open, *flow.Union, *flow.Iface:
						eachSource(d, func(s flow.Value) {
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
func derives(v flow.Value) bool {
	switch v := v.(type) {
	case *input:
		return true
	case *flow.Open:
		return known.IsRateName(v.Last)
	case *flow.Opaque:
		return v.Last != "" && (v.Set || known.IsRateName(v.Last))
	}
	return false
}
