package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
)

// AnyElem is the path element that stands for an index that is not known.
const AnyElem = "*"

// Read returns what content has at a path.
func Read(content Value, path string) Value {
	for path != "" && content != nil {
		elem, rest, _ := strings.Cut(path, "/")
		content = Step(content, elem)
		path = rest
	}
	if content == nil {
		return Zero{}
	}
	return content
}

// Step returns what content has at one element of a path.
func Step(content Value, elem string) Value {
	switch c := content.(type) {
	case *Struct:
		return c.Field(elem)
	case *Array:
		if elem == AnyElem {
			var out Collector
			out.Add(c.Rest)
			for _, v := range c.Elems {
				out.Add(v)
			}
			return out.Value()
		}
		if i, ok := elemIndex(elem); ok && i < len(c.Elems) && c.Elems[i] != nil {
			return c.Elems[i]
		}
		return c.Rest
	case *Union:
		return Lift(c, func(v Value) Value { return Step(v, elem) })
	}
	return Select(content, elem, "")
}

// Write returns content with v at a path.
func Write(content Value, path string, v Value) Value {
	if path == "" {
		return v
	}
	elem, rest, _ := strings.Cut(path, "/")
	switch c := content.(type) {
	case *Array:
		return writeElem(c, elem, rest, v)
	case *Union:
		return Lift(c, func(x Value) Value { return Write(x, path, v) })
	case *Struct:
		out := &Struct{Type: c.Type, Fields: make(map[string]Value, len(c.Fields)+1), Rest: c.Rest}
		for k, x := range c.Fields {
			out.Fields[k] = x
		}
		out.Fields[elem] = Write(c.Field(elem), rest, v)
		return out
	}
	if i, err := strconv.Atoi(elem); elem == AnyElem || err == nil && i >= 0 {
		return writeElem(&Array{Rest: content}, elem, rest, v)
	}
	rst := content
	switch content.(type) {
	case Zero, *Param, *Unknown:
	default:
		rst = Zero{}
	}
	return Write(&Struct{Rest: rst}, path, v)
}

// elemIndex returns the index that an element of a path is, if it is known and small
// enough to be kept apart.
func elemIndex(elem string) (int, bool) {
	i, err := strconv.Atoi(elem)
	return i, err == nil && i >= 0 && i < code.MaxArray
}

// writeElem returns a copy of an array with v at a path of an element.
func writeElem(a *Array, elem, rest string, v Value) Value {
	if _, ok := elemIndex(elem); !ok {
		out := &Array{Elems: make([]Value, len(a.Elems)), Rest: writePerhaps(a.Rest, rest, v), Mixed: a.Mixed}
		for j, x := range a.Elems {
			out.Elems[j] = writePerhaps(x, rest, v)
		}
		return out
	}
	out := &Array{Elems: slices.Clone(a.Elems), Rest: a.Rest, Mixed: a.Mixed}
	out.setElem(elem, rest, v)
	return out
}

// writePerhaps returns content with v, or what it had before, if anything, at a path.
func writePerhaps(content Value, path string, v Value) Value {
	if content == nil {
		return Write(nil, path, v)
	}
	return Write(content, path, Join(Read(content, path), v))
}

// setElem sets what an array has at a path of an element, in place, and reports
// whether it did: it does if the element is known.
func (a *Array) setElem(elem, rest string, v Value) bool {
	i, ok := elemIndex(elem)
	if !ok {
		return false
	}
	for len(a.Elems) <= i {
		a.Elems = append(a.Elems, a.Rest)
	}
	a.Elems[i] = Write(a.Elems[i], rest, v)
	return true
}
