package judge

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// ofProgram reports whether a limiter that a controller asks is the program's, although no other controller asks it and it was
// handed in from nowhere: there is no other controller, and the function that makes the manager makes both.
func (j *Judge) ofProgram(rec *host.Controller, a *host.Asked) bool {
	if !j.Program.Main || j.Program.Unread || len(j.controllers()) != 1 {
		return false
	}
	p, ok := value.Dynamic(a.Limiter).(value.Ptr)
	return ok && p.Obj.At.Node != nil && slices.ContainsFunc(rec.Managers, func(m *host.Manager) bool {
		return m.At.Node != nil && host.Function(m.At) == host.Function(p.Obj.At) && host.Function(m.At) == host.Function(rec.Site)
	})
}

// limitedAlone reports whether the one controller of a program asks, on every way, a limiter of the program's that is a bucket, so
// that all is limited, or that delays each object by itself, which [Kind] tells.
func (j *Judge) limitedAlone(rec *host.Controller, c *host.Chain) bool {
	for id := range c.Asked {
		a := &c.Asked[id]
		if j.ofProgram(rec, a) && onAllWays(c, id) && (j.isBucket(a) || j.perItemWithin(a) != "") {
			return true
		}
	}
	return false
}

// isBucket reports whether what middleware asks is a token bucket, or holds one that lets through what it does.
func (j *Judge) isBucket(a *host.Asked) bool {
	return slices.ContainsFunc(j.madeOf(a), func(l *host.Limiter) bool { return l.Kind == known.Bucket })
}
