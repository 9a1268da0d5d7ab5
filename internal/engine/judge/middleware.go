package judge

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// middleware judges the chain of reconcilers.
func (r *Judge) Middleware(rec *host.Controller) Judgement {
	c := &rec.Chain
	if c.Named {
		return Judgement{Verdict: Wrapped, Detail: code.Short(c.Typ), At: rec.Site, Cause: rec.Site}
	}
	var private *host.Asked
	var open, lost bool
	for i := range c.Asked {
		a := &c.Asked[i]
		verdict := r.asks(rec, a)
		switch verdict {
		case Wrapped:
			return Judgement{Verdict: Wrapped, Detail: code.Short(a.By), At: rec.Site, Cause: rec.Site}
		case Missing:
			private = a
		default:
			lost = true
		}
	}
	switch {
	case c.Open || open:
		return undecided("the reconciler")
	case lost:
		return unknown("the limiter the middleware asks cannot be followed")
	case c.Lost != "":
		return unknown(c.Lost)
	}
	j := Judgement{Verdict: Missing, Detail: code.Short(c.Typ), At: rec.Site, Cause: rec.Site}
	if private != nil {
		j.Detail = fmt.Sprintf("%s asks a limiter of its own", code.Short(private.By))
	}
	if rec.Site.Package() != r.pkg.Path && c.Made.Package() == r.pkg.Path {
		j.Cause = c.Made // handed to the set-up function by this package
	}
	return j
}

// asks judges whether the limiter a middleware asks is held by more than this controller.
func (r *Judge) asks(rec *host.Controller, a *host.Asked) Verdict {
	verdict := Missing
	interp.Each(a.Limiter, func(v interp.Value) {
		switch v := interp.Dynamic(v).(type) {
		case *interp.Opaque:
			if verdict == Missing {
				verdict = Unknown
			}
		default:
			if r.isShared(rec, v) {
				verdict = Wrapped
			}
			for _, inner := range a.Within { // its tokens may come from one that is shared
				if r.isShared(rec, inner) {
					verdict = Wrapped
				}
			}
		}
	})
	return verdict
}

// isShared reports whether a limiter is held by more than the controller of a
// record: it was handed in, or other controllers ask it too.
func (r *Judge) isShared(rec *host.Controller, limiter interp.Value) bool {
	switch l := interp.Dynamic(limiter).(type) {
	case *interp.Open:
		return true
	case interp.Ptr:
		return r.holders[l.Obj] > 1 || whereMade(l.Obj.At, rec.Site) == madeOutside
	}
	return false
}

// learnRates notes which inputs set the rate of a limiter that middleware asks.
func (r *Judge) LearnRates(in *interp.Interp) {
	for _, rec := range r.records {
		for _, a := range rec.Chain.Asked {
			interp.Each(a.Limiter, func(v interp.Value) { r.learnRate(in, v, 0) })
		}
	}
}

func (r *Judge) learnRate(in *interp.Interp, v interp.Value, depth int) {
	if depth > 6 {
		return
	}
	s, ok := in.Load(v).(*interp.Struct)
	if !ok {
		return
	}
	if args, ok := s.Fields["Args"].(interp.Tuple); ok && len(args) > 0 && known.Func(s.Type) == known.NewLimiter {
		eachSource(args[0], func(v interp.Value) {
			if i, ok := v.(*host.Input); ok {
				r.rates[i] = true
			}
		})
		return
	}
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		r.learnRate(in, s.Fields[name], depth+1)
	}
}
