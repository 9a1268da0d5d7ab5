package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// The methods by which managers are handed what they run, and run it.
const (
	managerAdd   = known.Manager + ".Manager.Add"
	managerStart = known.Manager + ".Manager.Start"
)

// started is the field of a manager that says that it runs.
const started = "started"

// add hands a runnable to a manager. One that runs already starts it at once.
func (h *Host) add(c *interp.Call) (value.Value, bool) {
	if _, wraps := wrapper(c, arg(c, 0), managerAdd); wraps {
		return nil, false
	}
	failed := &value.Unknown{Why: "an error", At: c.At}
	if c.Aside() {
		return failed, true // the program's own run comes to it
	}
	c.Adopt(arg(c, 1))
	value.Each(arg(c, 1), func(v value.Value) {
		if _, opaque := v.(*value.Unknown); opaque {
			return // nothing is known of what it does
		}
		r := &runnable{
			value: v, later: c.Later(), at: c, managers: h.addedTo(c.Interp, arg(c, 0)),
			marker: c.New("runnable", value.Bool(false), c.At), leading: h.leading, sweeping: h.Sweeping,
		}
		h.runnables = append(h.runnables, r)
		if h.finishing || slices.ContainsFunc(r.managers, func(m value.Ptr) bool { return !value.IsZero(c.Field(m, started)) }) {
			r.run(h, c.Interp)
		}
	})
	return failed, true
}

// start starts a manager, and so what was added to it on the way that is followed.
func (h *Host) start(c *interp.Call) (value.Value, bool) {
	if _, wraps := wrapper(c, arg(c, 0), managerStart); wraps {
		return nil, false
	}
	if c.Aside() {
		return c.Unread(), true
	}
	of := h.addedTo(c.Interp, arg(c, 0))
	for _, m := range of {
		c.SetField(m, started, value.Bool(true))
	}
	for _, r := range slices.Clone(h.runnables) { // what is added from now on runs at once
		if slices.ContainsFunc(r.managers, func(m value.Ptr) bool { return slices.Contains(of, m) }) && r.waits(c.Interp) {
			r.run(h, c.Interp)
		}
	}
	return c.Unread(), true
}

// addedTo returns the managers that a value can be. Those of which nothing is known are one.
func (h *Host) addedTo(in *interp.Interp, v value.Value) []value.Ptr {
	if list := managers(in, v); len(list) > 0 {
		return list
	}
	return []value.Ptr{h.anyManager}
}

// Finish runs the runnables that no manager was seen to start: those of a program that has its manager started by code that
// is not followed, or whose callers start it.
func (h *Host) Finish(in *interp.Interp) bool {
	waiting := h.runnables
	h.runnables = nil
	h.finishing = true // what these add runs at once, as where a manager was started
	defer func() { h.finishing = false }()
	did := false
	for _, r := range waiting {
		if r.ran {
			continue
		}
		in.Extend()
		switch {
		case in.Exists(r.marker.Obj):
			r.run(h, in)
		default: // it was added on a way that does not lead here
			r.later.RunAside(in, func() { r.follow(h) })
		}
		did = true
	}
	return did
}

// waits reports whether a runnable was added on the way that is followed and does not run yet.
func (r *runnable) waits(in *interp.Interp) bool {
	return in.Exists(r.marker.Obj) && value.Some(in.Load(r.marker), value.IsZero)
}

func (r *runnable) run(h *Host, in *interp.Interp) {
	r.ran = true
	in.Store(r.marker, value.Bool(true))
	r.later.Run(in, func() { r.follow(h) })
}

// follow calls the runnable as the manager does: in a goroutine of its own.
func (r *runnable) follow(h *Host) {
	leading, sweeping := h.leading, h.Sweeping
	h.leading, h.Sweeping = leading || r.leading, sweeping || r.sweeping
	defer func() { h.leading, h.Sweeping = leading, sweeping }()
	c := r.at
	ctx := &value.Unknown{Why: "a context", NonNil: true, At: c.At}
	if f, ok := value.Dynamic(r.value).(*value.Closure); ok {
		c.Invoke(f, ctx)
		return
	}
	c.CallMethod(c.At, known.Manager+".Runnable.Start", 1, true, r.value, ctx)
}

// managerMethod is a call of a manager's method Add or Start through an interface that is not the manager's own.
func managerMethod(c *interp.Call) known.Kind {
	switch {
	case !c.Dynamic || !isManager(arg(c, 0)) || len(c.Args) != 2:
	case c.Sym.Last() == "Add":
		return known.ManagerAdd
	case c.Sym.Last() == "Start":
		return known.ManagerStart
	}
	return known.None
}

// wrapper returns what a manager is wrapped in, if that has a method of its own in the place of the manager's.
func wrapper(c *interp.Call, manager value.Value, method symbol.Name) (*value.Iface, bool) {
	i, ok := manager.(*value.Iface)
	if !ok || i.Type == managerType {
		return nil, false
	}
	sym, _, ok := c.Method(i.Type, i.V, method.Last())
	return i, ok && sym != method
}
