package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// managerKinds are the primitives that make managers, and their methods.
var managerKinds = map[known.Kind]meaning{
	known.NewManager: gives((*Host).newManager),
	known.ManagerOptions: ofManagers(func(c *interp.Call, m value.Ptr) value.Value {
		return c.Field(c.Field(m, "Options"), "Controller")
	}),
	known.OptionsDefaults: gives(defaultOptions),
	known.OptionsFromFile: gives((*Host).optionsFromFile),
	known.ManagerConfig:   ofManagers(func(c *interp.Call, m value.Ptr) value.Value { return c.Field(m, "Config") }),
	known.ManagerAdd:      (*Host).add,
	known.ManagerStart:    (*Host).start,
	known.ManagerMethod: func(_ *Host, c *interp.Call) (value.Value, bool) {
		if isManager(arg(c, 0)) {
			return c.Unread(), true
		}
		return nil, false
	},
}

// setManager notes the managers that m can be.
func (h *Host) setManager(in *interp.Interp, c *Controller, m value.Value) {
	if open, ok := value.Dynamic(m).(*value.Param); ok && open != nil {
		c.ManagerOpen, c.OpenManager = true, open.Name
		return
	}
	for _, p := range managers(in, m) {
		for _, made := range h.Managers {
			if made.object == p.Obj {
				c.Managers = append(c.Managers, made)
			}
		}
	}
}

// OnlyManager gives the controllers of a whole program whose manager comes by ways that
// cannot be followed, such as injection, the manager of the program, if all that it
// makes are made in one place.
func (h *Host) OnlyManager() {
	if h.Partial {
		return // code that does not type-check may make another
	}
	for _, m := range h.Managers {
		if m.At.Pos != h.Managers[0].At.Pos {
			return
		}
	}
	for _, c := range h.Controllers {
		if len(c.Managers) == 0 && !c.ManagerOpen && !c.Unmanaged {
			c.Managers = h.Managers
		}
	}
}

func (h *Host) newManager(c *interp.Call) value.Value {
	h.notePresent(c)
	config, options := arg(c, 0), arg(c, 1)
	if value.Some(c.Field(options, "NewClient"), ignoresConfig) {
		config = &value.Unknown{Why: "the client of NewClient, which is not made from the manager's rest.Config", At: c.At}
	}
	p := c.New(managerType, &value.Struct{Fields: map[string]value.Value{"Config": config, "Options": options}, Rest: value.Zero{At: c.At}},
		c.At)
	p.Obj.Sealed = true // it keeps its options to itself
	m := &Manager{At: c.At, Config: config, Options: options, Limits: h.limitsOf(c, config), object: p.Obj}
	for _, r := range h.recorders {
		if r.Manager != nil {
			r.Manager(c, m)
		}
	}
	h.Managers = append(h.Managers, m)
	return withError(c, &value.Iface{Type: managerType, V: p})
}

// ignoresConfig reports whether a function that makes a manager's client makes it of something else than the rest.Config that it is
// given first: one for tests, or one that asks no API server.
func ignoresConfig(v value.Value) bool {
	f, ok := value.Dynamic(v).(*value.Closure)
	if !ok || f.Fn == nil || f.Method || f.Fn.Params == 0 {
		return false
	}
	return !f.Fn.Body().Any(func(in *code.Instr) bool { return slices.Contains(in.Args, 0) })
}

// defaultOptions sets the number of workers in a controller's options that have none.
func defaultOptions(_ *Host, c *interp.Call) value.Value {
	const workers = "MaxConcurrentReconciles"
	c.SetField(arg(c, 0), workers, firstOf(c, c.Field(arg(c, 0), workers), c.Field(arg(c, 1), workers)))
	return nil
}

// optionsFromFile returns options in which a file has set what was not set: of what limits controllers, the numbers of workers by
// kind.
func (h *Host) optionsFromFile(c *interp.Call) value.Value {
	options := arg(c, 0)
	const kinds = "GroupKindConcurrency"
	have := c.Field(c.Field(options, "Controller"), kinds)
	if value.Some(have, value.IsZero) {
		setting := &value.Unknown{Why: "the manager's configuration file", Name: "groupKindConcurrency", Last: "groupKindConcurrency", Set: true,
			At: c.At}
		options = value.Write(options, "Controller/"+kinds+"/", value.Lift(have, func(x value.Value) value.Value {
			if value.IsZero(x) {
				return setting
			}
			return x
		}))
	}
	return withError(c, options)
}

// ofManagers is the meaning of a method that gets something of the manager. Where that can be several, it is what any of them has.
func ofManagers(get func(c *interp.Call, m value.Ptr) value.Value) meaning {
	return func(_ *Host, c *interp.Call) (out value.Value, ok bool) {
		list := managers(c.Interp, arg(c, 0))
		for _, m := range list {
			out = value.Join(out, get(c, m))
		}
		return out, len(list) > 0
	}
}
