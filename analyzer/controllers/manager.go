package controllers

import (
	"slices"

	"github.com/rllint/rllint/analyzer/flow"
)

// The managerNumbers are what the controllers of a manager take from it.
type managerNumbers struct {
	at     flow.Place
	kinds  flow.Value // Options.Controller.GroupKindConcurrency, a map's entries where they are known
	number flow.Value // Options.Controller.MaxConcurrentReconciles
}

func numbersOf(in *flow.Interp, m flow.Ptr) managerNumbers {
	options := in.Field(in.Field(m, "Options"), "Controller")
	kinds := in.Field(options, "GroupKindConcurrency")
	if m, ok := kinds.(flow.Map); ok {
		kinds = in.Load(flow.Ptr{Obj: m.Obj})
	}
	return managerNumbers{at: m.Obj.At, kinds: kinds, number: in.Field(options, "MaxConcurrentReconciles")}
}

// apply gives a record the numbers of a manager it can have.
func (n *managerNumbers) apply(r *record) {
	if !r.managed {
		r.managed, r.managerAt = true, n.at
	}
	if r.hasFor {
		r.kindNumbers = flow.Join(r.kindNumbers, kindNumber(n.kinds, r.kind))
	}
	r.number = flow.Join(r.number, n.number)
}

// setManager gives a record the numbers of the managers that m can be.
func (r *record) setManager(in *flow.Interp, m flow.Value) {
	if open, ok := flow.Dynamic(m).(*flow.Open); ok && open != nil {
		r.managerOpen = true
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
func (h *host) onlyManager() {
	for _, n := range h.managers {
		if n.at.Pos != h.managers[0].at.Pos {
			return
		}
	}
	for _, r := range h.records {
		if r.managed || r.managerOpen || r.unmanaged {
			continue
		}
		for _, n := range h.managers {
			n.apply(r)
		}
	}
}

func (h *host) newManager(c *flow.Call) flow.Value {
	options := arg(c, 1)
	p := c.New(managerType, &flow.Struct{Fields: map[string]flow.Value{"Config": arg(c, 0), "Options": options}, Rest: flow.Zero{At: c.At}}, c.At)
	p.Obj.Sealed = true // it keeps its options to itself
	h.managers = append(h.managers, numbersOf(c.Interp, p))
	return withError(c, &flow.Iface{Type: managerType, V: p})
}

// isManager reports whether a value is a manager, one or another.
func isManager(v flow.Value) bool {
	is := false
	flow.Each(v, func(x flow.Value) {
		if i, ok := x.(*flow.Iface); ok && i.Type == managerType {
			is = true
		}
	})
	return is
}

// managers returns the managers that a value can be, or that a wrapper around one
// holds; none if one of them cannot be followed. The nil of a way that failed is no
// manager.
func managers(in *flow.Interp, v flow.Value) []flow.Ptr {
	var list []flow.Ptr
	followed := true
	flow.Each(flow.Dynamic(v), func(x flow.Value) {
		if flow.IsZero(x) {
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
func ofManagers(in *flow.Interp, v flow.Value, get func(m flow.Ptr) flow.Value) (out flow.Value, ok bool) {
	list := managers(in, v)
	for _, m := range list {
		out = flow.Join(out, get(m))
	}
	return out, len(list) > 0
}

func findManager(in *flow.Interp, v flow.Value, depth int) (flow.Ptr, bool) {
	if depth > 4 {
		return flow.Ptr{}, false
	}
	v = flow.Dynamic(v)
	if p, ok := v.(flow.Ptr); ok {
		if p.Obj.Type == managerType {
			return p, true
		}
		v = in.Load(p)
	}
	s, ok := v.(*flow.Struct)
	if !ok {
		return flow.Ptr{}, false
	}
	for _, name := range sortedKeys(s.Fields) {
		if i, ok := s.Fields[name].(*flow.Iface); ok {
			if m, ok := findManager(in, i, depth+1); ok {
				return m, true
			}
		}
	}
	return flow.Ptr{}, false
}
