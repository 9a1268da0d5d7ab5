package judge

import (
	"fmt"
	"path"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Middleware is the global token bucket around the reconciler.
var Middleware = register(&Attribute{
	Key:      "middleware",
	Rule:     "RL1002",
	Fields:   []string{"manner"},
	Promised: true,
	record: host.Recorder{Controller: func(c *host.Creation) {
		chainOf.Set(&c.Controller.Record, c.Follow(c.Interp, c.Reconciler, c.At))
	}},
	judge: (*Judge).middleware,
})

// What such a reconciler asks.
const (
	Nothing   Asking = iota
	Sometimes        // a limiter, on some ways only
	ItsOwn           // a limiter that no other controller asks
	Common           // nothing, as do most controllers of the program: its authors limit what they mean to
	NoLimiter        // one that is nil: each reconcile panics
	Library          // nothing, and it is a library's, as it stands: it does bookkeeping, and not what the program is for
)

// Before reports whether a finding about several controllers speaks of this one's before another's: what somebody would
// change goes before what a library brings, and where one asks a limiter, it is false that none does.
func (a Asking) Before(other Asking) bool {
	order := [...]int{Library: 0, Common: 1, Nothing: 2, ItsOwn: 3, Sometimes: 4, NoLimiter: 5}
	return order[a] > order[other]
}

// What middleware does with a request that gets no token: its worker waits with it, or it goes back to
// the queue and comes again.
const (
	waits     = "waits"
	sendsBack = "sends back"
)

// learnLimiters notes which limiters middleware asks, for how many controllers, and which
// inputs set their rates.
func (j *Judge) learnLimiters() {
	for _, rec := range j.records {
		if len(chainOf.Of(&rec.Record).Asked) > 0 {
			j.askers++
		}
		held := make(map[*value.Object]bool)
		hold := func(a host.Asked, wraps bool) {
			for _, v := range a.All() {
				for p := range value.Pointers(v) {
					held[p.Obj] = true
					j.wrapping[p.Obj] = j.wrapping[p.Obj] || wraps
				}
			}
		}
		chain := chainOf.Of(&rec.Record)
		for _, t := range chain.Itself {
			hold(t.Asked, false)
		}
		j.unlearnt = j.unlearnt || chain.Unresolved || slices.ContainsFunc(chain.Asked, isUnresolved)
		for _, a := range chain.Asked {
			hold(a, true)
			for _, rate := range a.Rates {
				eachSource(rate, func(v value.Value) {
					if i, ok := v.(*host.Input); ok {
						j.rates[i.First()] = true
					}
				})
			}
		}
		for limiter := range held {
			j.holders[limiter]++
		}
	}
}

// middleware judges the chain of reconcilers.
func (j *Judge) middleware(rec *host.Controller) Judgement {
	c := chainOf.Of(&rec.Record)
	asked := make([]Verdict, len(c.Asked))
	for i := range c.Asked {
		asked[i] = j.asks(rec, &c.Asked[i])
	}
	if c.Unresolved || slices.ContainsFunc(c.Asked, isUnresolved) {
		return unresolved("part of the reconciler, or of what it asks, does not type-check")
	}
	if j.Program.Partial && sometimes(&c, asked) {
		return eitherWay()
	}
	out := Judgement{At: rec.Site, Cause: rec.Site}
	verdict, by := j.ways(&c, asked)
	switch {
	case verdict == Wrapped:
		out.Verdict, out.Detail, out.Value = Wrapped, by.By.Short(), sendsBack
		if by.Waits {
			out.Value = waits
		}
		return out
	case c.ByCallers:
		return undecided("the reconciler")
	case verdict == Unknown:
		return unknown("the limiter that " + by.By.Short() + " asks cannot be followed")
	case c.WhyUnknown != "":
		return unknown(c.WhyUnknown)
	}
	if len(c.Asked) > 0 && j.Program.Partial {
		return unresolved("who else asks the limiter of " + c.Asked[0].By.Short() + " is not known: parts of the program do not type-check")
	}
	out.Verdict, out.Detail = Missing, c.Type.Short()
	if c.NilAsked != "" && len(c.Asked) == 0 {
		out.Asks = NoLimiter
		out.Detail = fmt.Sprintf("the limiter of %s is nil", c.NilAsked.Short())
	} else if way, a := unlimited(&c, asked); a != nil {
		out.Asks = Sometimes
		out.Detail = fmt.Sprintf("%s asks a limiter, but not where the condition at %s:%d turns out otherwise", a.By.Short(),
			path.Base(way.Unless.File), way.Unless.Line)
	} else if a := somewhere(&c, asked); a != nil {
		out.Asks = Sometimes
		out.Detail = fmt.Sprintf("%s asks a limiter, but not on all ways to the reconciler inside", a.By.Short())
	} else if a := private(&c); a != nil {
		out.Asks = ItsOwn
		out.Detail = fmt.Sprintf("%s asks a limiter of its own", a.By.Short())
		out.Stated = j.limitedAlone(rec, &c)
	} else if t := j.takenItself(rec, &c); t != nil && t.Always {
		out.Detail = fmt.Sprintf("%s asks the limiter itself", c.Type.Short())
		out.Stated = true
	} else if t != nil {
		out.Asks = Sometimes
		out.Detail = fmt.Sprintf("%s asks it itself, but not on all ways", c.Type.Short())
	} else if c.Made.Pos.InDependency() {
		out.OfLibrary = true
		if j.wrapsOthers(c.Type) {
			out.Asks = Library
		}
	}
	if out.Asks == Nothing && j.askers > 0 && 2*j.askers < len(j.records) {
		out.Asks = Common
	}
	if rec.Site.Package() != j.pkg.Path && c.Made.Package() == j.pkg.Path {
		out.Cause = c.Made // handed to the set-up function by this package
	}
	return out
}

// ReconcilerOf returns the type of a controller's innermost reconciler, "" where it is not known (passworkers: the outermost is
// the middleware).
func (j *Judge) ReconcilerOf(rec *host.Controller) symbol.Name {
	switch c := chainOf.Of(&rec.Record); len(c.Inner) {
	case 0:
		return c.Type
	case 1:
		return c.Inner[0]
	}
	return ""
}

// wrapsOthers reports whether the program wraps reconcilers, and none of a type: its authors wrap what they mean to limit.
func (j *Judge) wrapsOthers(t symbol.Name) bool {
	others := false
	for _, rec := range j.records {
		c := chainOf.Of(&rec.Record)
		if slices.Contains(c.Inner, t) && len(c.Asked) > 0 {
			return false
		}
		others = others || len(c.Asked) > 0 || c.Unresolved
	}
	return others
}

// ways returns the verdict on the ways to the innermost reconciler, and a limiter that it
// rests on. What the program's configuration decides, such as whether there is a limiter
// at all, is its own choice: with one configuration all ways must ask.
func (j *Judge) ways(c *host.Chain, asked []Verdict) (Verdict, *host.Asked) {
	var switches []code.Pos
	for _, w := range c.Ways {
		for _, s := range w.Switches {
			switches = memo.Add(switches, s.At)
		}
	}
	if len(switches) > maxCombined {
		return Unknown, &host.Asked{By: c.Type}
	}
	best := Missing
	var by *host.Asked
	for choice := range 1 << len(switches) {
		v, a := j.waysWith(c, asked, func(s host.Switch) bool {
			return s.Yes == (choice>>slices.Index(switches, s.At)&1 == 1)
		})
		if v == Wrapped || v == Unknown && best == Missing {
			best, by = v, a
		}
	}
	return best, by
}

// maxCombined bounds the conditions whose outcomes are combined.
const maxCombined = 10

// waysWith is ways for one configuration: that in which chosen holds of the switches.
func (j *Judge) waysWith(c *host.Chain, asked []Verdict, chosen func(host.Switch) bool) (Verdict, *host.Asked) {
	var verdict Verdict
	var by *host.Asked
	for _, w := range c.Ways {
		if slices.ContainsFunc(w.Switches, func(s host.Switch) bool { return !chosen(s) }) {
			continue
		}
		best := Missing
		var a *host.Asked
		for _, id := range w.Asked {
			if asked[id] == Wrapped || asked[id] == Unknown && best == Missing {
				best, a = asked[id], &c.Asked[id]
			}
		}
		switch {
		case best == Missing:
			return Missing, nil
		case verdict == "" || best == Unknown:
			verdict, by = best, a
		}
	}
	if verdict == "" {
		return Missing, nil // nothing is reached
	}
	return verdict, by
}

// unlimited returns a way on which the innermost reconciler is reached without a token
// because of the request, and a limiter that is asked on another.
func unlimited(c *host.Chain, asked []Verdict) (host.Way, *host.Asked) {
	a := somewhere(c, asked)
	if a == nil {
		return host.Way{}, nil
	}
	for _, w := range c.Ways {
		if w.Unless.IsValid() && !slices.ContainsFunc(w.Asked, func(id int) bool { return asked[id] == Wrapped }) {
			return w, a
		}
	}
	return host.Way{}, nil
}

// somewhere returns a limiter of more than this controller that is asked on some way to an innermost reconciler, or nil.
func somewhere(c *host.Chain, asked []Verdict) *host.Asked {
	for _, w := range c.Ways {
		for _, id := range w.Asked {
			if asked[id] == Wrapped {
				return &c.Asked[id]
			}
		}
	}
	return nil
}

// takenItself returns the token that the one innermost reconciler of a controller takes itself, of a limiter that middleware of
// other controllers asks too, or that the program's rate sets; else nil.
func (j *Judge) takenItself(rec *host.Controller, c *host.Chain) *host.Taken {
	for i := range c.Itself {
		t := &c.Itself[i]
		if len(c.Inner) == 1 && j.asks(rec, &t.Asked) == Wrapped && j.ofRate(&t.Asked) {
			return t
		}
	}
	return nil
}

// ofRate reports whether middleware asks a limiter, or the program's rate sets it.
func (j *Judge) ofRate(a *host.Asked) bool {
	wraps := func(v value.Value) bool {
		p, ok := value.Dynamic(v).(value.Ptr)
		return ok && j.wrapping[p.Obj]
	}
	sets := func(v value.Value) bool {
		i, ok := v.(*host.Input)
		return ok && (j.isRate(i.Name) || j.rates[i.First()])
	}
	return slices.ContainsFunc(a.All(), func(v value.Value) bool { return value.Some(v, wraps) }) ||
		slices.ContainsFunc(a.Rates, func(v value.Value) bool { return anySource(v, sets) })
}

// private returns a limiter that is asked before the innermost reconciler is reached, or nil.
func private(c *host.Chain) *host.Asked {
	for _, w := range c.Ways {
		if len(w.Asked) > 0 {
			return &c.Asked[w.Asked[0]]
		}
	}
	return nil
}

// asks judges whether the limiter a middleware asks is held by more than this controller.
func (j *Judge) asks(rec *host.Controller, a *host.Asked) Verdict {
	if a.Named {
		return Wrapped
	}
	verdict := Missing
	for _, v := range a.All() {
		value.Each(v, func(v value.Value) {
			switch v := value.Dynamic(v).(type) {
			case *value.Unknown:
				if verdict == Missing {
					verdict = Unknown
				}
			default:
				if j.isShared(rec, a, v) { // its tokens may come from one that is shared
					verdict = Wrapped
				}
			}
		})
	}
	if verdict == Wrapped && a.Uncertain {
		return Unknown
	}
	return verdict
}

// isShared reports whether a limiter that middleware asks is held by more than the controller of a
// record: it was handed in, or other controllers ask it too.
func (j *Judge) isShared(rec *host.Controller, a *host.Asked, limiter value.Value) bool {
	switch l := value.Dynamic(limiter).(type) {
	case *value.Param:
		return true
	case value.Ptr:
		return j.holders[l.Obj] > 1 || whereMade(l.Obj.At, rec.Site) == madeOutside && !j.forOne(a)
	}
	return false
}

// forOne reports whether a limiter that one controller asks is meant for it, although somebody else made it: no other controller
// of the whole program asks it, and its rate is written as a constant, where a setting would promise something for the program. Where
// code is missing, another controller may ask it too, and the verdict is unknown.
func (j *Judge) forOne(a *host.Asked) bool {
	if !j.Program.Main || j.Program.Cut || len(j.controllers()) < 2 || len(a.Rates) == 0 {
		return false
	}
	return !slices.ContainsFunc(a.Rates, func(v value.Value) bool {
		_, constant := value.NumberText(v)
		return !constant
	})
}
