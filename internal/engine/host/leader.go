package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

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
func (h *Host) lead(c *interp.Call, kind known.Kind) value.Value {
	ctx, config := arg(c, 0), arg(c, 1)
	if kind == known.LeadBy {
		ctx, config = arg(c, 1), c.Field(arg(c, 0), "config")
	}
	callbacks := c.Field(config, "Callbacks")
	c.Leak([]value.Value{c.Field(callbacks, "OnStoppedLeading"), c.Field(callbacks, "OnNewLeader")}, c.Sym, c.At)
	started := c.Field(callbacks, "OnStartedLeading")
	before := h.leading
	h.leading = true
	c.Spawn(func() { c.Invoke(started, ctx) })
	h.leading = before
	return c.Unread()
}
