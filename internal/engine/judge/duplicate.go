package judge

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Identity is whether a controller is set up once.
var Identity = register(&Attribute{
	Key:  "identity",
	Rule: "RL2002",
	record: host.Recorder{Controller: recordIdentity, Manager: func(c *interp.Call, m *host.Manager) {
		managerNames.Set(&m.Record, looksAtNames(c.Interp, c.Field(m.Options, "Controller")))
	}},
	faults: (*Judge).twice,
})

// What is wrong with two controllers of one manager.
const (
	Twice    Verdict = "twice"    // they are one, set up two times
	Namesake Verdict = "namesake" // they are different ones of one name
)

// The values of a fault where the library does not certainly refuse the second controller of a name.
const (
	Skipped   = "skipped" // it is told to pass over names
	OpenNames = "open"    // whether it is told so is decided elsewhere
)

func recordIdentity(c *host.Creation) {
	made := c.Controller
	id := identity{named: c.Named, names: looksAtNames(c.Interp, c.Options), runs: whatRuns(c.Interp, c.Reconciler, 0)}
	name := made.Name
	if name == "" && value.IsZero(c.Named) {
		name = strings.ToLower(made.Kind) // the builder's default
	}
	if name != "" {
		id.namely = c.Register("name " + made.OpenManager + " " + name)
	}
	if made.ForType != "" {
		id.same = c.Register("site " + made.OpenManager + " " + made.Site.Pos.String() + " " + made.ForType)
	}
	identities.Set(&made.Record, id)
}

// looksAtNames reports whether options leave the names of controllers to be looked at: SkipNameValidation is nil there, or
// points to what is known to be false.
func looksAtNames(in *interp.Interp, options value.Value) naming {
	skip := in.Field(options, "SkipNameValidation")
	if value.IsZero(skip) || value.IsZero(in.Load(skip)) {
		return naming{refused: true}
	}
	if p, ok := skip.(value.Ptr); ok {
		return naming{skip: p.Obj.At}
	}
	return naming{}
}

// twice finds controllers that are set up a second time under one manager.
func (j *Judge) twice() []Fault {
	var faults []Fault
	for _, rec := range j.controllers() {
		id := identities.Of(&rec.Record)
		first := id.namely
		refuses := j.refusesNames() && id.names.refused && managersRefuse(rec)
		if first == nil || first.Site.Pos != rec.Site.Pos && !refuses {
			first = id.same
			if first != nil && !sameValue(identities.Of(&first.Record).named, id.named, 0) {
				continue
			}
		}
		if first == nil || rec.Swept || rec.Chosen || first.Swept || !oneManager(first, rec) {
			continue
		}
		verdict, others := Twice, identities.Of(&first.Record).runs != id.runs
		if others || first.ForType != rec.ForType {
			verdict = Namesake
		}
		if !refuses && (others || verdict == Namesake && (passedOver(rec) || !j.refusesNames()) || j.inLoop(first.Site, rec.Site)) {
			continue // another one, of which the authors say that it may have the name: a loop would be refused at each start
		}
		a, b := j.apart(first.Site, rec.Site)
		allowed, by := "", value.Place{}
		switch {
		case refuses:
		case passedOver(rec):
			allowed, by = Skipped, skipOf(rec)
		default:
			allowed = OpenNames
		}
		for _, f := range []Fault{
			{Verdict: verdict, Value: allowed, By: by, Cause: a, AtCause: true, Others: []value.Place{b}, Controllers: []*host.Controller{first}},
			{Verdict: verdict, Value: allowed, By: by, Cause: b, AtCause: true, Others: []value.Place{a}, Controllers: []*host.Controller{rec}},
		} {
			i := slices.IndexFunc(faults, func(have Fault) bool { return have.Cause.Pos == f.Cause.Pos && have.Verdict == f.Verdict })
			if i < 0 {
				faults = append(faults, f)
			} else if made := f.Controllers[0]; !slices.ContainsFunc(faults[i].Controllers, func(c *host.Controller) bool {
				return c.Name == made.Name && c.ForType == made.ForType
			}) {
				faults[i].Controllers = append(faults[i].Controllers, made)
			}
		}
	}
	return faults
}

// oneOfEach returns controllers without those that a function makes in place of another: in the other branch, with the same name for
// the same type.
func oneOfEach(list []*host.Controller) []*host.Controller {
	var out []*host.Controller
	for _, rec := range list {
		if !slices.ContainsFunc(out, func(other *host.Controller) bool { return inPlaceOf(other, rec) }) {
			out = append(out, rec)
		}
	}
	return out
}

