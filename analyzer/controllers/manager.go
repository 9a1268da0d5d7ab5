package controllers

import (
	"slices"

	"github.com/rllint/rllint/analyzer/flow"
)

func newManager(c *flow.Call) flow.Value {
	options := arg(c, 1)
	p := c.New(managerType, &flow.Struct{Fields: map[string]flow.Value{"Config": arg(c, 0), "Options": options}, Rest: flow.Zero{At: c.At}}, c.At)
	p.Obj.Sealed = true // it keeps its options to itself
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
