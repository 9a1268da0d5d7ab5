package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// elections are the functions by which a program becomes the leader of its replicas.
var elections = map[symbol.Name]meaning{
	known.LeaderElection + ".RunOrDie":         gives(func(h *Host, c *interp.Call) value.Value { return h.lead(c, arg(c, 0), arg(c, 1)) }),
	known.LeaderElection + ".NewLeaderElector": gives((*Host).newElector),
	known.LeaderElection + ".LeaderElector.Run": gives(func(h *Host, c *interp.Call) value.Value {
		return h.lead(c, arg(c, 1),
			c.Field(arg(c, 0), "config"))
	}),
}

// electorType is the type of client-go's leader electors.
const electorType = "*" + known.LeaderElection + ".LeaderElector"

// newElector is a leader elector, which keeps its config to itself until it runs.
func (h *Host) newElector(c *interp.Call) value.Value {
	p := c.New(electorType, &value.Struct{Fields: map[string]value.Value{"config": arg(c, 0)}, Rest: value.Zero{At: c.At}}, c.At)
	p.Obj.Sealed = true
	return withError(c, p)
}

// lead takes part in an election and wins it: what the program does as the leader runs in a goroutine of its own before the call
// returns, as it does where the caller waits for it. What it does when another leads is for later.
func (h *Host) lead(c *interp.Call, ctx, config value.Value) value.Value {
	callbacks := c.Field(config, "Callbacks")
	c.Leak([]value.Value{c.Field(callbacks, "OnStoppedLeading"), c.Field(callbacks, "OnNewLeader")}, c.Sym, c.At)
	started := c.Field(callbacks, "OnStartedLeading")
	h.elect(c, c.Field(config, "Lock"), started)
	before := h.leading
	h.leading = true
	c.Spawn(func() { c.Invoke(started, ctx) })
	h.leading = before
	return c.Unread()
}

// elect notes the clients with which the program takes part in an election and does nothing else: the lock has them, and what the leader
// runs has not (testdata/src/queueelected).
func (h *Host) elect(c *interp.Call, lock, started value.Value) {
	if _, followed := value.Dynamic(started).(*value.Closure); !followed {
		return
	}
	reached := func(v value.Value) map[*value.Object]bool {
		have := make(map[*value.Object]bool)
		eachReached(c.Interp, v, func(v value.Value) {
			if p, ok := v.(value.Ptr); ok {
				have[p.Obj] = true
			}
		})
		return have
	}
	elects, leads := reached(lock), reached(started)
	for _, client := range h.Clients {
		client.Elects = client.Elects || elects[client.config.Obj] && !leads[client.config.Obj]
	}
}
