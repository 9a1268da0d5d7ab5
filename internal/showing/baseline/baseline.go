// Package baseline keeps a list of known findings, so that a team with old code
// sees only the new ones.
package baseline

import (
	"slices"

	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// A Baseline is a list of known findings.
//
// A finding about controllers is known by its rule and the controllers, wherever it stands: a
// cause that comes to reach a further controller is new, and one that moves to another line
// or file is not. Other findings are known by their place.
type Baseline struct {
	entries []entry
}

// An entry stands for one finding, or for several that look the same.
type entry struct {
	findings.Key
	Controllers []string `json:"controllers,omitempty"` // as in findings.Finding; then the key has neither file nor source
	Count       int      `json:"count,omitempty"`       // 0 stands for 1
}

// A controllerKey is a controller of which it is known that a rule finds it.
type controllerKey struct{ rule, controller string }

// Of returns the baseline that knows exactly the findings in list.
func Of(list []findings.Finding, files *sourcetext.Files) *Baseline {
	b := new(Baseline)
	index := make(map[findings.Key]int)
	for _, f := range list {
		if len(f.Controllers) > 0 {
			b.entries = append(b.entries, entry{Key: findings.Key{Rule: f.Rule, Package: f.Path}, Controllers: f.Controllers})
			continue
		}
		key := findings.KeyOf(f, files)
		if i, known := index[key]; known {
			b.entries[i].Count = max(b.entries[i].Count, 1) + 1
			continue
		}
		index[key] = len(b.entries)
		b.entries = append(b.entries, entry{Key: key})
	}
	return b
}

// A Comparison is what a baseline says of the findings of a run.
type Comparison struct {
	New []findings.Finding // those that the baseline does not know
	// Stale counts the entries of which nothing was found any more, in the packages and of the
	// rules that the run had.
	Stale int
}

// Compare tells the new findings from the known ones. Where there are more findings that
// look the same than the baseline knows, the last ones count as new. Ran reports whether a
// rule ran on a package: what did not run leaves its entries as they are.
func (b *Baseline) Compare(list []findings.Finding, files *sourcetext.Files, ran func(rule, pkg string) bool) Comparison {
	places, controllers := b.known()
	var out Comparison
	for _, f := range list {
		if len(f.Controllers) > 0 {
			fresh := take(controllers, f)
			if n := len(fresh); n > 0 && n < len(f.Controllers) {
				f.Message += "; not in the baseline: " + printable.Text(findings.Names(slices.Compact(fresh)))
			}
			if len(fresh) > 0 {
				out.New = append(out.New, f)
			}
			continue
		}
		key := findings.KeyOf(f, files)
		if places[key] > 0 {
			places[key]--
			continue
		}
		out.New = append(out.New, f)
	}
	for _, e := range b.entries {
		if ran(e.Rule, e.Package) && e.stale(places, controllers) {
			out.Stale++
		}
	}
	return out
}

// known returns how often each place and each controller may be found.
func (b *Baseline) known() (places map[findings.Key]int, controllers map[controllerKey]int) {
	places, controllers = make(map[findings.Key]int), make(map[controllerKey]int)
	for _, e := range b.entries {
		for _, c := range e.Controllers {
			controllers[controllerKey{e.Rule, c}]++
		}
		if len(e.Controllers) == 0 {
			places[e.Key] += max(e.Count, 1)
		}
	}
	return places, controllers
}

// take returns the controllers of a finding that are not known, and takes the others off.
func take(known map[controllerKey]int, f findings.Finding) (fresh []string) {
	for _, c := range f.Controllers {
		key := controllerKey{f.Rule, c}
		if known[key] > 0 {
			known[key]--
		} else {
			fresh = append(fresh, c)
		}
	}
	return fresh
}

// stale reports whether nothing of an entry was found, by what is left of all entries.
func (e entry) stale(places map[findings.Key]int, controllers map[controllerKey]int) bool {
	if len(e.Controllers) == 0 {
		return places[e.Key] > 0
	}
	return !slices.ContainsFunc(e.Controllers, func(c string) bool { return controllers[controllerKey{e.Rule, c}] == 0 })
}
