package judge

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Strayed says that a controller polls after an interval that was written down for all, where its siblings take theirs from a setting.
const Strayed Verdict = "strayed"

// strayed finds the controllers whose reconcilers keep an interval that the setting of their siblings replaces. Siblings are those whose
// reconcilers are of one type. One whose set-up writes an interval down is deliberate.
func (j *Judge) strayed() []Fault {
	list := calledOr(distinct(j.controllers()))
	kept := make(map[symbol.Name][]*host.Controller)             // by the type of the reconciler
	taken := make(map[symbol.Name]map[string][]*host.Controller) // and by the setting
	polls := make(map[*host.Controller]Judgement)
	for _, rec := range list {
		inner := chainOf.Of(&rec.Record).Inner
		if len(inner) != 1 {
			continue
		}
		p := j.Of(Poll, rec)
		polls[rec] = p
		switch {
		case p.Verdict == Flag:
			of := memo.In(taken, inner[0])
			of[p.Detail] = append(of[p.Detail], rec)
		case p.Verdict == Const && !rec.Site.Within(p.At.Node):
			kept[inner[0]] = append(kept[inner[0]], rec)
		}
	}
	var faults []Fault
	for _, t := range slices.Sorted(maps.Keys(kept)) {
		for _, setting := range slices.Sorted(maps.Keys(taken[t])) {
			have, all := taken[t][setting], len(kept[t])
			for _, others := range taken[t] {
				all += len(others)
			}
			if !(source{}).most(len(have), all) {
				continue
			}
			for _, rec := range kept[t] {
				f := Fault{Verdict: Strayed, Value: polls[rec].Value, Name: host.Function(polls[rec].At).Short(), Controllers: []*host.Controller{rec},
					Cause: ownPlace(rec, list), AtCause: true,
					Detail: fmt.Sprintf("%d of %d take their interval from %s", len(have), all, setting)}
				for _, s := range have {
					f.Others = append(f.Others, ownPlace(s, list))
				}
				faults = append(faults, f)
			}
			break
		}
	}
	return faults
}

// NoPoll says that a setting for polls reaches no controller, where some keep an interval that was written down for all.
const NoPoll Verdict = "no poll"

// noPoll finds the settings for polls that no controller polls after, in a program of which all polls are known.
func (j *Judge) noPoll() []Fault {
	if !j.Program.Main || j.Program.Cut {
		return nil
	}
	var kept []*host.Controller
	used := make(map[string]bool)
	var first Judgement
	for _, rec := range distinct(j.controllers()) {
		switch p := j.Of(Poll, rec); {
		case p.Verdict == Unknown:
			return nil
		case p.Verdict == Flag:
			used[p.Name] = true
		case p.Verdict == Const && !rec.Site.Within(p.At.Node) && (len(kept) == 0 || p.At.Pos == first.At.Pos):
			kept, first = append(kept, rec), p
		}
	}
	var faults []Fault
	for _, i := range j.Program.Inputs() {
		if len(kept) > 0 && known.IsPollName(i.Name) && !used[i.Name] && !j.Program.Left(i) {
			faults = append(faults, Fault{Verdict: NoPoll, Cause: i.At, AtCause: true, Controllers: kept, Detail: i.String(), Value: first.Value,
				Name: host.Function(first.At).Short()})
		}
	}
	return faults
}
