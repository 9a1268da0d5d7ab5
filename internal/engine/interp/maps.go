package interp

import "github.com/rllint/rllint/internal/engine/value"

func (f *frame) lookup(m, k value.Value, commaOK bool) value.Value {
	var out, ok value.Value
	value.Each(m, func(x value.Value) {
		v, found := f.entry(x, k)
		out, ok = f.work.Join(out, v), f.work.Join(ok, found)
	})
	if commaOK {
		return value.Tuple{out, ok}
	}
	return out
}

// entry returns the value a map has for a key, and whether it has one.
func (f *frame) entry(m, k value.Value) (v, found value.Value) {
	e, ok := f.entries(m)
	if !ok {
		switch m := m.(type) {
		case value.Zero:
			return value.Zero{}, value.Bool(false)
		case *value.Param:
			element := whichElement(k)
			part := m.Part(element, m.Last)
			if whole := m.Of; whole != nil && !whole.Differs && element != "[]" {
				if whole.Absent {
					part = value.Zero{}
				}
				return part, value.Bool(!whole.Absent)
			}
			return part, &value.Unknown{Why: "a map lookup", Deps: []value.Value{m, k}}
		case *value.Unknown:
			return &value.Unknown{Why: m.Why, Name: m.Name, Last: m.Last, At: m.At, Index: m.Element(whichElement(k)), Set: m.Set,
				Unresolved: m.Unresolved}, &value.Unknown{Why: "a map lookup", Deps: []value.Value{m, k}}
		}
		return &value.Unknown{Why: "an entry of a map that cannot be followed"}, &value.Unknown{Why: "a map lookup", Deps: []value.Value{m, k}}
	}
	exact := e.Rest == nil
	var same value.Value // what keys that are or may be this one hold
	for i, have := range e.Keys {
		if value.SameKey(have, k) {
			same, found = f.work.Join(same, e.Vals[i]), value.Bool(true)
		} else if _, known := value.Equality(have, k); !known && (value.Constant(have, k) == nil || value.Constant(k, have) == nil) {
			exact = false
			same = f.work.Join(same, e.Vals[i])
		}
	}
	switch {
	case found != nil:
		return same, found
	case exact:
		return value.Zero{}, value.Bool(false)
	}
	v = e.Rest
	for _, x := range e.Vals {
		v = f.work.Join(v, x)
	}
	return f.work.Join(v, value.Zero{}), &value.Unknown{Why: "a map lookup", Deps: []value.Value{m, k}}
}

// maxEntries bounds the entries of a map that are kept apart: each update looks at
// all of them.
const maxEntries = 4096

func (f *frame) mapUpdate(m, k, v value.Value) {
	weak := false
	if u, ok := m.(*value.Union); ok {
		weak = len(u.Of) > 1
	}
	value.Each(m, func(x value.Value) {
		mm, ok := x.(value.Map)
		if !ok {
			return
		}
		old, ok := f.mem.Get(mm.Obj).(*value.Entries)
		if !ok {
			return
		}
		f.work.Add(value.Size(old))
		next := &value.Entries{Keys: append([]value.Value(nil), old.Keys...), Vals: append([]value.Value(nil), old.Vals...), Rest: old.Rest}
		if len(next.Keys) >= maxEntries {
			next.Rest = f.work.Join(next.Rest, v)
		} else {
			next.Set(k, v, weak)
		}
		f.mem.Set(mm.Obj, next)
	})
}

// next advances an iterator and returns (ok, key, value).
func (f *frame) next(v value.Value) value.Value {
	it, ok := v.(iterator)
	if !ok {
		return &value.Unknown{Why: "an iteration that cannot be followed"}
	}
	i, known := value.IntValue(f.mem.Get(it.Obj))
	if _, several := it.Over.(*value.Union); several || !known {
		var key, val value.Value
		value.Each(it.Over, func(x value.Value) {
			if e, ok := f.entries(x); ok {
				for i := range e.Keys {
					key, val = f.work.Join(key, e.Keys[i]), f.work.Join(val, e.Vals[i])
				}
				val = f.work.Join(val, e.Rest)
			}
		})
		return value.Tuple{&value.Unknown{Why: "an iteration"}, key, val}
	}
	e, ok := f.entries(it.Over)
	if !ok {
		if _, empty := it.Over.(value.Zero); empty {
			return value.Tuple{value.Bool(false), value.Zero{}, value.Zero{}}
		}
		elem := value.Select(it.Over, "[]", "")
		if u, ok := elem.(*value.Unknown); ok {
			return value.Tuple{&value.Unknown{Why: "an iteration"}, u.Result(0), u.Result(1)}
		}
		return value.Tuple{&value.Unknown{Why: "an iteration"}, elem, elem}
	}
	switch {
	case i < len(e.Keys):
		f.mem.Set(it.Obj, value.Int(i+1))
		return value.Tuple{value.Bool(true), e.Keys[i], e.Vals[i]}
	case e.Rest != nil:
		return value.Tuple{&value.Unknown{Why: "an iteration"}, &value.Unknown{Why: "a map's key"}, e.Rest}
	}
	return value.Tuple{value.Bool(false), value.Zero{}, value.Zero{}}
}

// An iterator runs over a map or slice; its position is in the memory.
type iterator struct {
	Obj  *value.Object // content: *Basic, the next index
	Over value.Value
}
