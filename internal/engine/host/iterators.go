package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// containerKinds are the functions of slices and maps that make or use iterators.
var containerKinds = map[known.Kind]meaning{known.Iterate: iterate}

// iterate handles the functions of slices and maps that make iterators, and those that take
// what iterators yield. Their code is not read, and values that pass through them would be lost.
func iterate(_ *Host, c *interp.Call) (value.Value, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	x := value.Dynamic(c.Args[0])
	switch c.Sym {
	case "slices.Values", "slices.All", "slices.Backward":
		elems, rest := c.Elements(x)
		s := &interp.Sequence{Mixed: c.IsMixed(x) || c.Sym == "slices.Backward"}
		for i, e := range elems {
			s.Known = append(s.Known, yield(c.Sym == "slices.Values", value.Int(i), e))
		}
		if rest != nil {
			s.Rest = yield(c.Sym == "slices.Values", &value.Unknown{Why: "an index", At: c.At}, rest)
		}
		return s, true
	case "slices.Chunk":
		return &interp.Sequence{Rest: value.Tuple{x}}, true
	case "maps.Keys", "maps.Values", "maps.All":
		return entriesOf(c, x)
	case "slices.Collect", "slices.Sorted":
		s, ok := x.(*interp.Sequence)
		if !ok {
			return nil, false
		}
		list := c.Collect(s)
		if c.Sym.Last() == "Sorted" {
			c.Mix(list)
		}
		return list, true
	}
	return nil, false
}

// yield is what an iterator hands over at once: a value, or a key and a value.
func yield(one bool, key, val value.Value) value.Tuple {
	if one {
		return value.Tuple{val}
	}
	return value.Tuple{key, val}
}

func entriesOf(c *interp.Call, x value.Value) (value.Value, bool) {
	m, ok := x.(value.Map)
	if !ok {
		return nil, false
	}
	e, ok := c.Load(value.Ptr{Obj: m.Obj}).(*value.Entries)
	if !ok {
		return nil, false
	}
	pick := func(k, v value.Value) value.Tuple {
		switch c.Sym {
		case "maps.Keys":
			return value.Tuple{k}
		case "maps.Values":
			return value.Tuple{v}
		}
		return value.Tuple{k, v}
	}
	s := &interp.Sequence{Mixed: len(e.Keys) > 1}
	for i := range e.Keys {
		s.Known = append(s.Known, pick(e.Keys[i], e.Vals[i]))
	}
	if e.Rest != nil {
		s.Rest = pick(&value.Unknown{Why: "a map's key", At: c.At}, e.Rest)
	}
	return s, true
}
