package judge

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/value"
)

// A likeness is what the records of one controller have in common.
type likeness struct {
	site                code.Pos
	name, forType, runs string
}

func likenessOf(rec *host.Controller) likeness {
	return likeness{rec.Site.Pos, rec.Name, rec.ForType, identities.Of(&rec.Record).runs}
}

// learnRepeats notes which records are of one controller that several ways through the program set up, of which only one runs: both
// branches of a condition may lead to the same set-up function. Of those that one way sets up one after the other, the first is the first
// of another way, the second its second, and so on.
func (j *Judge) learnRepeats() {
	type turn struct {
		likeness
		nth int
	}
	turns := make(map[*host.Controller]int)
	seen := make(map[turn][]*host.Controller)
	for _, rec := range j.records {
		if rec.Name+rec.ForType == "" && value.IsZero(identities.Of(&rec.Record).named) {
			continue // which controller it is cannot be told
		}
		like := likenessOf(rec)
		for before := madeFirst(rec); before != nil; before = madeFirst(before) {
			if likenessOf(before) == like {
				turns[rec] = turns[before] + 1
				break
			}
		}
		at := turn{like, turns[rec]}
		i := slices.IndexFunc(seen[at], func(first *host.Controller) bool {
			return (oneManager(first, rec) || likeManagers(first, rec)) &&
				sameValue(identities.Of(&first.Record).named, identities.Of(&rec.Record).named, 0)
		})
		if i >= 0 {
			j.first[rec] = seen[at][i]
		} else {
			seen[at] = append(seen[at], rec)
		}
	}
}

// likeManagers reports whether two controllers have managers that the same place makes, which is then on both ways: main may call
// the function that makes all of it with or without an election of a leader. One that code which cannot be read hands on may be any.
func likeManagers(a, b *host.Controller) bool {
	if a.ManagerOpen || b.ManagerOpen || len(a.Managers) > 1 || len(b.Managers) > 1 {
		return false
	}
	return len(a.Managers) == 0 || len(b.Managers) == 0 || a.Managers[0].At.Pos == b.Managers[0].At.Pos
}

// madeFirst returns the latest controller like another one that each way to it has made before, nil if there is none.
func madeFirst(rec *host.Controller) *host.Controller {
	id := identities.Of(&rec.Record)
	return cmp.Or(id.namely, id.same)
}

// First returns the record of the same controller from the way through the program that was followed first.
func (j *Judge) First(rec *host.Controller) *host.Controller { return cmp.Or(j.first[rec], rec) }
