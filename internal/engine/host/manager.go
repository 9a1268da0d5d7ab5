package host

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
)

// The managerNumbers are what the controllers of a manager take from it.
type managerNumbers struct {
	at     interp.Place
	kinds  interp.Value // Options.Controller.GroupKindConcurrency, a map's entries where they are known
	number interp.Value // Options.Controller.MaxConcurrentReconciles
}

func numbersOf(in *interp.Interp, m interp.Ptr) managerNumbers {
	options := in.Field(in.Field(m, "Options"), "Controller")
	kinds := in.Field(options, "GroupKindConcurrency")
	if m, ok := kinds.(interp.Map); ok {
		kinds = in.Load(interp.Ptr{Obj: m.Obj})
	}
	return managerNumbers{at: m.Obj.At, kinds: kinds, number: in.Field(options, "MaxConcurrentReconciles")}
}

// apply gives a record the numbers of a manager it can have.
func (n *managerNumbers) apply(r *Controller) {
	if !r.Managed {
		r.Managed, r.ManagerAt = true, n.at
	}
	if r.hasFor {
		r.KindNumbers = interp.Join(r.KindNumbers, kindNumber(n.kinds, r.kind))
	}
	r.Number = interp.Join(r.Number, n.number)
}

// setManager gives a record the numbers of the managers that m can be.
func (r *Controller) setManager(in *interp.Interp, m interp.Value) {
	if open, ok := interp.Dynamic(m).(*interp.Open); ok && open != nil {
		r.ManagerOpen = true
		return
	}
	for _, m := range managers(in, m) {
		n := numbersOf(in, m)
		n.apply(r)
	}
}

// onlyManager gives the records of a whole program whose manager comes by ways that
// cannot be followed, such as injection, the manager of the program, if all that it
// makes are made in one place.
func (h *host) OnlyManager() {
	for _, n := range h.managers {
		if n.at.Pos != h.managers[0].at.Pos {
			return
		}
	}
	for _, r := range h.Records {
		if r.Managed || r.ManagerOpen || r.Unmanaged {
			continue
		}
		for _, n := range h.managers {
			n.apply(r)
		}
	}
}

func (h *host) newManager(c *interp.Call) interp.Value {
	options := arg(c, 1)
	p := c.New(managerType, &interp.Struct{Fields: map[string]interp.Value{"Config": arg(c, 0), "Options": options}, Rest: interp.Zero{At: c.At}}, c.At)
	p.Obj.Sealed = true // it keeps its options to itself
	h.managers = append(h.managers, numbersOf(c.Interp, p))
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
