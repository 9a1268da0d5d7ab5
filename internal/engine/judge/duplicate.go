package judge

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
)

// Identity is whether a controller is set up once.
var Identity = register(&Attribute{
	Key:  "identity",
	Rule: "RL2002",
	record: host.Recorder{Controller: recordIdentity, Manager: func(c *interp.Call, m *host.Manager) {
		managerRefuses.Set(&m.Record, interp.IsZero(c.Field(c.Field(m.Options, "Controller"), "SkipNameValidation")))
	}},
	faults: (*Judge).twice,
})

// Twice says that a controller is set up two times.
const Twice Verdict = "twice"

// An identity is what tells a controller from others, and the one like it that was made before.
type identity struct {
	named   interp.Value
	same    *host.Controller // made at the same site for the same type, nil if none was
	namely  *host.Controller // made with the same name, nil if none was
	refused bool             // the library looks at names
}

var managerRefuses = host.NewSlot[bool]("whether a manager looks at names")

var identities = host.NewSlot[identity]("identity")

func recordIdentity(c *host.Creation) {
	made := c.Controller
	id := identity{named: c.Named, refused: interp.IsZero(c.Field(c.Options, "SkipNameValidation"))}
	name := made.Name
	if name == "" && interp.IsZero(c.Named) {
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

// twice finds controllers that are set up a second time under one manager.
func (j *Judge) twice() []Fault {
	var faults []Fault
	for _, rec := range j.controllers() {
		id := identities.Of(&rec.Record)
		first := id.namely
		if first == nil || first.Site.Pos != rec.Site.Pos && !(j.refusesNames() && id.refused && managersRefuse(rec)) {
			first = id.same
			if first != nil && !sameValue(identities.Of(&first.Record).named, id.named, 0) {
				continue
			}
		}
		if first == nil || rec.Swept || first.Swept || !oneManager(first, rec) || j.Partial {
			continue
		}
		a, b := j.apart(first.Site, rec.Site)
		for _, f := range []Fault{
			{Verdict: Twice, Cause: a, Others: []interp.Place{b}, Controllers: []*host.Controller{first}},
			{Verdict: Twice, Cause: b, Others: []interp.Place{a}, Controllers: []*host.Controller{rec}},
		} {
			if !slices.ContainsFunc(faults, func(have Fault) bool { return j.here(have.Cause) == j.here(f.Cause) }) {
				faults = append(faults, f)
			}
		}
	}
	return faults
}

// refusesNames reports whether the version of controller-runtime makes no second controller of a name.
func (j *Judge) refusesNames() bool {
	parts := strings.SplitN(strings.TrimPrefix(j.Program.Version, "v"), ".", 3)
	if len(parts) < 2 {
		return false
	}
	minor, err := strconv.Atoi(parts[1])
	return err == nil && parts[0] == "0" && minor >= 19
}

// managersRefuse reports whether the managers that a controller can have are known, and none of them passes over names.
func managersRefuse(rec *host.Controller) bool {
	return !rec.ManagerOpen && !slices.ContainsFunc(rec.Managers, func(m *host.Manager) bool { return !managerRefuses.Of(&m.Record) })
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
func (j *Judge) apart(a, b interp.Place) (interp.Place, interp.Place) {
	x, y := wayDown(a), wayDown(b)
	for i := 0; i < len(x) && i < len(y); i++ {
		switch {
		case x[i].Mention.Pos != y[i].Mention.Pos && x[i].Mention.Pos.IsValid() && y[i].Mention.Pos.IsValid():
			return x[i].Mention, y[i].Mention
		case x[i].At != y[i].At:
			return interp.Place{Pos: x[i].At, Node: x[i].Caller}, interp.Place{Pos: y[i].At, Node: y[i].Caller}
		}
	}
	return a, b
}

// wayDown returns the calls that lead to a place, outermost first.
func wayDown(p interp.Place) []*interp.Node {
	var list []*interp.Node
	for n := p.Node; n != nil; n = n.Caller {
		list = append(list, n)
	}
	slices.Reverse(list)
	return list
}

// sameValue reports whether two values that are not constant were computed by the same code from the same values.
func sameValue(v, w interp.Value, depth int) bool {
	if interp.Same(v, w) {
		return true
	}
	switch x := v.(type) {
	case *interp.Unknown:
		y, ok := w.(*interp.Unknown)
		return ok && depth < 16 && x.Why == y.Why && x.Name == y.Name && x.At.Pos == y.At.Pos && x.At.Pos.IsValid() &&
			slices.EqualFunc(x.Deps, y.Deps, func(a, b interp.Value) bool { return sameValue(a, b, depth+1) })
	case *interp.Arith:
		y, ok := w.(*interp.Arith)
		return ok && depth < 16 && x.Op == y.Op && sameValue(x.X, y.X, depth+1) && sameValue(x.Y, y.Y, depth+1)
	}
	return false
}
