package controllers

import (
	"fmt"

	"github.com/rllint/rllint/analyzer/flow"
	"github.com/rllint/rllint/analyzer/known"
)

// A judgement is the verdict on one attribute of one record.
type judgement struct {
	verdict Verdict
	detail  string
	at      flow.Place // what decided it
	cause   flow.Place // where a finding stands: at, or the site where the site itself decides
	value   string
	name    string
	level   string
	field   string // the struct field that defines it, where a finding then stands
	open    bool   // unknown only because callers that are not known decide
}

// A judge knows the records of one entry point, or of all the entry points of a package.
type judge struct {
	records  []*record
	settings *Settings
	pkg      *flow.Package

	sites   map[flow.Pos]int             // ways each site was reached, from different calls
	makers  map[string]map[flow.Pos]bool // functions that make limiters -> sites they serve
	holders map[*flow.Object]int         // middleware limiters -> controllers that ask them
	rates   map[*input]bool              // inputs that set the rate of a global limiter
}

func newJudge(pkg *flow.Package, s *Settings, records []*record) *judge {
	r := &judge{
		records: records, settings: s, pkg: pkg,
		sites:   make(map[flow.Pos]int),
		makers:  make(map[string]map[flow.Pos]bool),
		holders: make(map[*flow.Object]int),
		rates:   make(map[*input]bool),
	}
	contexts := make(map[flow.Pos]map[flow.Pos]bool)
	for _, rec := range records {
		if contexts[rec.site.Pos] == nil {
			contexts[rec.site.Pos] = make(map[flow.Pos]bool)
		}
		contexts[rec.site.Pos][callOf(rec.site)] = true
		r.sites[rec.site.Pos] = len(contexts[rec.site.Pos])
		flow.Each(rec.limiter, func(v flow.Value) {
			if p, ok := flow.Dynamic(v).(flow.Ptr); ok {
				for _, m := range makers(p.Obj.At, rec.site) {
					if r.makers[m] == nil {
						r.makers[m] = make(map[flow.Pos]bool)
					}
					r.makers[m][rec.site.Pos] = true
				}
			}
		})
		held := make(map[*flow.Object]bool)
		for _, a := range rec.chain.asked {
			hold := func(v flow.Value) {
				if p, ok := flow.Dynamic(v).(flow.Ptr); ok && !held[p.Obj] {
					held[p.Obj] = true
					r.holders[p.Obj]++
				}
			}
			flow.Each(a.limiter, hold)
			for _, inner := range a.within {
				hold(inner)
			}
		}
	}
	return r
}

// callOf returns where the function a site lies in was called.
func callOf(site flow.Place) flow.Pos {
	if site.Node == nil {
		return flow.Pos{}
	}
	return site.Node.At
}

// makers returns the functions that were called, one by another, from the set-up
// function of a site to where a value was made, innermost first; nil if the value
// was made by the set-up function itself or outside of it.
func makers(made, site flow.Place) []string {
	active := make(map[*flow.Node]bool)
	for n := site.Node; n != nil; n = n.Caller {
		active[n] = true
	}
	var out []string
	for n := made.Node; n != nil; n = n.Caller {
		if active[n] {
			if n != site.Node && outermost(n.Fn.Sym) != function(site) {
				return nil
			}
			return out
		}
		out = append(out, n.Fn.Sym)
	}
	return nil
}

// madeWhere says where a limiter was made, seen from a controller's set-up function.
type madeWhere int

const (
	madeHere    madeWhere = iota // in the set-up function itself
	madeByCall                   // by a function the set-up function calls
	madeOutside                  // before the set-up function was called
)

func whereMade(made, site flow.Place) madeWhere {
	if made.Node == nil {
		return madeOutside
	}
	if made.Node == site.Node || function(made) == function(site) {
		return madeHere
	}
	if makers(made, site) != nil {
		return madeByCall
	}
	return madeOutside
}

// limiter judges Options.RateLimiter.
func (r *judge) limiter(rec *record) judgement {
	out, open, lost := judgement{}, judgement{}, judgement{}
	flow.Each(rec.limiter, func(v flow.Value) {
		j := r.oneLimiter(rec, v)
		switch {
		case j.open:
			open = j
		case j.verdict == Unknown:
			lost = j
		}
		if worse(j.verdict, out.verdict) {
			out = j
		}
	})
	switch {
	case open.open:
		return open // whatever else it can be, callers may decide otherwise
	case lost.verdict == Unknown:
		return lost // so may the code that cannot be followed
	case out.verdict == "":
		return unknown("the options cannot be followed")
	}
	return out
}

// severity orders verdicts: where several are possible the worst counts.
var severity = map[Verdict]int{
	"": 0, Shared: 1, Wrapped: 1, Rate: 1, Unknown: 2, Flag: 3, Const: 4, Adhoc: 5, Missing: 5, Unset: 6,
}

func worse(a, b Verdict) bool { return severity[a] > severity[b] }

func unknown(why string) judgement { return judgement{verdict: Unknown, detail: why} }

func undecided(what string) judgement {
	return judgement{verdict: Unknown, detail: what + " is decided by callers outside the analysed packages", open: true}
}

func (r *judge) oneLimiter(rec *record, v flow.Value) judgement {
	switch v := flow.Dynamic(v).(type) {
	case flow.Zero, nil:
		at := flow.Place{}
		if z, ok := v.(flow.Zero); ok {
			at = z.At
		}
		return judgement{verdict: Unset, detail: "Options.RateLimiter is nil", at: orSite(at, rec), cause: causeOf(at, rec)}
	case *flow.Open:
		return undecided(v.Name)
	case *flow.Opaque:
		return unknown(v.Why)
	case flow.Ptr:
		return r.madeLimiter(rec, v)
	case *flow.Struct:
		return judgement{verdict: Shared, detail: v.Type, at: rec.site, cause: rec.site}
	}
	return unknown("a limiter that cannot be followed")
}

