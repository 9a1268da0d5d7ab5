package judge

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Concurrency is the effective MaxConcurrentReconciles, the number of a controller's workers.
var Concurrency = register(&Attribute{
	Key:      "concurrency",
	Rule:     "RL1003",
	Fields:   []string{"value", "flag", "default", "level"},
	Promised: true,
	record: host.Recorder{
		Controller: func(c *host.Creation) {
			ownNumber.Set(&c.Controller.Record, c.Field(c.Options, "MaxConcurrentReconciles"))
		},
		Manager: func(c *interp.Call, m *host.Manager) {
			options := c.Field(m.Options, "Controller")
			kinds := c.Field(options, "GroupKindConcurrency")
			if m, ok := kinds.(value.Map); ok {
				kinds = c.Load(value.Ptr{Obj: m.Obj})
			}
			managerNumbers.Set(&m.Record, numbers{kinds: kinds, all: c.Field(options, "MaxConcurrentReconciles")})
		},
	},
	judge: (*Judge).concurrency,
	queue: (*Judge).workers,
})

// concurrency judges the effective MaxConcurrentReconciles: the controller's own,
// else the manager's for its kind, else the manager's, else 1.
func (j *Judge) concurrency(rec *host.Controller) Judgement {
	number := ownNumber.Of(&rec.Record)
	if j.chosen(number) && j.differs(rec, number) {
		return eitherWay()
	}
	if isDecided(number) {
		return j.number(rec, number, "controller")
	}
	own := Judgement{}
	if !value.IsZero(number) {
		own = j.number(rec, number, "controller")
		switch own.Verdict {
		case Rate, Flag, Unknown:
			return own // a setting that is left at zero is as if it was not set
		}
	}
	switch {
	case rec.Unmanaged && own.Verdict == Const:
		return orOne(own)
	case rec.Unmanaged, !rec.HasFor && j.managersSetNone():
		return one(number, rec, "no manager's number applies")
	case rec.ManagerOpen:
		open := undecided("the manager, whose MaxConcurrentReconciles applies,")
		open.OfManager = true
		return open
	case len(rec.Managers) == 0:
		return unknown("the manager, whose MaxConcurrentReconciles applies, cannot be followed")
	}
	var ofKind, all value.Value
	for _, m := range rec.Managers {
		n := managerNumbers.Of(&m.Record)
		if rec.HasFor {
			ofKind = value.Join(ofKind, kindNumber(n.kinds, rec.Kind))
		}
		all = value.Join(all, n.all)
	}
	for _, v := range []value.Value{ofKind, all} {
		if v == nil || value.IsZero(v) {
			continue
		}
		if j.chosen(v) && j.differs(rec, v) {
			return eitherWay()
		}
		switch found := j.number(rec, v, "manager"); {
		case found.Verdict == Unset:
		case found.Verdict != Const:
			return found
		case own.Verdict == Const: // the manager's is that of the ways that leave it at zero
			own.Value = listed(append(split(own.Value), split(found.Value)...))
			own.Detail = OneOf(own.Value)
			if isDecided(v) {
				return own
			}
		default:
			own = found
			if isDecided(v) {
				return own
			}
		}
	}
	if own.Verdict == Const {
		return orOne(own)
	}
	found := one(number, rec, "neither the controller nor its manager sets it")
	found.Level = "manager"
	found.Cause = rec.Managers[0].At
	if left := whereLeft(rec); left.Pos.InDependency() && rec.Site.Pos.InDependency() {
		found.Cause = left // a dependency's controller, which offers no setting or does not use it
	}
	return found
}

// managersSetNone reports whether the managers of the version of controller-runtime set no number but for a kind that a builder is for.
func (j *Judge) managersSetNone() bool {
	minor, ok := known.Minor(j.Program.Version)
	return ok && minor < 15
}

// orOne is the judgement on a number that some ways leave at zero, where it is one.
func orOne(own Judgement) Judgement {
	own.Value = listed(append(split(own.Value), "1"))
	own.Detail = OneOf(own.Value)
	return own
}

// HasOwnWorkers reports whether a controller's own options may set the number of its workers.
func (*Judge) HasOwnWorkers(rec *host.Controller) bool {
	return !value.IsZero(ownNumber.Of(&rec.Record))
}

func one(v value.Value, rec *host.Controller, why string) Judgement {
	at := value.Place{}
	if z, ok := v.(value.Zero); ok {
		at = z.At
	}
	return Judgement{Verdict: Unset, Detail: why, At: orSite(at, rec), Cause: causeOf(at, rec), Value: "1", Level: "controller"}
}

// isDecided reports whether a number cannot be zero on any way the program takes.
func isDecided(v value.Value) bool {
	return v != nil && !value.Some(v, value.IsZero)
}

