package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// Siblings is whether a controller is given what the others of its program are.
var Siblings = register(&Attribute{
	Key:    "siblings",
	Rule:   "RL2004",
	whole:  true,
	faults: func(j *Judge) []Fault { return slices.Concat(j.deviants(), j.strayed(), j.noPoll()) },
})

// The verdicts on a controller beside its siblings.
const (
	Deviant Verdict = "deviant" // it lacks what they have
	Unlike  Verdict = "unlike"  // it lacks only the number of workers: one is enough for a kind with few objects
)

// Of a program's controllers at least this many, and at least three of four, must have one source.
const leastSiblings = 3

// Of values that only are alike, at least this many, and at least seven of eight, must be.
const leastAlike = 7

// Of a setting that reaches one function from which controllers take the attribute, at least so many, and at least half, must take it:
// who sets it means all of them.
const leastSet = 8

// most reports whether so many of a program's controllers show what the others should have.
func (s source) most(have, all int) bool {
	if s.alike {
		return have >= leastAlike && 8*have >= 7*all
	}
	return have >= leastSiblings && 4*have >= 3*all || s.set && have >= leastSet && 2*have >= all
}

// A traced attribute is one whose source is compared between controllers.
type traced struct {
	what    string
	sources func(*Judge, *host.Controller) map[string]source // by what tells one from others
	unset   func(*Judge, *host.Controller) bool
}

// A source is what controllers take an attribute from.
type source struct {
	text  string // what people call it
	alike bool   // each controller has its own, which looks like those of the others
	set   bool   // flags or settings decide it
}

var tracedAttributes = []traced{
	{"number of workers", (*Judge).workerSources, (*Judge).workersUnset},
	{"queue limiter", (*Judge).limiterSources, func(j *Judge, rec *host.Controller) bool {
		return value.IsZero(queueLimiter.Of(&rec.Record).limiter)
	}},
}

// deviants finds the controllers that lack what most have from one source. What a program with a
// rate lacks the rules about the rate say.
func (j *Judge) deviants() []Fault {
	if j.promises() {
		return nil
	}
	list := calledOr(distinct(j.controllers()))
	lacks := make(map[*host.Controller][]string)
	common := make(map[*host.Controller]bool) // lacks a limiter
	siblings := make(map[*host.Controller][]*host.Controller)
	for _, attr := range tracedAttributes {
		have := make(map[string][]*host.Controller)
		sources := make(map[string]source)
		for _, rec := range list {
			for key, source := range attr.sources(j, rec) {
				have[key] = append(have[key], rec)
				sources[key] = source
			}
		}
		for _, key := range slices.Sorted(maps.Keys(have)) {
			recs := have[key]
			if !sources[key].most(len(recs), len(list)) {
				continue
			}
			for _, rec := range list {
				if attr.unset(j, rec) && !rec.Site.Pos.InDependency() { // a dependency's controller has the settings that it offers
					lacks[rec] = append(lacks[rec], fmt.Sprintf("the %s that %d of %d take from %s", attr.what, len(recs), len(list), sources[key].text))
					siblings[rec] = recs
					common[rec] = common[rec] || attr.what != tracedAttributes[0].what && !bookkeeping(rec, recs)
				}
			}
			break // what most have can have several names
		}
	}
	var faults []Fault
	for _, rec := range list {
		if lacks[rec] != nil {
			verdict := Unlike
			if common[rec] {
				verdict = Deviant
			}
			f := Fault{Verdict: verdict, Detail: strings.Join(lacks[rec], ", nor "), Cause: ownPlace(rec, list), AtCause: true, CallsLead: true,
				Controllers: []*host.Controller{rec}}
			for _, s := range siblings[rec] {
				f.Others = append(f.Others, ownPlace(s, list))
			}
			faults = append(faults, f)
		}
	}
	return faults
}

