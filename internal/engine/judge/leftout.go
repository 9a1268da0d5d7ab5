package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Handed is whether the setting for the number of workers reaches the controllers that it is for.
var Handed = register(&Attribute{
	Key:    "setting of workers",
	Rule:   "RL1003",
	whole:  true,
	faults: (*Judge).leftOut,
})

// The verdicts on a setting for the number of workers.
const (
	LeftOut Verdict = "left out" // others are given it
	FewHave Verdict = "few have" // so few others are given it that it may be for these alone
	Hides   Verdict = "hides"    // the controller's own constant goes before it
)

// leftOut finds the controllers of a program without a rate that a setting for the workers of all does not reach, and those
// whose own constant goes before the setting that their manager has for their kind.
func (j *Judge) leftOut() []Fault {
	faults := j.idleWorkers()
	if j.promises() {
		return faults
	}
	list := distinct(j.controllers())
	setting, given := j.settingOfWorkers(list)
	deviant := make(map[*host.Controller]bool)
	for _, f := range j.deviants() {
		for _, rec := range f.Controllers {
			deviant[rec] = true // its own rule says so
		}
	}
	for _, rec := range list {
		if flag := j.hidden(rec); flag.Verdict == Flag {
			own := j.concurrency(rec)
			faults = append(faults, Fault{Verdict: Hides, Name: flag.Detail, Value: own.Value, Cause: own.Cause, AtCause: true,
				Controllers: []*host.Controller{rec}})
			continue
		}
		given := slices.DeleteFunc(slices.Clone(given), func(other *host.Controller) bool { return !sameManager(rec, other) })
		if len(given) == 0 || deviant[rec] || !j.workersUnset(rec) || rec.Site.Pos.InDependency() {
			continue
		}
		cause, verdict := whereLeft(rec), LeftOut
		if len(given) < leastSiblings {
			verdict = FewHave
		}
		if i := slices.IndexFunc(faults, func(f Fault) bool { return f.Verdict == verdict && f.Cause.Pos == cause.Pos }); i >= 0 {
			faults[i].Controllers = append(faults[i].Controllers, rec)
			continue
		}
		f := Fault{Verdict: verdict, Name: setting, Detail: described(given), Cause: cause, AtCause: true, Controllers: []*host.Controller{rec}}
		for _, other := range given {
			f.Others = append(f.Others, ownPlace(other, list))
		}
		faults = append(faults, f)
	}
	return faults
}

// idleWorkers finds the settings for the workers of reconcilers that reach none, in a program of which all that has them is known.
func (j *Judge) idleWorkers() (faults []Fault) {
	list := distinct(j.controllers())
	if !j.Program.Main || j.Program.Unread || j.Program.Cut || len(list) == 0 {
		return nil
	}
	for _, i := range j.Program.Inputs() {
		if known.IsReconcilersName(i.Name) && !i.At.Pos.InDependency() &&
			!j.Program.Left(i) && !j.limits(i) && !j.isDefault(i) {
			faults = append(faults, Fault{Verdict: Idle, Name: i.String(), Cause: i.At, AtCause: true, Controllers: list})
		}
	}
	return faults
}

// sameManager reports whether two controllers have a manager in common. Where they have not, they belong to different commands of
// the program, and a setting of one says nothing of the other.
func sameManager(a, b *host.Controller) bool {
	return slices.ContainsFunc(a.Managers, func(m *host.Manager) bool { return slices.Contains(b.Managers, m) })
}

// settingOfWorkers returns the setting whose name says that it is for the workers of all controllers, and the controllers
// that have their number from it; none if there are several.
func (j *Judge) settingOfWorkers(list []*host.Controller) (setting string, given []*host.Controller) {
	for _, rec := range list {
		number := ownNumber.Of(&rec.Record)
		if !isDecided(number) {
			continue
		}
		c := j.number(rec, number, "controller")
		if c.Verdict != Flag || !known.IsWorkersName(c.Name[strings.LastIndexByte(c.Name, '.')+1:]) {
			continue
		}
		if setting != "" && c.Detail != setting {
			return "", nil
		}
		setting, given = c.Detail, append(given, rec)
	}
	return setting, given
}

// hidden judges the setting that a controller's manager has for its kind, and that its own constant goes before.
func (j *Judge) hidden(rec *host.Controller) Judgement {
	number := ownNumber.Of(&rec.Record)
	if !rec.HasFor || rec.Kind == "" || !isDecided(number) || len(rec.Managers) != 1 {
		return Judgement{}
	}
	if own := j.number(rec, number, "controller"); own.Verdict != Const {
		return Judgement{}
	}
	v := kindNumber(managerNumbers.Of(&rec.Managers[0].Record).kinds, rec.Kind)
	if v == nil || value.IsZero(v) {
		return Judgement{}
	}
	return j.number(rec, v, "manager")
}

// described names controllers, the first few of many.
func described(list []*host.Controller) string {
	var names []string
	for _, rec := range list {
		name := rec.Name
		if name == "" {
			name = rec.ForType
		}
		if name != "" && len(names) < 3 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
