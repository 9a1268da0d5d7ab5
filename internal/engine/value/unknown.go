package value

import "slices"

// A Present value is one of a host's own that is not nil.
type Present interface{ Present() }

// NonNil reports whether an error, or another value in an interface, is known not to be nil.
func NonNil(err Value) bool {
	switch err := err.(type) {
	case *Unknown:
		return err.NonNil
	case *Iface, Present:
		return true
	case *Union:
		return !slices.ContainsFunc(err.Of, func(v Value) bool { return !NonNil(v) })
	}
	return false
}

// Maybe returns a value that is v or, in each of its parts, the unknown value from.
func Maybe(v Value, from *Unknown) Value {
	switch v := v.(type) {
	case *Struct:
		out := &Struct{Type: v.Type, Fields: make(map[string]Value, len(v.Fields)), Rest: Join(v.Rest, from)}
		for name, x := range v.Fields {
			out.Fields[name] = Maybe(x, Select(from, name, "").(*Unknown))
		}
		return out
	case *Array:
		out := &Array{Elems: make([]Value, len(v.Elems)), Rest: from}
		if v.Rest != nil {
			out.Rest = Join(v.Rest, from)
		}
		for i, x := range v.Elems {
			out.Elems[i] = Maybe(x, from)
		}
		return out
	case *Entries:
		out := &Entries{Keys: v.Keys, Vals: make([]Value, len(v.Vals)), Rest: from}
		for i, x := range v.Vals {
			out.Vals[i] = Maybe(x, from)
		}
		return out
	case nil:
		return from
	}
	return Join(v, from)
}

// Further returns what a variable holds after code ran that made had to now, and may have run again any number of times: what it
// left alone, and in place of all else the unknown value from.
func Further(had, now Value, from *Unknown) Value {
	if Same(had, now) {
		return now
	}
	switch now := now.(type) {
	case *Struct:
		had, ok := had.(*Struct)
		if !ok {
			break
		}
		out := &Struct{Type: now.Type, Fields: make(map[string]Value, len(now.Fields)), Rest: now.Rest}
		for name, x := range now.Fields {
			out.Fields[name] = Further(had.Field(name), x, Select(from, name, "").(*Unknown))
		}
		return out
	case *Array:
		had, ok := had.(*Array)
		if !ok {
			break
		}
		out := &Array{Elems: slices.Clone(now.Elems), Rest: now.Rest}
		for i := range min(len(had.Elems), len(now.Elems)) {
			out.Elems[i] = Further(had.Elems[i], now.Elems[i], from)
		}
		if len(now.Elems) > len(had.Elems) || !Same(had.Rest, now.Rest) {
			out.Rest = Join(now.Rest, from)
		}
		return out
	case *Entries:
		had, ok := had.(*Entries)
		if !ok {
			break
		}
		out := &Entries{Keys: now.Keys, Vals: slices.Clone(now.Vals), Rest: Join(now.Rest, from)}
		for i, k := range now.Keys {
			if j := slices.IndexFunc(had.Keys, func(x Value) bool { return SameKey(x, k) }); j >= 0 {
				out.Vals[i] = Further(had.Vals[j], now.Vals[i], from)
			}
		}
		return out
	}
	return Maybe(now, from)
}

// IsUnresolved reports whether a value may come from code that does not type-check.
func IsUnresolved(v Value) bool {
	return Some(v, func(x Value) bool {
		o, ok := Dynamic(x).(*Unknown)
		return ok && o.Unresolved
	})
}
