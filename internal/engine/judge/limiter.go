package judge

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Limiter is Options.RateLimiter, the limiter of a controller's queue.
var Limiter = register(&Attribute{
	Key:      "limiter",
	Rule:     "RL1001",
	Promised: true,
	Fields:   []string{"parameters"},
	record: host.Recorder{Controller: func(c *host.Creation) {
		v := c.Field(c.Options, "RateLimiter")
		queueLimiter.Set(&c.Controller.Record, queueLimiterOf{v, host.LimitersWithin(c.Interp, v), copied(c, v), lacks(c, v)})
	}},
	judge: func(r *Judge, rec *host.Controller) Judgement {
		j := r.limiter(rec)
		if j.Verdict == Unset && value.IsZero(queueLimiter.Of(&rec.Record).limiter) {
			j.Value = defaultLimiter(r.byPreference(rec).Verdict) // whatever NewQueue makes of it
		} else {
			j.Value = parameters(r.queueLimiters(rec))
		}
		return j
	},
	queue: (*Judge).limiterOfQueue,
})

// lacks reports whether parts of a limiter do not type-check.
func lacks(c *host.Creation, limiter value.Value) (found bool) {
	if !c.Partial {
		return false
	}
	w := value.Walker{Memory: c.Interp.Memory(), Visit: func(v value.Value, _ int) bool {
		found = found || value.IsUnresolved(v)
		return !found
	}}
	return !w.Walk(limiter) || found
}

// copied returns the parameter that a limiter is a copy of: it is handed in as a struct, and the set-up function takes its address.
func copied(c *host.Creation, limiter value.Value) (param value.Value) {
	for p := range value.Pointers(limiter) {
		if held, ok := c.Interp.Memory().Get(p.Obj).(*value.Param); ok {
			param = held
		}
	}
	return param
}

// learnMakers notes which functions make the queue limiters of which sites, and at which sites each is used.
func (j *Judge) learnMakers() {
	for _, rec := range j.records {
		for p := range value.Pointers(queueLimiter.Of(&rec.Record).limiter) {
			memo.In(j.queuesOf, p.Obj)[rec.Site] = true
			for _, m := range makers(p.Obj.At, rec.Site) {
				memo.In(j.makers, m)[rec.Site.Pos] = true
			}
		}
	}
}

// limiter judges Options.RateLimiter.
func (j *Judge) limiter(rec *host.Controller) Judgement {
	out, open, lost := Judgement{}, Judgement{}, Judgement{}
	value.Each(queueLimiter.Of(&rec.Record).limiter, func(v value.Value) {
		found := j.oneLimiter(rec, v)
		switch {
		case found.open:
			open = found
		case found.Verdict == Unknown:
			lost = found
		}
		if Worse(found.Verdict, out.Verdict) {
			out = found
		}
	})
	switch {
	case open.open:
		return open // whatever else it can be, callers may decide otherwise
	case lost.Verdict == Unknown:
		return lost // so may the code that cannot be followed
	case out.Verdict == "":
		return unknown("the options cannot be followed")
	case j.chosen(queueLimiter.Of(&rec.Record).limiter) &&
		differ(queueLimiter.Of(&rec.Record).limiter, func(v value.Value) Judgement { return Judgement{Verdict: j.oneLimiter(rec, v).Verdict} }):
		return eitherWay()
	}
	return out
}

func (j *Judge) oneLimiter(rec *host.Controller, v value.Value) Judgement {
	switch v := value.Dynamic(v).(type) {
	case value.Zero, nil:
		at := value.Place{}
		if z, ok := v.(value.Zero); ok {
			at = z.At
		}
		return Judgement{Verdict: Unset, Detail: "Options.RateLimiter is nil", At: orSite(at, rec), Cause: causeOf(at, rec)}
	case value.Ptr:
		return j.madeLimiter(rec, v)
	case *value.Struct:
		return Judgement{Verdict: Shared, Detail: v.Type, At: rec.Site, Cause: rec.Site}
	}
	return notFollowed(v, "a limiter that cannot be followed")
}

func (j *Judge) madeLimiter(rec *host.Controller, p value.Ptr) Judgement {
	made := p.Obj.At
	found := Judgement{Verdict: Shared, Detail: code.BaseType(p.Obj.Type).Short(), At: made, Cause: made}
	where := whereMade(made, rec.Site)
	if where != madeOutside && len(j.queuesOf[p.Obj]) > 1 {
		found.Detail += " that several queues have"
		return found
	}
	switch where {
	case madeHere:
		if param, ok := queueLimiter.Of(&rec.Record).copied.(*value.Param); ok {
			return undecided(param.Name)
		}
		if inner := j.handedIn(rec); inner != "" {
			found.Detail += " around " + inner + " handed in"
			return found
		}
		if j.several[rec.Site.Pos] {
			found.Detail += " made in " + host.Function(made).Short() + ", which sets up several controllers"
			return found
		}
		if chainOf.Of(&rec.Record).ByCallers { // it sets up whatever controller its callers want
			return byOthers(undecided("how many controllers " + host.Function(made).Short() + " sets up"))
		}
		if j.mayBeUsed(rec, p.Obj) {
			return othersUnknown(found)
		}
		found.Verdict = Adhoc
	case madeByCall:
		return j.limiterByCall(rec, found)
	case madeOutside:
		found.Detail += " handed in"
	}
	return found
}

// limiterByCall judges a limiter made by functions the set-up function calls: one of
// them may be the program's place for it.
func (j *Judge) limiterByCall(rec *host.Controller, found Judgement) Judgement {
	chain := makers(found.At, rec.Site)
	var undecidedBy symbol.Name
	for _, m := range chain {
		if j.settings.Limiter(m) || len(j.makers[m]) > 1 || m.Package() != host.Function(rec.Site).Package() {
			found.Detail += " made by " + m.Outermost().Short()
			return found
		}
		if m.Exported() && m.Package() == j.pkg.Path && !j.pkg.Main {
			undecidedBy = m
		}
	}
	if undecidedBy != "" {
		return byOthers(undecided("who else uses " + undecidedBy.Outermost().Short()))
	}
	if j.Program.Partial {
		return othersUnknown(found)
	}
	found.Verdict = Adhoc
	return found
}

// othersUnknown judges a limiter that is one controller's own as far as the code tells that type-checks.
func othersUnknown(j Judgement) Judgement {
	return unresolved("who else uses " + j.Detail + " is not known: parts of the program do not type-check")
}

// handedIn returns the type of a limiter that the queue limiter holds and that was
// made outside the set-up function; "" if there is none. A struct around one that is
// copied is the same limiter.
func (j *Judge) handedIn(rec *host.Controller) string {
	for _, inner := range queueLimiter.Of(&rec.Record).within {
		if p, ok := value.Dynamic(inner).(value.Ptr); ok && known.Func(code.BaseType(p.Obj.Type)) == known.NewLimiter &&
			whereMade(p.Obj.At, rec.Site) == madeOutside {
			return code.BaseType(p.Obj.Type).Short()
		}
	}
	return ""
}
