package host

import (
	"go/token"
	"slices"
	"sort"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// mostSorted bounds the elements that are put in order.
const mostSorted = 1024

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

// sorts is the meaning of a function that puts the elements of a slice in order.
func sorts(by order) meaning {
	return eachList(func(_ *Host, c *interp.Call) (value.Value, bool) {
		elems, ok := elementsOf(c, arg(c, 0))
		if !ok || !by.sort(c, slices.Clone(elems), func(i int, v value.Value) { put(c, i, v) }) {
			c.Mix(arg(c, 0))
		}
		return nil, true
	})
}

// sort puts elements in order, and calls moved for each that has got a new place. It returns false where an order is
// not known.
func (before order) sort(c *interp.Call, elems []value.Value, moved func(i int, v value.Value)) bool {
	return inOrder(len(elems),
		func(i, j int) (bool, bool) { return before(c, elems, i, j) },
		func(i, j int) {
			elems[i], elems[j] = elems[j], elems[i]
			moved(i, elems[i])
			moved(j, elems[j])
		})
}

// inOrder sorts n elements, unless an order of two is not known.
func inOrder(n int, less func(i, j int) (before, known bool), swap func(i, j int)) bool {
	if n > mostSorted {
		return false
	}
	s := &sorting{n: n, less: less, swap: swap}
	sort.Stable(s)
	return !s.lost
}

// A sorting is a [sort.Interface] that does nothing more once an order is not known.
type sorting struct {
	n    int
	less func(i, j int) (before, known bool)
	swap func(i, j int)
	lost bool
}

func (s *sorting) Len() int { return s.n }

func (s *sorting) Less(i, j int) bool {
	if s.lost {
		return false
	}
	before, known := s.less(i, j)
	s.lost = !known
	return before && known
}

func (s *sorting) Swap(i, j int) {
	if !s.lost {
		s.swap(i, j)
	}
}

// backwards is the type of what sort.Reverse returns.
const backwards = "sort.reverse"

func reversed(_ *Host, c *interp.Call) (value.Value, bool) {
	of := &value.Struct{Type: backwards, Fields: map[string]value.Value{"Interface": arg(c, 0)}, Rest: value.Zero{}}
	return &value.Iface{Type: "*" + backwards, V: c.New(backwards, of, c.At)}, true
}

// sortsItself sorts what has the methods for it.
func sortsItself(_ *Host, c *interp.Call) (value.Value, bool) {
	list, turned := arg(c, 0), false
	for {
		p, ok := value.Dynamic(list).(value.Ptr)
		if !ok || p.Obj.Type != backwards {
			break
		}
		list, turned = c.Field(p, "Interface"), !turned
	}
	i, ok := list.(*value.Iface)
	if !ok {
		c.Mix(list)
		return nil, false
	}
	if code.BaseType(i.Type).In("sort") { // a slice of the library's own
		elems, known := elementsOf(c, i)
		natively := *c
		natively.Args = []value.Value{i}
		by := order(func(c *interp.Call, elems []value.Value, i, j int) (before, known bool) {
			if turned {
				i, j = j, i
			}
			return natural(c, elems, i, j)
		})
		if !known || !by.sort(c, slices.Clone(elems), func(i int, v value.Value) { put(&natively, i, v) }) {
			c.Mix(i)
		}
		return nil, true
	}
	method := func(name string, args ...value.Value) value.Value {
		one := *c
		one.Sym, one.Args, one.Dynamic = symbol.Name("sort.Interface").Member(name), append([]value.Value{i}, args...), true
		one.ArgAt, one.Results = nil, 1
		return one.InvokeMethod()
	}
	n, known := value.IntValue(method("Len"))
	if known && inOrder(n, func(i, j int) (bool, bool) {
		if turned {
			i, j = j, i
		}
		return value.Truth(method("Less", value.Int(i), value.Int(j)))
	}, func(i, j int) { method("Swap", value.Int(i), value.Int(j)) }) {
		return nil, true
	}
	c.Mix(i)
	some := func() value.Value { return &value.Unknown{Why: "an index", At: c.At} }
	method("Swap", some(), some())
	return nil, true
}
