package host

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// configType is the type of the configs that clients are made from.
const configType = "*" + known.Rest + ".Config"

// clientKinds are the primitives that make clients and their configs.
var clientKinds = map[known.Kind]meaning{
	known.NewConfig:  gives(func(h *Host, c *interp.Call) value.Value { return withError(c, h.newConfig(c)) }),
	known.CopyConfig: gives(func(_ *Host, c *interp.Call) value.Value { return c.New(configType, c.Load(arg(c, 0)), c.At) }),
	known.SameConfig: argument(0),
	known.NewClient:  (*Host).newClient,
}

// madeBy is the field of a rest.Config that holds the function that made it.
const madeBy = "made by"

// newConfig is the rest.Config that a function of a library returns. What limits a client is known of it; what else it has, such as
// a token, is not.
func (h *Host) newConfig(c *interp.Call) value.Value {
	unset := value.Zero{At: c.At}
	fields := map[string]value.Value{madeBy: text(c.Sym.Written(), c.At), "QPS": unset, "Burst": unset, "RateLimiter": unset}
	if strings.Contains(c.Sym.Last(), "GetConfig") && c.Sym.In(known.ClientConfig) {
		if defaults, ok := known.DefaultsOf(h.Version); ok {
			fields["QPS"] = h.preset(c, defaults.QPS)
			if defaults.Burst != 0 {
				fields["Burst"] = h.preset(c, defaults.Burst)
			}
		}
	}
	rest := &value.Unknown{Why: "what " + c.Sym.Short() + " finds", At: c.At}
	return c.New(configType, &value.Struct{Type: configType[1:], Fields: fields, Rest: rest}, c.At)
}

// preset is a number that a library puts into a config, so that a program which fills in what is not set leaves it.
func (h *Host) preset(c *interp.Call, n int) value.Value {
	b := &value.Basic{Val: constant.MakeInt64(int64(n)), At: c.At}
	h.presets[b] = true
	return b
}

// Set returns a number of a config as the program set it: what is as the library made it is not set.
func (h *Host) Set(v value.Value) value.Value {
	return value.Lift(v, func(x value.Value) value.Value {
		if b, ok := x.(*value.Basic); ok && h.presets[b] {
			return value.Zero{At: b.At}
		}
		return x
	})
}

// limitsOf returns what limits a client with the config. That of a nil one would panic.
func (h *Host) limitsOf(c *interp.Call, config value.Value) ClientLimits {
	config = value.Lift(config, func(v value.Value) value.Value {
		if _, isNil := v.(value.Zero); isNil {
			return nil
		}
		return v
	})
	l := ClientLimits{QPS: h.Set(c.Field(config, "QPS")), Burst: h.Set(c.Field(config, "Burst")), RateLimiter: c.Field(config, "RateLimiter")}
	value.Each(c.Field(config, madeBy), func(v value.Value) {
		by, ok := v.(*value.Basic)
		if !ok {
			return
		}
		if name, ok := value.StringValue(by); ok && !slices.Contains(l.Made, name) {
			if l.Made = append(l.Made, name); len(l.Made) == 1 {
				l.MadeAt = by.At
			}
		}
	})
	_, l.Whole = c.Load(config).(*value.Struct)
	if !value.IsZero(l.RateLimiter) {
		l.Free = h.free(c, l.RateLimiter)
	}
	return l
}

// free reports whether a client's limiter lets all requests through: client-go's that does, or one whose methods do nothing.
func (h *Host) free(c *interp.Call, limiter value.Value) bool {
	idle := func(fn *code.Func) bool {
		return fn != nil && len(fn.Body().Blocks) == 1 && !fn.Body().Any(func(in *code.Instr) bool {
			return in.Op != code.OpReturn && in.Op != code.OpIface && in.Op != code.OpConvert
		})
	}
	return value.Every(limiter, func(v value.Value) bool {
		if made := h.LimiterOf(v); made != nil {
			return made.Made == known.FreeLimiter
		}
		own, ok := v.(*value.Iface)
		return ok && idle(c.Root.Find(code.BaseType(own.Type).Member("Accept"))) && idle(c.Root.Find(code.BaseType(own.Type).Member("Wait")))
	})
}

// unlimited reports whether a client has no limit of its own.
func (l *ClientLimits) unlimited() bool {
	if !value.IsZero(l.RateLimiter) {
		return l.Free
	}
	n, known := value.IntValue(l.QPS)
	return known && n < 0
}

// newClient notes a client that is made by hand of a rest.Config.
func (h *Host) newClient(c *interp.Call) (value.Value, bool) {
	var config value.Ptr
	for p := range value.Pointers(arg(c, 0)) {
		if code.BaseType(p.Obj.Type) == code.BaseType(configType) {
			config = p
		}
	}
	if config.Obj != nil {
		client := &Client{At: c.At, Limits: h.limitsOf(c, arg(c, 0)), Config: config.Obj.At, config: config,
			general: c.Sym.In(known.ControllerRuntime + "/pkg/client")}
		h.Clients, h.clientOf[c.At] = append(h.Clients, client), client
	}
	return nil, false
}

// hold notes the clients that a controller's reconciler has: what is made of a rest.Config leads to it. It reports whether one of them
// is of controller-runtime, as the manager's is.
func (h *Host) hold(c *interp.Call, reconciler value.Value) (own bool) {
	of := make(map[*value.Object][]*Client)
	for _, client := range h.Clients {
		of[client.config.Obj] = append(of[client.config.Obj], client)
	}
	if len(of) == 0 {
		return false
	}
	eachReached(c.Interp, reconciler, func(v value.Value) {
		if p, ok := v.(value.Ptr); ok {
			for _, client := range of[p.Obj] {
				client.Held = true
				own = own || client.general && !h.ofManager(p.Obj)
			}
		}
	})
	return own
}

// ofManager reports whether a rest.Config is that of a manager, which more than the client that was made of it leads to.
func (h *Host) ofManager(config *value.Object) bool {
	return slices.ContainsFunc(h.Managers, func(m *Manager) bool {
		return value.Some(m.Config, func(v value.Value) bool {
			p, ok := v.(value.Ptr)
			return ok && p.Obj == config
		})
	})
}
