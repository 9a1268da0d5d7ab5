package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Kind is whether what middleware asks is a bucket, and so limits all objects together.
var Kind = register(&Attribute{
	Key:    "kind",
	Rule:   "RL1007",
	faults: (*Judge).perItem,
})

// The verdicts on a global limiter that counts for each object apart.
const (
	PerItem    Verdict = "per-item"
	PerItemToo Verdict = "per-item too" // it asks a bucket as well
)

// perItem finds limiters that controllers are handed, or share, and ask on every way, and that delay
// each object by itself. What a controller makes for itself is its own affair, but for the one controller of a program.
func (j *Judge) perItem() []Fault {
	byLimiter := make(map[*value.Object]*Fault)
	var order []*value.Object
	for _, rec := range j.controllers() {
		chain := chainOf.Of(&rec.Record)
		for id := range chain.Asked {
			a := &chain.Asked[id]
			p, ok := value.Dynamic(a.Limiter).(value.Ptr)
			if !ok || j.asks(rec, a) != Wrapped && !j.ofProgram(rec, a) || !onAllWays(&chain, id) {
				continue
			}
			detail := j.perItemWithin(a)
			if detail == "" {
				continue
			}
			f := byLimiter[p.Obj]
			if f == nil {
				f = &Fault{Verdict: PerItem, Detail: detail, Cause: p.Obj.At}
				if slices.ContainsFunc(j.limitersIn([]value.Value{a.Limiter}), hasBucket) {
					f.Verdict = PerItemToo
				}
				byLimiter[p.Obj], order = f, append(order, p.Obj)
			}
			f.Controllers = append(f.Controllers, rec)
		}
	}
	var faults []Fault
	for _, o := range order {
		faults = append(faults, *byLimiter[o])
	}
	return faults
}

// perItemWithin names what of a limiter counts for each object apart, "" if nothing does.
func (j *Judge) perItemWithin(a *host.Asked) string {
	if a.PerItem {
		return code.BaseType(value.Dynamic(a.Limiter).(value.Ptr).Obj.Type).Short()
	}
	for _, l := range j.limitersIn([]value.Value{a.Limiter}) {
		if l.Kind.PerItem() {
			return l.Made.Outermost().Short()
		}
	}
	return ""
}

// onAllWays reports whether a limiter is asked on every way to the innermost reconciler.
func onAllWays(c *host.Chain, id int) bool {
	return len(c.Ways) > 0 && !slices.ContainsFunc(c.Ways, func(w host.Way) bool { return !slices.Contains(w.Asked, id) })
}

// hasBucket reports whether a limiter is a bucket, or has one in itself.
func hasBucket(l *host.Limiter) bool { return l.Kind == known.Bucket || l.Kind == known.DefaultOfQueue }
