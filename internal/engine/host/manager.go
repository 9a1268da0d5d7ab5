package host

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
)

// A Manager is one manager that was made in a run.
type Manager struct {
	Record
	At      interp.Place
	Config  interp.Value // the rest.Config of its client
	Options interp.Value // manager.Options

	object *interp.Object
}

// The ClientLimits are what limits the requests of a client, as its rest.Config had it when
// the client was made.
type ClientLimits struct {
	QPS, Burst, RateLimiter interp.Value
	Made                    string // the function that made the config, "" if it was made by hand or that is not known
	Whole                   bool   // the config can be followed
}

// madeBy is the field of a rest.Config that holds the function that made it.
const madeBy = "made by"

// LimitsOf returns what limits a client with the config.
func LimitsOf(c *interp.Call, config interp.Value) ClientLimits {
	l := ClientLimits{QPS: c.Field(config, "QPS"), Burst: c.Field(config, "Burst"), RateLimiter: c.Field(config, "RateLimiter")}
	l.Made, _ = interp.StringValue(c.Field(config, madeBy))
	_, l.Whole = c.Load(config).(*interp.Struct)
	return l
}

// setManager notes the managers that m can be.
func (h *Host) setManager(in *interp.Interp, c *Controller, m interp.Value) {
	if open, ok := interp.Dynamic(m).(*interp.Param); ok && open != nil {
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

func (h *Host) newManager(c *interp.Call) interp.Value {
	options := arg(c, 1)
	p := c.New(managerType, &interp.Struct{Fields: map[string]interp.Value{"Config": arg(c, 0), "Options": options}, Rest: interp.Zero{At: c.At}}, c.At)
	p.Obj.Sealed = true // it keeps its options to itself
	m := &Manager{At: c.At, Config: arg(c, 0), Options: options, object: p.Obj}
	for _, r := range h.recorders {
		if r.Manager != nil {
			r.Manager(c, m)
		}
	}
	h.Managers = append(h.Managers, m)
	return withError(c, &interp.Iface{Type: managerType, V: p})
}

// isManager reports whether a value is a manager, one or another.
func isManager(v interp.Value) bool {
	is := false
	interp.Each(v, func(x interp.Value) {
		if i, ok := x.(*interp.Iface); ok && i.Type == managerType {
			is = true
		}
	})
	return is
}

// managers returns the managers that a value can be, or that a wrapper around one
// holds; none if one of them cannot be followed. The nil of a way that failed is no
// manager.
func managers(in *interp.Interp, v interp.Value) []interp.Ptr {
	var list []interp.Ptr
	followed := true
	interp.Each(interp.Dynamic(v), func(x interp.Value) {
		if interp.IsZero(x) {
			return
		}
		m, ok := findManager(in, x, 0)
		followed = followed && ok
		if ok && !slices.Contains(list, m) {
			list = append(list, m)
		}
	})
	if !followed {
		return nil
	}
	return list
}

// ofManagers joins what get returns for each of the managers that a value can be.
func ofManagers(in *interp.Interp, v interp.Value, get func(m interp.Ptr) interp.Value) (out interp.Value, ok bool) {
	list := managers(in, v)
	for _, m := range list {
		out = interp.Join(out, get(m))
	}
	return out, len(list) > 0
}

func findManager(in *interp.Interp, v interp.Value, depth int) (interp.Ptr, bool) {
	if depth > 4 {
		return interp.Ptr{}, false
	}
	v = interp.Dynamic(v)
	if p, ok := v.(interp.Ptr); ok {
		if p.Obj.Type == managerType {
			return p, true
		}
		v = in.Load(p)
	}
	s, ok := v.(*interp.Struct)
	if !ok {
		return interp.Ptr{}, false
	}
	for _, name := range slices.Sorted(maps.Keys(s.Fields)) {
		if i, ok := s.Fields[name].(*interp.Iface); ok {
			if m, ok := findManager(in, i, depth+1); ok {
				return m, true
			}
		}
	}
	return interp.Ptr{}, false
}
