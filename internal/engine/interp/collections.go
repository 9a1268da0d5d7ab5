package interp

import (
	"go/constant"
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// index returns an element of an array value.
func (f *frame) index(v value.Value, index int) value.Value {
	i := f.value(index)
	if belowAll(i) {
		return &value.Unknown{Why: "an element below the first"}
	}
	out := value.Collector{Work: f.work}
	value.Each(v, func(x value.Value) {
		if a, ok := x.(*value.Array); ok {
			out.Add(value.Step(a, f.elemOf(a, index, 0, false)))
			return
		}
		out.Add(&value.Unknown{Why: "an element of a value that cannot be followed", Deps: []value.Value{x}})
	})
	return out.Value()
}

// belowAll reports whether an index is negative, so that every read with it panics.
func belowAll(i value.Value) bool {
	n, ok := value.IntValue(i)
	return ok && n < 0
}

// elemOf returns the element of a path that an index of an array is, which begins at base. An array that is open has others
// than those that are known, so that no loop finds each.
func (f *frame) elemOf(array value.Value, index, base int, open bool) string {
	a, ok := array.(*value.Array)
	if n, known := value.IntValue(f.value(index)); known && !(ok && a.Mixed && (open || !f.goesOver(index))) {
		return strconv.Itoa(base + n)
	}
	return value.AnyElem
}

// elemsOf calls f for each element of a path that an index of a slice may be.
func (f *frame) elemsOf(s value.Slice, index int, each func(elem string)) {
	one := f.elemOf(f.mem.Peek(s.Obj), index, s.Lo, s.Hi < 0)
	if one != value.AnyElem || s.Hi < 0 || s.Hi-s.Lo > maxAlternatives {
		each(one)
		return
	}
	var indices []int
	known := value.Every(f.value(index), func(i value.Value) bool {
		n, ok := value.IntValue(i)
		indices = append(indices, n)
		return ok && !f.IsMixed(s)
	})
	for i := s.Lo; i < s.Hi; i++ {
		if !known || slices.Contains(indices, i-s.Lo) {
			each(strconv.Itoa(i))
		}
	}
}

// whichElement names an element of what is not known, "[]" if its index is not known either.
func whichElement(i value.Value) string {
	if n, ok := value.NumberText(i); ok {
		return "[" + n + "]"
	}
	if s, ok := value.StringValue(i); ok {
		return "[" + strconv.Quote(s) + "]"
	}
	return "[]"
}

// indexAddr returns a pointer to an element of a slice or of the array a pointer
// points to.
func (f *frame) indexAddr(v value.Value, index int) value.Value {
	i := f.value(index)
	if belowAll(i) {
		return &value.Unknown{Why: "an element below the first"}
	}
	out := value.Collector{Work: f.work}
	value.Each(v, func(x value.Value) {
		switch x := x.(type) {
		case value.Slice:
			if n, ok := value.IntValue(i); ok && x.Hi >= 0 && x.Lo+n >= x.Hi {
				return // out of range: this value would panic
			}
			f.elemsOf(x, index, func(elem string) { out.Add(value.Ptr{Obj: x.Obj, Path: elem + "/"}) })
		case value.Ptr:
			out.Add(value.Ptr{Obj: x.Obj, Path: x.Path + f.elemOf(value.Read(f.mem.Peek(x.Obj), x.Path), index, 0, false) + "/"})
		case *value.Param:
			out.Add(x.Part(whichElement(i), x.Last))
		case *value.Unknown:
			out.Add(&value.Unknown{Why: x.Why, Name: x.Name, Last: x.Last, At: x.At, Deps: x.Deps, Index: x.Element(whichElement(i)), Set: x.Set})
		}
	})
	if out.Empty() {
		return &value.Unknown{Why: "an element of an empty slice"}
	}
	return out.Value()
}

// elements returns the elements of a slice that are known one by one, and what
// stands for any others, nil if there are none.
func (in *Interp) elements(v value.Value) (elems []value.Value, rest value.Value) {
	switch v := v.(type) {
	case value.Zero:
		return nil, nil
	case value.Slice:
		a, ok := in.mem.Get(v.Obj).(*value.Array)
		if !ok {
			return nil, &value.Unknown{Why: "a slice that cannot be followed"}
		}
		hi := v.Hi
		if hi < 0 {
			if hi, rest = len(a.Elems), a.Rest; rest == nil {
				rest = &value.Unknown{Why: "how many elements a slice has"}
			}
		}
		in.work.Add(max(hi-v.Lo, 0))
		for i := v.Lo; i < hi; i++ {
			elems = append(elems, value.Step(a, strconv.Itoa(i)))
		}
		return elems, rest
	case *value.Union:
		all := value.Collector{Work: in.work}
		for _, x := range v.Of {
			es, r := in.elements(x)
			for _, e := range append(es, r) {
				all.Add(e)
			}
		}
		return nil, all.Value()
	case nil:
		return nil, nil
	case *value.Param:
		return nil, v.Part("[]", v.Last)
	}
	return nil, v
}

// Elements returns the elements of a slice value that are known one by one, and
// what stands for any others, nil if there are none.
func (in *Interp) Elements(v value.Value) ([]value.Value, value.Value) {
	return in.elements(value.Dynamic(v))
}

// List makes a slice of the elements; rest, if not nil, stands for more of them.
func (in *Interp) List(elems []value.Value, rest value.Value, at value.Place) value.Value {
	p := in.New("array", &value.Array{Elems: elems, Rest: rest}, at)
	hi := len(elems)
	if rest != nil {
		hi = -1
	}
	return value.Slice{Obj: p.Obj, Hi: hi}
}

// maxAlternatives bounds the slices of different lengths that are kept apart.
const maxAlternatives = 32

func (in *Interp) appendTo(v, more value.Value, at value.Place) value.Value {
	if u, ok := v.(*value.Union); ok && len(u.Of) <= maxAlternatives {
		if value.Some(v, hasRoom) { // it may change the array of one of them, and then not that of another
			return in.alternatives(u.Of, func(x value.Value) value.Value { return in.appendTo(x, more, at) })
		}
		return value.Lift(v, func(x value.Value) value.Value { return in.appendTo(x, more, at) })
	}
	a, restA := in.elements(v)
	b, restB := in.elements(more)
	in.work.Add(len(a) + len(b))
	if restA != nil {
		for _, x := range b {
			restA = in.work.Join(restA, x)
		}
		b = nil
	}
	rest := restA
	if restB != nil {
		rest = in.work.Join(rest, restB)
	}
	s, within := v.(value.Slice)
	within = within && rest == nil && s.Hi >= 0 && s.Hi+len(b) <= s.End
	if within && len(b) == 0 {
		return v
	}
	var before []value.Value
	if within && s.Lo > 0 { // elements have the same index in both
		before, _ = in.elements(value.Slice{Obj: s.Obj, Hi: s.Lo})
	}
	list := in.List(slices.Concat(before, a, b), rest, at)
	if in.IsMixed(v) || in.IsMixed(more) {
		in.Mix(list)
	}
	if within {
		to := list.(value.Slice)
		to.Lo = s.Lo
		return in.alias(s, to)
	}
	return list
}

// hasRoom reports whether an append to a slice may leave its elements where they are.
func hasRoom(v value.Value) bool {
	s, ok := v.(value.Slice)
	return ok && s.Hi >= 0 && s.Hi < s.End
}

// alias notes that a slice has one array with that from which an append made it without reaching its capacity. Both have
// an object of their own, so that each has its own elements where ways with and without the append come together.
func (in *Interp) alias(from, to value.Slice) value.Slice {
	to.End = from.End
	for i, x := range in.mem.Get(to.Obj).(*value.Array).Elems[from.Hi:] {
		in.store(value.Ptr{Obj: from.Obj, Path: strconv.Itoa(from.Hi+i) + "/"}, x)
	}
	one := append(slices.Clip(in.aliases[from.Obj]), to.Obj)
	if len(one) == 1 {
		one = append(one, from.Obj)
	}
	in.work.Add(len(one))
	for _, o := range one {
		in.aliases[o] = one
	}
	return to
}

func (f *frame) slice(in *code.Instr) value.Value {
	x := f.value(in.Args[0])
	out := value.Collector{Work: f.work}
	value.Each(x, func(x value.Value) {
		switch x := x.(type) {
		case value.Ptr: // of an array
			obj := x.Obj
			if x.Path != "" {
				obj = f.New("array", f.load(x), f.place(in)).Obj
			}
			value.Each(f.window(value.Slice{Obj: obj, Hi: in.Len, End: in.Len}, in), out.Add)
		case value.Slice:
			value.Each(f.window(x, in), func(part value.Value) {
				if s, ok := part.(value.Slice); ok && !f.isWhole(s) {
					f.spread(x)
				}
				out.Add(part)
			})
		case *value.Basic:
			out.Add(f.part(x, in))
		default:
			out.Add(x)
		}
	})
	if out.Empty() {
		return value.Zero{}
	}
	return out.Value()
}

// part returns what the instruction takes out of a text.
func (f *frame) part(x *value.Basic, in *code.Instr) value.Value {
	text, _ := value.StringValue(x)
	lo, known := value.IntValue(f.value(in.Args[1]))
	hi := len(text)
	if known && len(in.Args) > 2 {
		hi, known = value.IntValue(f.value(in.Args[2]))
	}
	if !known || lo < 0 || lo > hi || hi > len(text) {
		return &value.Unknown{Why: "part of a text", Deps: []value.Value{x}}
	}
	return &value.Basic{Val: constant.MakeString(text[lo:hi]), At: x.At}
}

// window narrows a slice to the bounds of the instruction. One of which a bound is not known can have any length that fits.
func (f *frame) window(s value.Slice, in *code.Instr) value.Value {
	from, to := f.bounds(s, in)
	if n := len(from) * len(to); n == 0 || n > maxAlternatives {
		return s
	}
	if len(in.Args) > 3 { // its capacity is less
		s.End = 0
	}
	out := value.Collector{Work: f.work}
	for _, lo := range from {
		for _, hi := range to {
			if lo <= hi || hi < 0 {
				out.Add(value.Slice{Obj: s.Obj, Lo: lo, Hi: hi, End: s.End})
			}
		}
	}
	if out.Empty() {
		return &value.Unknown{Why: "part of a slice that has none such"} // it would panic
	}
	return out.Value()
}

// bounds returns where the part of a slice can begin and end that an instruction takes.
func (f *frame) bounds(s value.Slice, in *code.Instr) (from, to []int) {
	any := func(v value.Value) []int {
		var list []int
		known := value.Every(v, func(x value.Value) bool {
			n, ok := value.IntValue(x)
			list = append(list, s.Lo+n)
			return ok
		})
		if known {
			return list
		}
		list = nil
		for i := s.Lo; i <= s.Hi; i++ {
			list = append(list, i)
		}
		return list
	}
	from, to = any(f.value(in.Args[1])), []int{s.Hi}
	if len(in.Args) > 2 {
		to = any(f.value(in.Args[2]))
	}
	return from, to
}

func (f *frame) makeSlice(in *code.Instr) value.Value {
	n, ok := value.IntValue(f.value(in.Args[0]))
	if !ok || n < 0 || n > code.MaxArray {
		list := f.List(nil, value.Zero{At: f.place(in)}, f.place(in)).(value.Slice)
		list.Obj.Length = f.value(in.Args[0])
		return list
	}
	s := f.New("array", &value.Array{Rest: value.Zero{At: f.place(in)}}, f.place(in))
	return value.Slice{Obj: s.Obj, Hi: n}
}

func (in *Interp) entries(v value.Value) (*value.Entries, bool) {
	m, ok := v.(value.Map)
	if !ok {
		return nil, false
	}
	e, ok := in.mem.Get(m.Obj).(*value.Entries)
	return e, ok
}

func (f *frame) length(v value.Value) value.Value {
	switch v := v.(type) {
	case value.Zero:
		return value.Int(0)
	case *value.Basic:
		if s, ok := value.StringValue(v); ok {
			return value.Int(len(s))
		}
	case value.Slice:
		if v.Hi >= 0 {
			return value.Int(v.Hi - v.Lo)
		}
	case value.Map:
		if e, ok := f.entries(v); ok && e.Rest == nil && !slices.ContainsFunc(e.Keys, isOpenKey) {
			return value.Int(len(e.Keys))
		}
	case *value.Array:
		if v.Rest == nil {
			return value.Int(len(v.Elems))
		}
	case *value.Union:
		return value.Lift(v, f.length)
	}
	return &value.Unknown{Why: "a length", Deps: []value.Value{v}}
}

// isOpenKey reports whether a key stands for any number of them: one that is not known may be another in each round of a loop.
func isOpenKey(k value.Value) bool {
	_, unknown := value.Dynamic(k).(*value.Unknown)
	return unknown
}
