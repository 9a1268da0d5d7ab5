package host

import (
	"go/token"
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// lists are the functions that reorder, copy and change slices. Their code is not read.
var lists = map[symbol.Name]meaning{
	"sort.Ints":             sorts(natural),
	"sort.Strings":          sorts(natural),
	"sort.Float64s":         sorts(natural),
	"sort.Slice":            sorts(byIndex),
	"sort.SliceStable":      sorts(byIndex),
	"slices.Sort":           sorts(natural),
	"slices.SortFunc":       sorts(byComparison),
	"slices.SortStableFunc": sorts(byComparison),
	"slices.Reverse":        reverse,
	"slices.Clone":          clone,
	"slices.Concat":         concat,
	"slices.Delete":         remove,
	"slices.Insert":         insert,
	"slices.Contains":       contains,
}

// mostSorted bounds the elements that are put in order: each is compared with the others.
const mostSorted = 64

// An order tells whether element i of a slice comes before another, j; known is false where that is not known.
type order func(c *interp.Call, elems []value.Value, i, j int) (before, known bool)

func natural(_ *interp.Call, elems []value.Value, i, j int) (before, known bool) {
	return value.Compare(elems[i], token.LSS, elems[j])
}

// byIndex asks the function that is given, which looks at the elements where they are.
func byIndex(c *interp.Call, _ []value.Value, i, j int) (before, known bool) {
	return value.Truth(c.Invoke(arg(c, 1), value.Int(i), value.Int(j)))
}

func byComparison(c *interp.Call, elems []value.Value, i, j int) (before, known bool) {
	return value.Compare(c.Invoke(arg(c, 1), elems[i], elems[j]), token.LSS, value.Int(0))
}

// sorts is the meaning of a function that puts the elements of a slice in order. Where that is not known they stay as they
// are: who goes over all of them finds the same.
func sorts(by order) meaning {
	return func(_ *Host, c *interp.Call) (value.Value, bool) {
		elems, ok := elementsOf(c, arg(c, 0))
		if !ok {
			return nil, false
		}
		by.sort(c, slices.Clone(elems), func(i int, v value.Value) { put(c, i, v) })
		return nil, true
	}
}

// sort puts elements in order, and calls moved for each that has got a new place. It stops where an order is not known.
func (before order) sort(c *interp.Call, elems []value.Value, moved func(i int, v value.Value)) {
	if len(elems) > mostSorted {
		return
	}
	for i := range elems {
		for j := i; j > 0; j-- {
			swap, known := before(c, elems, j, j-1)
			if !known {
				return
			}
			if !swap {
				break
			}
			elems[j], elems[j-1] = elems[j-1], elems[j]
			moved(j, elems[j])
			moved(j-1, elems[j-1])
		}
	}
}

// put sets an element of the slice that a call is given.
func put(c *interp.Call, i int, v value.Value) {
	s := value.Dynamic(arg(c, 0)).(value.Slice)
	c.Store(value.Ptr{Obj: s.Obj, Path: strconv.Itoa(s.Lo+i) + "/"}, v)
}

func reverse(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	if !ok {
		return nil, false
	}
	for i, v := range elems {
		put(c, len(elems)-1-i, v)
	}
	return nil, true
}

// elementsOf returns the elements of a slice of which all are known.
func elementsOf(c *interp.Call, v value.Value) ([]value.Value, bool) {
	if _, ok := value.Dynamic(v).(value.Slice); !ok {
		return nil, false
	}
	elems, rest := c.Elements(v)
	return elems, rest == nil
}

func clone(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	if !ok {
		return nil, false
	}
	return c.List(slices.Clone(elems), nil, c.At), true
}

func concat(_ *Host, c *interp.Call) (value.Value, bool) {
	parts, ok := elementsOf(c, arg(c, 0))
	var all []value.Value
	for _, p := range parts {
		elems, known := elementsOf(c, p)
		if _, empty := p.(value.Zero); !known && !empty {
			return nil, false
		}
		all = append(all, elems...)
	}
	return c.List(all, nil, c.At), ok
}

// remove takes elements out, and leaves zeros behind the others.
func remove(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	i, ok1 := value.IntValue(arg(c, 1))
	j, ok2 := value.IntValue(arg(c, 2))
	if !ok || !ok1 || !ok2 || i < 0 || i > j || j > len(elems) {
		return nil, false
	}
	left := slices.Concat(elems[:i], elems[j:])
	for k := range elems {
		if k < len(left) {
			put(c, k, left[k])
		} else {
			put(c, k, value.Zero{At: c.At})
		}
	}
	s := value.Dynamic(arg(c, 0)).(value.Slice)
	return value.Slice{Obj: s.Obj, Lo: s.Lo, Hi: s.Lo + len(left)}, true
}

func insert(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	i, ok1 := value.IntValue(arg(c, 1))
	more, ok2 := elementsOf(c, arg(c, 2))
	if !ok || !ok1 || !ok2 || i < 0 || i > len(elems) {
		return nil, false
	}
	return c.List(slices.Concat(elems[:i], more, elems[i:]), nil, c.At), true
}

func contains(_ *Host, c *interp.Call) (value.Value, bool) {
	elems, ok := elementsOf(c, arg(c, 0))
	if !ok {
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
