package host

import (
	"go/token"
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// lists are the functions that reorder, copy and change slices, and choose among their elements. Their code is not read.
var lists = map[symbol.Name]meaning{
	"sort.Ints":             sorts(natural),
	"sort.Strings":          sorts(natural),
	"sort.Float64s":         sorts(natural),
	"sort.Slice":            sorts(byIndex),
	"sort.SliceStable":      sorts(byIndex),
	"sort.Sort":             sortsItself,
	"sort.Stable":           sortsItself,
	"sort.Reverse":          reversed,
	"slices.Sort":           sorts(natural),
	"slices.SortFunc":       sorts(byComparison),
	"slices.SortStableFunc": sorts(byComparison),
	"slices.Reverse":        eachList(reverse),
	"slices.Clone":          clone,
	"slices.Clip":           argument(0),
	"slices.Grow":           argument(0),
	"slices.Concat":         concat,
	"slices.Delete":         spliced,
	"slices.DeleteFunc":     removeSome,
	"slices.Compact":        removeSome,
	"slices.CompactFunc":    removeSome,
	"slices.Insert":         spliced,
	"slices.Replace":        spliced,
	"slices.Contains":       contains,
	"slices.Max":            extreme("max"),
	"slices.Min":            extreme("min"),
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

// changed is the result of a function that takes elements out of a slice or puts others in, in a way that is not known. In
// the slice itself elements have other places then, or are zero.
func changed(c *interp.Call, more ...value.Value) value.Value {
	out := anyOf(c, append([]value.Value{arg(c, 0)}, more...)...)
	value.Each(value.Dynamic(arg(c, 0)), func(x value.Value) {
		if s, ok := value.Dynamic(x).(value.Slice); ok {
			any := value.Join(c.Load(value.Ptr{Obj: s.Obj, Path: value.AnyElem + "/"}), value.Zero{At: c.At})
			c.Store(value.Ptr{Obj: s.Obj, Path: value.AnyElem + "/"}, any)
		}
	})
	return out
}

// put sets an element of the slice that a call is given.
func put(c *interp.Call, i int, v value.Value) {
	s := value.Dynamic(arg(c, 0)).(value.Slice)
	c.Store(value.Ptr{Obj: s.Obj, Path: strconv.Itoa(s.Lo+i) + "/"}, v)
}

// eachList is the meaning of a function that puts the elements of a slice in another order: of each that the argument can be,
// as if it was only that.
func eachList(of meaning) meaning {
	return func(h *Host, c *interp.Call) (value.Value, bool) {
		c.Either(alternatives(value.Dynamic(arg(c, 0))), func(x value.Value) value.Value {
			one := *c
			one.Args = append([]value.Value{x}, c.Args[1:]...)
			v, _ := of(h, &one)
			return v
		})
		return nil, true
	}
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

func reverse(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	if !ok {
		c.Mix(arg(c, 0))
		return nil, true
	}
	for i, v := range elems {
		put(c, len(elems)-1-i, v)
	}
	return nil, true
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

// spliced takes elements out or puts others in, in places that are not looked at.
func spliced(_ *Host, c *interp.Call) (value.Value, bool) {
	if c.Sym.Last() == "Delete" {
		return changed(c), true
	}
	return changed(c, arg(c, len(c.Args)-1)), true
}

// removeSome takes out elements that a function, or comparing them with each other, tells.
func removeSome(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	s, isSlice := value.Dynamic(arg(c, 0)).(value.Slice)
	if !ok || !isSlice {
		return changed(c), true
	}
	var left []value.Value
	for i, x := range elems {
		out, known := false, true
		switch {
		case c.Sym.Last() == "DeleteFunc":
			out, known = value.Truth(c.Invoke(arg(c, 1), x))
		case i == 0:
		case c.Sym.Last() == "CompactFunc":
			out, known = value.Truth(c.Invoke(arg(c, 1), left[len(left)-1], x))
		default:
			out, known = value.Compare(left[len(left)-1], token.EQL, x)
		}
		if !known {
			return changed(c), true
		}
		if !out {
			left = append(left, x)
		}
	}
	for k := range elems {
		var v value.Value = value.Zero{At: c.At}
		if k < len(left) {
			v = left[k]
		}
		put(c, k, v)
	}
	return value.Slice{Obj: s.Obj, Lo: s.Lo, Hi: s.Lo + len(left)}, true
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

// extreme is the meaning of a function that returns the least or greatest element.
func extreme(name string) meaning {
	return func(_ *Host, c *interp.Call) (value.Value, bool) {
		elems, rest := c.Elements(arg(c, 0))
		if len(elems) == 0 || rest != nil {
			return nil, false
		}
		out := elems[0]
		for _, x := range elems[1:] {
			out = value.Extreme(name, out, x)
		}
		return out, true
	}
}