func (r *judge) madeLimiter(rec *record, p flow.Ptr) judgement {
	made := p.Obj.At
	j := judgement{verdict: Shared, detail: short(p.Obj.Type), at: made, cause: made}
	switch whereMade(made, rec.site) {
	case madeHere:
		if r.sites[rec.site.Pos] > 1 {
			j.detail += " made in " + shortSymbol(function(made)) + ", which sets up several controllers"
			return j
		}
		if r.undecidedSite(rec) {
			return undecided("how many controllers " + shortSymbol(function(made)) + " sets up")
		}
		j.verdict = Adhoc
	case madeByCall:
		return r.limiterByCall(rec, j)
	case madeOutside:
		j.detail += " handed in"
	}
	return j
}

// limiterByCall judges a limiter made by functions the set-up function calls: one of
// them may be the program's place for it.
func (r *judge) limiterByCall(rec *record, j judgement) judgement {
	chain := makers(j.at, rec.site)
	undecidedBy := ""
	for _, m := range chain {
		if r.settings.limiter(m) || len(r.makers[m]) > 1 || packageOf(m) != packageOf(function(rec.site)) {
			j.detail += " made by " + shortSymbol(m)
			return j
		}
		if exported(m) && packageOf(m) == r.pkg.Path && !r.pkg.Main {
			undecidedBy = m
		}
	}
	if undecidedBy != "" {
		return undecided("who else uses " + shortSymbol(undecidedBy))
	}
	j.verdict = Adhoc
	return j
}

// undecidedSite reports whether a site's function looks like one that sets up
// whatever controller its callers want: its reconciler is theirs.
func (r *judge) undecidedSite(rec *record) bool { return rec.chain.open }

// orSite returns at, or the record's site if at is no place.
func orSite(at flow.Place, rec *record) flow.Place {
	if at.Pos.IsValid() {
		return at
	}
	return rec.site
}

// causeOf returns where a finding about something left out stands: where the value
// that lacks it was made, unless the set-up function did that itself.
func causeOf(at flow.Place, rec *record) flow.Place {
	if !at.Pos.IsValid() || at.Node == rec.site.Node || function(at) == function(rec.site) {
		return rec.site
	}
	return at
}

// middleware judges the chain of reconcilers.
func (r *judge) middleware(rec *record) judgement {
	c := &rec.chain
	if c.named {
		return judgement{verdict: Wrapped, detail: short(c.typ), at: rec.site, cause: rec.site}
	}
	var private *asked
	var open, lost bool
	for i := range c.asked {
		a := &c.asked[i]
		verdict := r.asks(rec, a)
		switch verdict {
		case Wrapped:
			return judgement{verdict: Wrapped, detail: short(a.by), at: rec.site, cause: rec.site}
		case Missing:
			private = a
		default:
			lost = true
		}
	}
	switch {
	case c.open || open:
		return undecided("the reconciler")
	case lost:
		return unknown("the limiter the middleware asks cannot be followed")
	case c.lost != "":
		return unknown(c.lost)
	}
	j := judgement{verdict: Missing, detail: short(c.typ), at: rec.site, cause: rec.site}
	if private != nil {
		j.detail = fmt.Sprintf("%s asks a limiter of its own", short(private.by))
	}
	if rec.site.Package() != r.pkg.Path && c.made.Package() == r.pkg.Path {
		j.cause = c.made // handed to the set-up function by this package
	}
	return j
}

// asks judges whether the limiter a middleware asks is held by more than this controller.
func (r *judge) asks(rec *record, a *asked) Verdict {
	verdict := Missing
	flow.Each(a.limiter, func(v flow.Value) {
		switch v := flow.Dynamic(v).(type) {
		case *flow.Opaque:
			if verdict == Missing {
				verdict = Unknown
			}
		default:
			if r.isShared(rec, v) {
				verdict = Wrapped
			}
			for _, inner := range a.within { // its tokens may come from one that is shared
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
func (r *judge) isShared(rec *record, limiter flow.Value) bool {
	switch l := flow.Dynamic(limiter).(type) {
	case *flow.Open:
		return true
	case flow.Ptr:
		return r.holders[l.Obj] > 1 || whereMade(l.Obj.At, rec.site) == madeOutside
	}
	return false
}

// learnRates notes which inputs set the rate of a limiter that middleware asks.
func (r *judge) learnRates(in *flow.Interp) {
	for _, rec := range r.records {
		for _, a := range rec.chain.asked {
			flow.Each(a.limiter, func(v flow.Value) { r.learnRate(in, v, 0) })
		}
	}
}

func (r *judge) learnRate(in *flow.Interp, v flow.Value, depth int) {
	if depth > 6 {
		return
	}
	s, ok := in.Load(v).(*flow.Struct)
	if !ok {
		return
	}
	if args, ok := s.Fields["Args"].(flow.Tuple); ok && len(args) > 0 && known.Func(s.Type) == known.NewLimiter {
		eachSource(args[0], func(v flow.Value) {
			if i, ok := v.(*input); ok {
				r.rates[i] = true
			}
		})
		return
	}
	for _, name := range sortedKeys(s.Fields) {
		r.learnRate(in, s.Fields[name], depth+1)
	}
}
