package host

import (
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// lists are the functions that reorder, copy and change slices, and choose among their elements. Their code is not read.
var lists = map[symbol.Name]meaning{
	"sort.Ints":             mixed,
	"sort.Strings":          mixed,
	"sort.Float64s":         mixed,
	"sort.Slice":            mixed,
	"sort.SliceStable":      mixed,
	"sort.Sort":             mixedItself,
	"sort.Stable":           mixedItself,
	"sort.Reverse":          argument(0),
	"slices.Sort":           mixed,
	"slices.SortFunc":       mixed,
	"slices.SortStableFunc": mixed,
	"slices.Reverse":        mixed,
	"slices.Clone":          clone,
	"slices.Clip":           argument(0),
	"slices.Grow":           argument(0),
	"slices.Concat":         concat,
	"slices.Delete":         spliced,
	"slices.DeleteFunc":     spliced,
	"slices.Compact":        spliced,
	"slices.CompactFunc":    spliced,
	"slices.Insert":         spliced,
	"slices.Replace":        spliced,
	"slices.Contains":       contains,
	"cmp.Or":                firstSet,
}

// elementsOf returns the elements of a slice of which all are known, in an order that is.
func elementsOf(c *interp.Call, v value.Value) ([]value.Value, bool) {
	switch value.Dynamic(v).(type) {
	case value.Slice:
		elems, rest := c.Elements(v)
		return elems, rest == nil && !c.IsMixed(v)
	case value.Zero:
		return nil, true
	}
	return nil, false
}

// anyOf is a slice whose elements may be any of those of others, and are not known to be so many.
func anyOf(c *interp.Call, of ...value.Value) value.Value {
	var rest value.Value
	for _, v := range of {
		elems, more := c.Elements(v)
		for _, x := range append(elems, more) {
			rest = value.Join(rest, x)
		}
	}
	if rest == nil {
		return value.Zero{At: c.At}
	}
	return c.List(nil, rest, c.At)
}

// spliced takes elements out of a slice or puts others in, in places that are not looked at. In the slice itself elements have other
// places then, or are zero.
func spliced(_ *Host, c *interp.Call) (value.Value, bool) {
	from := []value.Value{arg(c, 0)}
	if name := c.Sym.Last(); name == "Insert" || name == "Replace" {
		from = append(from, arg(c, len(c.Args)-1))
	}
	out := anyOf(c, from...)
	value.Each(value.Dynamic(arg(c, 0)), func(x value.Value) {
		if s, ok := value.Dynamic(x).(value.Slice); ok {
			any := value.Join(c.Load(value.Ptr{Obj: s.Obj, Path: value.AnyElem + "/"}), value.Zero{At: c.At})
			c.Store(value.Ptr{Obj: s.Obj, Path: value.AnyElem + "/"}, any)
		}
	})
	return out, true
}

// mixed puts the elements of a slice in an order that is not looked at.
func mixed(_ *Host, c *interp.Call) (value.Value, bool) {
	c.Mix(arg(c, 0))
	return nil, true
}

// mixedItself sorts what has the methods for it, a slice or what holds one: any two elements change places.
func mixedItself(_ *Host, c *interp.Call) (value.Value, bool) {
	i, ok := arg(c, 0).(*value.Iface)
	c.Mix(arg(c, 0))
	if ok && !code.BaseType(i.Type).In("sort") {
		some := func() value.Value { return &value.Unknown{Why: "an index", At: c.At} }
		c.CallMethod(c.At, "sort.Interface.Swap", 1, false, i, some(), some())
	}
	return nil, ok
}

// firstSet returns the first element that is not zero.
func firstSet(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, known := elementsOf(c, arg(c, 0))
	if !known {
		return nil, false
	}
	return firstOf(c, elems...), true
}

// firstOf returns the first of some values that is not zero, or those that may be.
func firstOf(c *interp.Call, of ...value.Value) value.Value {
	var out value.Collector
	for _, v := range of {
		rest := false
		value.Each(v, func(x value.Value) {
			if !value.IsZero(x) {
				out.Add(x)
			}
			_, constant := x.(*value.Basic)
			rest = rest || !constant || value.IsZero(x)
		})
		if !rest {
			return out.Value()
		}
	}
	out.Add(value.Zero{At: c.At})
	return out.Value()
}

func clone(_ *Host, c *interp.Call) (value.Value, bool) {
	var out value.Value
	value.Each(value.Dynamic(arg(c, 0)), func(x value.Value) {
		v := value.Dynamic(x)
		if s, ok := v.(value.Slice); ok {
			elems, rest := c.Elements(s)
			v = c.List(slices.Clone(elems), rest, c.At)
			if c.IsMixed(s) {
				c.Mix(v)
			}
		}
		out = value.Join(out, v)
	})
	return out, out != nil
}

func concat(_ *Host, c *interp.Call) (value.Value, bool) {
	parts, ok := elementsOf(c, arg(c, 0))
	if !ok {
		return nil, false
	}
	var all []value.Value
	for i, p := range parts {
		elems, known := elementsOf(c, p)
		if !known { // what is there, and then any of the others
			_, rest := c.Elements(anyOf(c, parts[i:]...))
			return c.List(all, rest, c.At), true
		}
		all = append(all, elems...)
	}
	return c.List(all, nil, c.At), true
}

func contains(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, rest := c.Elements(arg(c, 0))
	if rest != nil {
		return nil, false
	}
	for _, x := range elems {
		switch equal, known := value.Compare(x, token.EQL, arg(c, 1)); {
		case !known:
			return nil, false
		case equal:
			return value.Bool(true), true
		}
	}
	return value.Bool(false), true
}
