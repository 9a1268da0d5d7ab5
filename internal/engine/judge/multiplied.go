package judge

import (
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
)

// Multiplicity is how many global limiters share one rate.
var Multiplicity = register(&Attribute{
	Key:   "multiplicity",
	Rule:  "RL1006",
	whole: true,
	record: host.Recorder{Controller: func(c *host.Creation) {
		madeBefore.Set(&c.Controller.Record, c.Existing(c.Interp))
	}},
	faults: (*Judge).multiplied,
})

// Multiplied says that there are several global limiters for one rate.
const Multiplied Verdict = "multiplied"

// multiplied finds global limiters of one rate that controllers of one manager ask.
func (j *Judge) multiplied() []Fault {
	global := slices.DeleteFunc(j.globalLimiters(), func(g *globalLimiter) bool { return g.Kind != known.Bucket })
	var faults []Fault
	told := make(map[*globalLimiter]bool)
	for _, g := range global {
		if told[g] {
			continue
		}
		group := []*globalLimiter{g}
		places := map[code.Pos]bool{j.here(g.At): true}
		rate := ""
		for _, other := range global {
			if of := j.sameRate(g, other); of != "" && g != other && !told[other] && j.beside(g, other) && !places[j.here(other.At)] {
				places[j.here(other.At)] = true
				rate, group = of, append(group, other)
			}
		}
		if rate == "" {
			continue
		}
		// One finding tells of all: it stands at the second, which is one too many.
		f := Fault{Verdict: Multiplied, Name: rate, Value: strconv.Itoa(len(group)), Cause: group[1].At, Controllers: group[1].askedBy}
		for _, other := range group {
			told[other] = true
			if other != group[1] {
				f.Others = append(f.Others, other.At)
			}
		}
		faults = append(faults, f)
	}
	return faults
}

// sameRate returns the name of the rate input that both limiters derive from, "" if there is none.
func (j *Judge) sameRate(a, b *globalLimiter) string {
	of := j.ratesOf(b.Limiter)
	for _, i := range j.ratesOf(a.Limiter) {
		if slices.Contains(of, i) {
			return i.Name
		}
	}
	return ""
}

// beside reports whether two limiters divide the controllers of one manager between them: no
// controller asks both, as it does those of a class within another, and one was made
// on the way on which controllers of the other are.
func (j *Judge) beside(a, b *globalLimiter) bool {
	for _, rec := range a.askedBy {
		if slices.Contains(b.askedBy, rec) {
			return false
		}
	}
	return together(a, b) || together(b, a)
}

// together reports whether some controller that asks b is made where a exists, by a manager
// that also has controllers that ask a.
func together(a, b *globalLimiter) bool {
	return slices.ContainsFunc(b.askedBy, func(rec *host.Controller) bool {
		return slices.Contains(madeBefore.Of(&rec.Record), a.Limiter) && slices.ContainsFunc(a.askedBy, func(other *host.Controller) bool {
			return slices.ContainsFunc(other.Managers, func(m *host.Manager) bool { return slices.Contains(rec.Managers, m) })
		})
	})
}