// number judges a number by what it is computed from.
func (j *Judge) number(rec *host.Controller, v value.Value, level string) Judgement {
	var rate, setting, constant, open, unfollowed, missing *Judgement
	first := func(slot **Judgement, found Judgement) {
		if *slot == nil {
			found.Level, found.Default = level, byDefault(v)
			*slot = &found
		}
	}
	eachSource(v, func(x value.Value) {
		switch x := x.(type) {
		case *host.Input:
			found := Judgement{Verdict: Flag, Detail: x.String(), Name: x.Name, At: x.At, Cause: x.At}
			switch {
			case j.isRate(x.Name) || j.rates[x.First()]:
				found.Verdict = Rate
				first(&rate, found)
			case j.unlearnt:
				first(&missing, unresolved("whether "+x.String()+" is the rate is decided by code that does not type-check"))
			default:
				first(&setting, found)
			}
		case *value.Param:
			if j.isRate(x.Last) {
				first(&rate, Judgement{Verdict: Rate, Detail: x.Name, Name: x.Last, At: rec.Site, Cause: rec.Site})
			} else {
				first(&open, undecided(x.Name))
			}
		case *value.Unknown:
			switch {
			case x.Unresolved:
				first(&missing, lost(x))
			case x.Last != "" && j.isRate(x.Last):
				first(&rate, Judgement{Verdict: Rate, Detail: value.Text(x), Name: x.Name, At: x.At, Cause: orSite(x.At, rec)})
			case x.Last != "" && x.Set:
				first(&setting, Judgement{Verdict: Flag, Detail: value.Text(x), Name: x.Name, At: x.At, Cause: orSite(x.At, rec), Field: x.Field})
			default:
				first(&unfollowed, lost(x))
			}
		case *value.Basic:
			if n, ok := value.NumberText(x); ok && !value.IsZero(x) {
				first(&constant, Judgement{Verdict: Const, Detail: "the constant " + n, Value: n, At: orSite(x.At, rec), Cause: orSite(x.At, rec),
					Stated: j.Program.StatedWorkers(x.At.Pos)})
			}
		case value.Zero:
		default:
			first(&unfollowed, unknown("a value that cannot be followed"))
		}
	})
	for _, found := range []*Judgement{missing, rate, open, setting, unfollowed} {
		if found != nil {
			return *found
		}
	}
	if constant != nil {
		return j.numbers(*constant, v)
	}
	return Judgement{Verdict: Unset, Level: level}
}

// numbers completes the judgement on a value whose sources are constants: it is one of several, or what is
// computed of them where the computation is not followed.
func (*Judge) numbers(constant Judgement, v value.Value) Judgement {
	var list []string
	computed := false
	value.Each(value.Dynamic(v), func(x value.Value) {
		n, ok := value.NumberText(value.Dynamic(x))
		computed = computed || !ok
		if !value.IsZero(value.Dynamic(x)) {
			list = append(list, n)
		}
	})
	if computed {
		return unknown("a number that is computed of " + constant.Detail)
	}
	constant.Value = listed(list)
	if strings.Contains(constant.Value, separator) {
		constant.Detail = OneOf(constant.Value)
	}
	return constant
}

func (j *Judge) isRate(name string) bool {
	return known.IsRateName(name) || j.settings.RateName(name)
}

// eachSource calls f for every value that v is computed from, once.
func eachSource(v value.Value, f func(value.Value)) {
	s := &sources{f: f, found: make(map[sourceKey]bool)}
	s.visit(v, false)
}

// anySource reports whether something holds of a value that v is computed from.
func anySource(v value.Value, holds func(value.Value) bool) bool {
	found := false
	eachSource(v, func(s value.Value) { found = found || holds(s) })
	return found
}

// sources is a walk over what a value is computed from.
type sources struct {
	f     func(value.Value)
	found map[sourceKey]bool // whether parts that were visited have sources: a value may be part of many
}

type sourceKey struct {
	v       value.Value
	derived bool
}

// visit reports whether a value has sources. With derived, only those count that the result of a function
// which cannot be read may derive from.
func (s *sources) visit(v value.Value, derived bool) bool {
	key := sourceKey{derived: derived}
	switch v.(type) {
	case nil:
		return false
	case *value.Union, *value.Arith, *value.Iface, *value.Unknown:
		key.v = v
		if found, done := s.found[key]; done {
			return found
		}
		s.found[key] = false
	}
	found := s.parts(v, derived)
	if key.v != nil {
		s.found[key] = found
	}
	return found
}

func (s *sources) parts(v value.Value, derived bool) bool {
	found := false
	switch x := v.(type) {
	case *value.Union, *value.Arith, *value.Iface, value.Tuple:
		for y := range value.Parts(x) {
			found = s.visit(y, derived) || found
		}
		return found
	case *value.Unknown:
		if x.Last == "" {
			for _, d := range x.Deps {
				switch d.(type) {
				case *host.Input, *value.Arith, *value.Unknown, *value.Param, *value.Union, *value.Iface:
					found = s.visit(d, true) || found
				}
			}
			if found {
				return true
			}
		}
	}
	if derived && !derives(v) {
		return false
	}
	s.f(v)
	return true
}

// derives reports whether the result of a function that cannot be read may be
// taken to derive from an argument: from what people set, not from any pointer
// it happens to be given.
func derives(v value.Value) bool {
	switch v := v.(type) {
	case *host.Input:
		return true
	case *value.Param:
		return known.IsRateName(v.Last)
	case *value.Unknown:
		return v.Last != "" && (v.Set || known.IsRateName(v.Last))
	}
	return false
}

// whereLeft returns where a controller's number of workers is left out: at the options that its set-up function writes down, or
// where those come from that it is given.
func whereLeft(rec *host.Controller) value.Place {
	z, ok := ownNumber.Of(&rec.Record).(value.Zero)
	if !ok || !z.At.Pos.IsValid() {
		return rec.Site
	}
	return z.At
}
