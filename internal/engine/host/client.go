package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Client is one that was made by hand in a run, beside those of managers.
type Client struct {
	At     value.Place
	Limits ClientLimits
}

// The ClientLimits are what limits the requests of a client, as its rest.Config had it when
// the client was made.
type ClientLimits struct {
	QPS, Burst, RateLimiter value.Value
	// Made are the functions that can have made the config. A literal is made by none.
	Made  []string
	Whole bool // the config can be followed
}

// madeBy is the field of a rest.Config that holds the function that made it.
const madeBy = "made by"

// LimitsOf returns what limits a client with the config.
func LimitsOf(c *interp.Call, config value.Value) ClientLimits {
	l := ClientLimits{QPS: c.Field(config, "QPS"), Burst: c.Field(config, "Burst"), RateLimiter: c.Field(config, "RateLimiter")}
	value.Each(c.Field(config, madeBy), func(v value.Value) {
		if name, ok := value.StringValue(v); ok && !slices.Contains(l.Made, name) {
			l.Made = append(l.Made, name)
		}
	})
	_, l.Whole = c.Load(config).(*value.Struct)
	return l
}

// newClient notes a client that is made by hand of a rest.Config.
func (h *Host) newClient(c *interp.Call) {
	config := arg(c, 0)
	is := false
	value.Each(config, func(v value.Value) {
		if p, ok := v.(value.Ptr); ok && code.BaseType(p.Obj.Type) == code.BaseType(configType) {
			is = true
		}
	})
	if is {
		h.Clients = append(h.Clients, &Client{At: c.At, Limits: LimitsOf(c, config)})
	}
}
