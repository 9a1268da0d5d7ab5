package judge

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
)

// limiter judges Options.RateLimiter.
func (r *Judge) Limiter(rec *host.Controller) Judgement {
	out, open, lost := Judgement{}, Judgement{}, Judgement{}
	interp.Each(rec.Limiter, func(v interp.Value) {
		j := r.oneLimiter(rec, v)
		switch {
		case j.open:
			open = j
		case j.Verdict == Unknown:
			lost = j
		}
		if Worse(j.Verdict, out.Verdict) {
			out = j
		}
	})
	switch {
	case open.open:
		return open // whatever else it can be, callers may decide otherwise
	case lost.Verdict == Unknown:
		return lost // so may the code that cannot be followed
	case out.Verdict == "":
		return unknown("the options cannot be followed")
	}
	return out
}

func (r *Judge) oneLimiter(rec *host.Controller, v interp.Value) Judgement {
	switch v := interp.Dynamic(v).(type) {
	case interp.Zero, nil:
		at := interp.Place{}
		if z, ok := v.(interp.Zero); ok {
			at = z.At
		}
		return Judgement{Verdict: Unset, Detail: "Options.RateLimiter is nil", At: orSite(at, rec), Cause: causeOf(at, rec)}
	case *interp.Open:
		return undecided(v.Name)
	case *interp.Opaque:
		return unknown(v.Why)
	case interp.Ptr:
		return r.madeLimiter(rec, v)
	case *interp.Struct:
		return Judgement{Verdict: Shared, Detail: v.Type, At: rec.Site, Cause: rec.Site}
	}
	return unknown("a limiter that cannot be followed")
}

func (r *Judge) madeLimiter(rec *host.Controller, p interp.Ptr) Judgement {
	made := p.Obj.At
	j := Judgement{Verdict: Shared, Detail: code.Short(p.Obj.Type), At: made, Cause: made}
	switch whereMade(made, rec.Site) {
	case madeHere:
		if r.sites[rec.Site.Pos] > 1 {
			j.Detail += " made in " + code.ShortFunc(host.Function(made)) + ", which sets up several controllers"
			return j
		}
		if r.undecidedSite(rec) {
			return undecided("how many controllers " + code.ShortFunc(host.Function(made)) + " sets up")
		}
		j.Verdict = Adhoc
	case madeByCall:
		return r.limiterByCall(rec, j)
	case madeOutside:
		j.Detail += " handed in"
	}
	return j
}

// limiterByCall judges a limiter made by functions the set-up function calls: one of
// them may be the program's place for it.
func (r *Judge) limiterByCall(rec *host.Controller, j Judgement) Judgement {
	chain := makers(j.At, rec.Site)
	undecidedBy := ""
	for _, m := range chain {
		if r.settings.Limiter(m) || len(r.makers[m]) > 1 || code.PackageOf(m) != code.PackageOf(host.Function(rec.Site)) {
			j.Detail += " made by " + code.ShortFunc(m)
			return j
		}
		if code.Exported(m) && code.PackageOf(m) == r.pkg.Path && !r.pkg.Main {
			undecidedBy = m
		}
	}
	if undecidedBy != "" {
		return undecided("who else uses " + code.ShortFunc(undecidedBy))
	}
	j.Verdict = Adhoc
	return j
}

// undecidedSite reports whether a site's function looks like one that sets up
// whatever controller its callers want: its reconciler is theirs.
func (r *Judge) undecidedSite(rec *host.Controller) bool { return rec.Chain.Open }