// bookkeeping reports whether the reconciler of a controller is a dependency's, of a type that none of its siblings has: it does what
// the library needs, such as to count who uses a configuration, and its authors gave limits to those that do the program's work.
func bookkeeping(rec *host.Controller, siblings []*host.Controller) bool {
	own := chainOf.Of(&rec.Record)
	return own.Type != "" && own.Made.Pos.InDependency() &&
		!slices.ContainsFunc(siblings, func(s *host.Controller) bool { return chainOf.Of(&s.Record).Type == own.Type })
}

// calledOr returns those of some controllers that main sets up by calls that are followed, if these are enough to tell what is
// usual: what else code that cannot be followed may set up is a second way to one of them, or none at all.
func calledOr(list []*host.Controller) []*host.Controller {
	called := slices.DeleteFunc(slices.Clone(list), func(rec *host.Controller) bool { return rec.Swept })
	if len(called) > leastSiblings {
		return called
	}
	return list
}

// ownPlace returns the place that makes a controller and no other of the list: its site, or
// the call that leads there, where one site makes several.
func ownPlace(rec *host.Controller, list []*host.Controller) value.Place {
	for up := 0; ; up++ {
		own, ok := above(rec.Site, up)
		if !ok {
			return rec.Site
		}
		if !slices.ContainsFunc(list, func(other *host.Controller) bool {
			place, ok := above(other.Site, up)
			return other != rec && ok && place.Pos == own.Pos
		}) {
			return own
		}
	}
}

// above returns the call that leads to a place, so many calls up.
func above(p value.Place, up int) (value.Place, bool) {
	for ; up > 0 && p.Node != nil; up-- {
		p = p.Node.Call()
	}
	return p, p.Node != nil
}

// distinct returns the controllers without those that are others again, set up on another way.
func distinct(recs []*host.Controller) []*host.Controller {
	type controller struct {
		site code.Pos
		label
	}
	return firstOfEach(recs, func(rec *host.Controller) (controller, bool) { return controller{rec.Site.Pos, labelOf(rec)}, true })
}

func (j *Judge) workerSources(rec *host.Controller) map[string]source {
	list := make(map[string]source)
	number := ownNumber.Of(&rec.Record)
	eachSource(number, func(v value.Value) {
		switch v := v.(type) {
		case *host.Input:
			list[v.String()] = source{text: v.String()}
		case *value.Unknown:
			if v.Last != "" && v.Set {
				list["setting "+v.Name] = source{text: v.Name}
			}
		}
	})
	if b, ok := number.(*value.Basic); ok && !value.IsZero(b) {
		n, _ := value.NumberText(b)
		list["constant "+n] = source{text: "the same constant, " + n, alike: true}
	}
	return list
}

func (j *Judge) workersUnset(rec *host.Controller) bool {
	if !value.IsZero(ownNumber.Of(&rec.Record)) || rec.Unmanaged || len(rec.Managers) == 0 {
		return false
	}
	for _, m := range rec.Managers {
		n := managerNumbers.Of(&m.Record)
		if !value.IsZero(n.all) || !value.IsZero(n.kinds) {
			return false
		}
	}
	return true
}

func (j *Judge) limiterSources(rec *host.Controller) map[string]source {
	p, ok := value.Dynamic(queueLimiter.Of(&rec.Record).limiter).(value.Ptr)
	if !ok {
		return nil
	}
	if whereMade(p.Obj.At, rec.Site) != madeHere {
		return map[string]source{p.Obj.At.Pos.String(): {text: "one place (" + host.Function(p.Obj.At).Short() + ")", set: j.limiterIsSet(rec)}}
	}
	l := j.Program.LimiterOf(p)
	if l == nil {
		return nil
	}
	call := "the same call, " + l.Made.Outermost().Short()
	if with := parameters(j.queueLimiters(rec)); with != "" {
		call += " (" + with + ")"
	}
	return map[string]source{call: {text: call, alike: true}}
}

// limiterIsSet reports whether flags or settings decide a number of a controller's queue limiter.
func (j *Judge) limiterIsSet(rec *host.Controller) bool {
	return slices.ContainsFunc(j.queueLimiters(rec), func(l *host.Limiter) bool {
		return slices.ContainsFunc(l.Args, func(arg value.Value) bool { return anySource(arg, isSetting) })
	})
}
