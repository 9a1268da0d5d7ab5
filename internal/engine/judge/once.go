package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
)

// learnRepeats notes which records are of one controller that several ways through the program set up, of which only one runs: both
// branches of a condition may lead to the same set-up function.
func (j *Judge) learnRepeats() {
	type alike struct{ site, name, forType, runs string }
	seen := make(map[alike][]*host.Controller)
	for _, rec := range j.records {
		if rec.Name+rec.ForType == "" {
			continue // which controller it is cannot be told
		}
		like := alike{rec.Site.Pos.String(), rec.Name, rec.ForType, identities.Of(&rec.Record).runs}
		i := slices.IndexFunc(seen[like], func(first *host.Controller) bool {
			return oneManager(first, rec) && sameValue(identities.Of(&first.Record).named, identities.Of(&rec.Record).named, 0) && !together(first, rec)
		})
		if i >= 0 {
			j.first[rec] = seen[like][i]
		} else {
			seen[like] = append(seen[like], rec)
		}
	}
}

// First returns the record of the same controller from the way through the program that was followed first.
func (j *Judge) First(rec *host.Controller) *host.Controller {
	if first := j.first[rec]; first != nil {
		return first
	}
	return rec
}

// together reports whether each way that leads to a controller also sets up another one before.
func together(before, rec *host.Controller) bool {
	for rec != nil {
		id := identities.Of(&rec.Record)
		if id.namely == before || id.same == before {
			return true
		}
		if rec = id.namely; rec == nil {
			rec = id.same
		}
	}
	return false
}
