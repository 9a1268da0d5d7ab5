package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
)

// Siblings is whether a controller is given what the others of its program are.
var Siblings = register(&Attribute{
	Key:    "siblings",
	Rule:   "RL2004",
	faults: (*Judge).deviants,
})

// Deviant says that a controller lacks what its siblings have.
const Deviant Verdict = "deviant"

// Of a program's controllers at least this many, and at least three of four, must have one source.
const leastSiblings = 3

// A traced attribute is one whose source is compared between controllers.
type traced struct {
	what    string
	sources func(*Judge, *host.Controller) map[string]string // what people call each source, by what tells it from others
	unset   func(*Judge, *host.Controller) bool
}

var tracedAttributes = []traced{
	{"number of workers", (*Judge).workerSources, (*Judge).workersUnset},
	{"queue limiter", (*Judge).limiterSources, func(j *Judge, rec *host.Controller) bool {
		return interp.IsZero(queueLimiter.Of(&rec.Record).limiter)
	}},
	{"global limiter", (*Judge).middlewareSources, func(j *Judge, rec *host.Controller) bool {
		c := chainOf.Of(&rec.Record)
		return len(c.Asked) == 0 && !c.ByCallers && c.WhyUnknown == ""
	}},
}

// deviants finds the controllers that lack what most have from one source. What a program with a
// rate lacks the rules about the rate say.
func (j *Judge) deviants() []Fault {
	if !j.Program.Main || j.Program.Cut || j.Partial || j.promises() {
		return nil
	}
	list := distinct(j.controllers())
	lacks := make(map[*host.Controller][]string)
	siblings := make(map[*host.Controller][]*host.Controller)
	for _, attr := range tracedAttributes {
		have := make(map[string][]*host.Controller)
		name := make(map[string]string)
		for _, rec := range list {
			for key, text := range attr.sources(j, rec) {
				have[key] = append(have[key], rec)
				name[key] = text
			}
		}
		for _, key := range slices.Sorted(maps.Keys(have)) {
			recs := have[key]
			if len(recs) < leastSiblings || 4*len(recs) < 3*len(list) {
				continue
			}
			for _, rec := range list {
				if attr.unset(j, rec) {
					lacks[rec] = append(lacks[rec], fmt.Sprintf("the %s that %d of %d take from %s", attr.what, len(recs), len(list), name[key]))
					siblings[rec] = recs
				}
			}
			break // what most have can have several names
		}
	}
	var faults []Fault
	for _, rec := range list {
		if lacks[rec] != nil {
			f := Fault{Verdict: Deviant, Detail: strings.Join(lacks[rec], ", nor "), Cause: ownPlace(rec, list), Controllers: []*host.Controller{rec}}
			for _, s := range siblings[rec] {
				f.Others = append(f.Others, ownPlace(s, list))
			}
			faults = append(faults, f)
		}
	}
	return faults
}

// ownPlace returns the place that makes a controller and no other of the list: its site, or
// the call that leads there, where one site makes several.
func ownPlace(rec *host.Controller, list []*host.Controller) interp.Place {
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
func above(p interp.Place, up int) (interp.Place, bool) {
	for ; up > 0 && p.Node != nil; up-- {
		p = interp.Place{Pos: p.Node.At, Node: p.Node.Caller}
	}
	return p, p.Node != nil
}

// distinct returns the controllers without those that are others again, set up on another way.
func distinct(recs []*host.Controller) []*host.Controller {
	type controller struct {
		site          code.Pos
		name, forType string
		call          code.Pos
	}
	seen := make(map[controller]bool)
	var list []*host.Controller
	for _, rec := range recs {
		c := controller{site: rec.Site.Pos, name: rec.Name, forType: rec.ForType}
		if rec.Name == "" && rec.ForType == "" {
			c.call = callOf(rec.Site)
		}
		if !seen[c] {
			seen[c] = true
			list = append(list, rec)
		}
	}
	return list
}

func (j *Judge) workerSources(rec *host.Controller) map[string]string {
	list := make(map[string]string)
	eachSource(ownNumber.Of(&rec.Record), func(v interp.Value) {
		switch v := v.(type) {
		case *host.Input:
			list[v.String()] = v.String()
		case *interp.Unknown:
			if v.Last != "" && v.Set {
				list["setting "+v.Name] = v.Name
			}
		}
	})
	return list
}

func (j *Judge) workersUnset(rec *host.Controller) bool {
	if !interp.IsZero(ownNumber.Of(&rec.Record)) || rec.Unmanaged || len(rec.Managers) == 0 {
		return false
	}
	for _, m := range rec.Managers {
		n := managerNumbers.Of(&m.Record)
		if !interp.IsZero(n.all) || !interp.IsZero(n.kinds) {
			return false
		}
	}
	return true
}

func (j *Judge) limiterSources(rec *host.Controller) map[string]string {
	p, ok := interp.Dynamic(queueLimiter.Of(&rec.Record).limiter).(interp.Ptr)
	if !ok || whereMade(p.Obj.At, rec.Site) == madeHere {
		return nil
	}
	return map[string]string{p.Obj.At.Pos.String(): "one place (" + host.Function(p.Obj.At).Short() + ")"}
}

func (j *Judge) middlewareSources(rec *host.Controller) map[string]string {
	list := make(map[string]string)
	for _, l := range j.askedLimiters(rec) {
		list[l.At.Pos.String()] = "one limiter (" + host.Function(l.At).Short() + ")"
	}
	return list
}