// inPlaceOf reports whether one function makes two controllers of which one alone runs: no way leads past both.
func inPlaceOf(a, b *host.Controller) bool {
	together := identities.Of(&a.Record).namely == b || identities.Of(&b.Record).namely == a
	return !together && a.Site.Pos != b.Site.Pos && a.Name == b.Name && a.ForType == b.ForType && a.Name+a.ForType != "" &&
		host.Function(a.Site) == host.Function(b.Site) && oneManager(a, b)
}

// refusesNames reports whether the version of controller-runtime makes no second controller of a name.
func (j *Judge) refusesNames() bool {
	minor, ok := known.Minor(j.Program.Version)
	return ok && minor >= 19
}

// managersRefuse reports whether the managers that a controller can have are known, and none of them passes over names.
func managersRefuse(rec *host.Controller) bool {
	return !rec.ManagerOpen && !slices.ContainsFunc(rec.Managers, func(m *host.Manager) bool { return !managerNames.Of(&m.Record).refused })
}

// passedOver reports whether the program says that the names of a controller are not to be looked at.
func passedOver(rec *host.Controller) bool {
	return !identities.Of(&rec.Record).names.refused || !rec.ManagerOpen && len(rec.Managers) > 0 && !managersRefuse(rec)
}

// skipOf returns where the program says so, where that is known.
func skipOf(rec *host.Controller) value.Place {
	if at := identities.Of(&rec.Record).names.skip; at.Pos.IsValid() {
		return at
	}
	for _, m := range rec.Managers {
		if at := managerNames.Of(&m.Record).skip; at.Pos.IsValid() {
			return at
		}
	}
	return value.Place{}
}

// inLoop reports whether the ways to two sites are the same calls.
func (j *Judge) inLoop(a, b value.Place) bool {
	x, y := j.apart(a, b)
	return x.Pos == y.Pos
}

// maxWrapped bounds the reconcilers within a reconciler whose types are told.
const maxWrapped = 4

// whatRuns tells reconcilers apart by their types and what is known to be in them: the types of the interfaces that they hold, functions,
// such as the one that makes their objects, and constants, such as the name of the one object that a reconciler is for.
func whatRuns(in *interp.Interp, v value.Value, depth int) string {
	if depth > maxWrapped {
		return ""
	}
	switch v := v.(type) {
	case *value.Basic:
		return v.Val.ExactString()
	case *value.Closure:
		return string(v.Sym)
	case *value.Struct:
		return fieldsOf(in, v, depth)
	case *value.Iface:
		s, ok := in.Load(v.V).(*value.Struct)
		if !ok {
			return v.Type
		}
		return v.Type + fieldsOf(in, s, depth)
	}
	return ""
}

func fieldsOf(in *interp.Interp, s *value.Struct, depth int) string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		if inner := whatRuns(in, s.Fields[name], depth+1); inner != "" {
			text += " " + name + " (" + inner + ")"
		}
	}
	return text
}

// oneManager reports whether two controllers have the same manager for sure.
func oneManager(a, b *host.Controller) bool {
	if a.ManagerOpen || b.ManagerOpen {
		return a.ManagerOpen && b.ManagerOpen && a.OpenManager == b.OpenManager
	}
	return len(a.Managers) == 1 && len(b.Managers) == 1 && a.Managers[0] == b.Managers[0]
}

// apart returns where the ways to two sites part: the calls, or where the functions that are
// called there are mentioned.
func (j *Judge) apart(a, b value.Place) (value.Place, value.Place) {
	x, y := a.Calls(), b.Calls()
	slices.Reverse(x)
	slices.Reverse(y)
	for i := range min(len(x), len(y)) {
		switch {
		case x[i].Mention.Pos != y[i].Mention.Pos && x[i].Mention.Pos.IsValid() && y[i].Mention.Pos.IsValid():
			return x[i].Mention, y[i].Mention
		case x[i].At != y[i].At:
			return x[i].Call(), y[i].Call()
		}
	}
	return a, b
}

// sameValue reports whether two values are one, or were computed by the same code from the same values. What nothing is known
// about, such as an element at an index that is not known, is the same only as itself.
func sameValue(v, w value.Value, depth int) bool {
	if value.SameKey(v, w) {
		return true
	}
	switch x := v.(type) {
	case *value.Unknown:
		y, ok := w.(*value.Unknown)
		return ok && depth < 16 && x.Why == y.Why && x.Name == y.Name && x.Index == y.Index && !strings.Contains(x.Index, "[]") &&
			x.At.Pos == y.At.Pos && x.At.Pos.IsValid() && (x.Name != "" || x.Index != "" || len(x.Deps) > 0) &&
			slices.EqualFunc(x.Deps, y.Deps, func(a, b value.Value) bool { return sameValue(a, b, depth+1) })
	case *value.Arith:
		y, ok := w.(*value.Arith)
		return ok && depth < 16 && x.Op == y.Op && sameValue(x.X, y.X, depth+1) && sameValue(x.Y, y.Y, depth+1)
	}
	return false
}
