package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// workerKinds are the methods of queues with which workers take items.
var workerKinds = map[known.Kind]meaning{known.QueueGet: (*Host).take}

// take notes that items are taken from a queue. What a worker does with them decides nothing about the queue, so the
// way of a goroutine ends there, unless [Host.FollowWorkers] follows it further.
func (h *Host) take(c *interp.Call) (value.Value, bool) {
	worker := goroutine(c.At.Node)
	if h.working && worker == nil {
		return c.Unread(), true // noted when the goroutine was followed
	}
	from := h.queuesOf(arg(c, 0))
	if len(from) == 0 {
		if _, open := value.Dynamic(arg(c, 0)).(*value.Param); open {
			c.End(interp.Exits) // what callers' workers do with their items is for the functions that they call
			return c.Unread(), true
		}
		return nil, false
	}
	alone, unresolved := false, ""
	if worker != nil {
		alone, unresolved = h.alone(c, worker)
	}
	for _, q := range from {
		if w := (Worker{c.At, len(from) > 1, alone, passes(c.At), h.connects(c.Root, c.At.Node.Fn), unresolved}); !slices.Contains(q.Workers, w) {
			if len(q.Workers) == 0 {
				h.foundWorker(q)
			}
			q.Workers = append(q.Workers, w)
			if !q.Limited && q.Limiter == nil {
				q.Limiter = h.limiterBeside(c, q)
				q.Within = LimitersWithin(c.Interp, q.Limiter)
			}
			if len(from) == 1 && len(q.Clients) == 0 {
				q.hold(h.holders(c, nil))
			}
			if len(from) == 1 && worker != nil && len(q.Held) == 0 {
				if own := h.holders(c, worker); own.limited() {
					q.Held = own.limits
					if len(own.made) > 0 {
						q.Made = own.made
					}
				}
			}
		}
	}
	for _, q := range from {
		if q.Own != nil {
			one := *c
			one.Args = append([]value.Value{q.Own}, c.Args[1:]...)
			one.InvokeMethod()
		}
	}
	if worker != nil {
		h.end(worker)
		c.End(interp.Exits)
	}
	return c.Unread(), true
}

// goroutine returns the call that the goroutine began with which a call in progress is part of, nil for the one in which the
// program began.
func goroutine(n *value.Node) *value.Node {
	for ; n != nil; n = n.Caller {
		if n.Start != nil && n.Start.Go {
			return n
		}
	}
	return nil
}
