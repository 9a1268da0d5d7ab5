package interp

import (
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
)

// index returns an element of an array value.
func (f *frame) index(v, i Value) Value {
	if belowAll(i) {
		return &Unknown{Why: "an element below the first"}
	}
	var out Value
	Each(v, func(x Value) {
		if a, ok := x.(*Array); ok {
			out = Join(out, step(a, elem(i, 0)))
			return
		}
		out = Join(out, &Unknown{Why: "an element of a value that cannot be followed", Deps: []Value{x}})
	})
	return out
}

// belowAll reports whether an index is negative, so that every read with it panics.
func belowAll(i Value) bool {
	n, ok := IntValue(i)
	return ok && n < 0
}

func elem(i Value, base int) string {
	if n, ok := IntValue(i); ok {
		return strconv.Itoa(base + n)
	}
	return anyElem
}

// indexAddr returns a pointer to an element of a slice or of the array a pointer
// points to.
func (f *frame) indexAddr(v, i Value) Value {
	if belowAll(i) {
		return &Unknown{Why: "an element below the first"}
	}
	var out Value
	Each(v, func(x Value) {
		switch x := x.(type) {
		case Slice:
			if n, ok := IntValue(i); ok && x.Hi >= 0 && x.Lo+n >= x.Hi {
				return // out of range: this value would panic
			}
			out = Join(out, Ptr{Obj: x.Obj, Path: elem(i, x.Lo) + "/"})
		case Ptr:
			out = Join(out, Ptr{Obj: x.Obj, Path: x.Path + elem(i, 0) + "/"})
		case *Param:
			out = Join(out, &Param{Name: x.Name + "[]", Last: x.Last})
		case *Unknown:
			out = Join(out, &Unknown{Why: x.Why, Name: x.Name, Last: x.Last, At: x.At, Deps: x.Deps, Set: x.Set})
		}
	})
	if out == nil {
		return &Unknown{Why: "an element of an empty slice"}
	}
	return out
}

// elements returns the elements of a slice that are known one by one, and what
// stands for any others, nil if there are none.
func (in *Interp) elements(v Value) (elems []Value, rest Value) {
	switch v := v.(type) {
	case Zero:
		return nil, nil
	case Slice:
		a, ok := in.mem.get(v.Obj).(*Array)
		if !ok {
			return nil, &Unknown{Why: "a slice that cannot be followed"}
		}
		hi := v.Hi
		if hi < 0 {
			hi, rest = len(a.Elems), a.Rest
		}
		for i := v.Lo; i < hi; i++ {
			elems = append(elems, step(a, strconv.Itoa(i)))
		}
		return elems, rest
	case *Union:
		for _, x := range v.Of {
			es, r := in.elements(x)
			for _, e := range append(es, r) {
				if e != nil {
					rest = Join(rest, e)
				}
			}
		}
		return nil, rest
	case nil:
		return nil, nil
	case *Param:
		return nil, &Param{Name: v.Name + "[]", Last: v.Last}
	}
	return nil, v
}

// Elements returns the elements of a slice value that are known one by one, and
// what stands for any others, nil if there are none.
func (in *Interp) Elements(v Value) ([]Value, Value) { return in.elements(Dynamic(v)) }

// List makes a slice of the elements; rest, if not nil, stands for more of them.
func (in *Interp) List(elems []Value, rest Value, at Place) Value {
	p := in.New("array", &Array{Elems: elems, Rest: rest}, at)
	hi := len(elems)
	if rest != nil {
		hi = -1
	}
	return Slice{Obj: p.Obj, Hi: hi}
}

// maxAlternatives bounds the slices of different lengths that are kept apart.
const maxAlternatives = 32

func (in *Interp) appendTo(v, more Value, at Place) Value {
	if u, ok := v.(*Union); ok && len(u.Of) <= maxAlternatives {
		var out Value
		for _, x := range u.Of {
			out = Join(out, in.appendTo(x, more, at))
		}
		return out
	}
	a, restA := in.elements(v)
	b, restB := in.elements(more)
	if restA != nil {
		for _, x := range b {
			restA = Join(restA, x)
		}
		b = nil
	}
	rest := restA
	if restB != nil {
		rest = Join(rest, restB)
	}
	return in.List(append(append([]Value(nil), a...), b...), rest, at)
}

func (f *frame) slice(in *code.Instr) Value {
	x := f.value(in.Args[0])
	var out Value
	Each(x, func(x Value) {
		switch x := x.(type) {
		case Ptr: // of an array of N elements
			obj := x.Obj
			if x.Path != "" {
				obj = f.New("array", f.load(x), f.place(in)).Obj
			}
			out = Join(out, f.window(Slice{Obj: obj, Hi: in.N}, in))
		case Slice:
			out = Join(out, f.window(x, in))
		default:
			out = Join(out, x)
		}
	})
	if out == nil {
		return Zero{}
	}
	return out
}

// window narrows a slice to the bounds of the instruction where they are known.
func (f *frame) window(s Slice, in *code.Instr) Value {
	lo, hi := f.value(in.Args[1]), f.value(in.Args[2])
	n, okLo := IntValue(lo)
	if !okLo {
		return s
	}
	out := Slice{Obj: s.Obj, Lo: s.Lo + n, Hi: s.Hi}
	if in.CommaOK { // an upper bound is given
		m, okHi := IntValue(hi)
		if !okHi {
			return s
		}
		out.Hi = s.Lo + m
	}
	return out
}

func (f *frame) makeSlice(in *code.Instr) Value {
	n, ok := IntValue(f.value(in.Args[0]))
	if !ok || n < 0 || n > code.MaxArray {
		return f.List(nil, Zero{At: f.place(in)}, f.place(in))
	}
	s := f.New("array", &Array{Rest: Zero{At: f.place(in)}}, f.place(in))
	return Slice{Obj: s.Obj, Hi: n}
}

func (in *Interp) entries(v Value) (*Entries, bool) {
	m, ok := v.(Map)
	if !ok {
		return nil, false
	}
	e, ok := in.mem.get(m.Obj).(*Entries)
	return e, ok
}

func (f *frame) lookup(m, k Value, commaOK bool) Value {
	var out, ok Value
	Each(m, func(x Value) {
		v, found := f.entry(x, k)
		out, ok = Join(out, v), Join(ok, found)
	})
	if commaOK {
		return Tuple{out, ok}
	}
	return out
}

// entry returns the value a map has for a key, and whether it has one.
func (f *frame) entry(m, k Value) (v, found Value) {
	e, ok := f.entries(m)
	if !ok {
		switch m := m.(type) {
		case Zero:
			return Zero{}, Bool(false)
		case *Param:
			return &Param{Name: m.Name + "[]", Last: m.Last}, &Unknown{Why: "a map lookup", Deps: []Value{m, k}}
		case *Unknown:
			return &Unknown{Why: m.Why, Name: m.Name, Last: m.Last, At: m.At, Set: m.Set, Unresolved: m.Unresolved}, &Unknown{Why: "a map lookup", Deps: []Value{m, k}}
		}
		return &Unknown{Why: "an entry of a map that cannot be followed"}, &Unknown{Why: "a map lookup", Deps: []Value{m, k}}
	}
	exact := e.Rest == nil
	var same Value // what keys that are or may be this one hold
	for i, have := range e.Keys {
		if sameKey(have, k) {
			same, found = Join(same, e.Vals[i]), Bool(true)
		} else if _, known := equality(have, k); !known && (basicOf(have, k) == nil || basicOf(k, have) == nil) {
			exact = false
			same = Join(same, e.Vals[i])
		}
	}
	switch {
	case found != nil:
		return same, found
	case exact:
		return Zero{}, Bool(false)
	}
	v = e.Rest
	for _, x := range e.Vals {
		v = Join(v, x)
	}
	return Join(v, Zero{}), &Unknown{Why: "a map lookup", Deps: []Value{m, k}}
}

// maxEntries bounds the entries of a map that are kept apart: each update looks at
// all of them.
const maxEntries = 4096

func (f *frame) mapUpdate(m, k, v Value) {
	weak := false
	if u, ok := m.(*Union); ok {
		weak = len(u.Of) > 1
	}
	Each(m, func(x Value) {
		mm, ok := x.(Map)
		if !ok {
			return
		}
		old, ok := f.mem.get(mm.Obj).(*Entries)
		if !ok {
			return
		}
		next := &Entries{Keys: append([]Value(nil), old.Keys...), Vals: append([]Value(nil), old.Vals...), Rest: old.Rest}
		if len(next.Keys) >= maxEntries {
			next.Rest = Join(next.Rest, v)
		} else {
			next.set(k, v, weak)
		}
		f.mem.set(mm.Obj, next)
	})
}

// next advances an iterator and returns (ok, key, value).
func (f *frame) next(v Value) Value {
	it, ok := v.(iterator)
	if !ok {
		return &Unknown{Why: "an iteration that cannot be followed"}
	}
	e, ok := f.entries(it.Over)
	if !ok {
		if _, empty := it.Over.(Zero); empty {
			return Tuple{Bool(false), Zero{}, Zero{}}
		}
		if u, ok := it.Over.(*Union); ok {
			var key, val Value
			for _, x := range u.Of {
				if e, ok := f.entries(x); ok {
					for i := range e.Keys {
						key, val = Join(key, e.Keys[i]), Join(val, e.Vals[i])
					}
					val = Join(val, e.Rest)
				}
			}
			return Tuple{&Unknown{Why: "an iteration"}, key, val}
		}
		elem := Select(it.Over, "[]", "")
		return Tuple{&Unknown{Why: "an iteration"}, elem, elem}
	}
	i, known := IntValue(f.mem.get(it.Obj))
	switch {
	case !known:
		var key, val Value = nil, e.Rest
		for j := range e.Keys {
			key, val = Join(key, e.Keys[j]), Join(val, e.Vals[j])
		}
		return Tuple{&Unknown{Why: "an iteration"}, key, val}
	case i < len(e.Keys):
		f.mem.set(it.Obj, Int(i+1))
		return Tuple{Bool(true), e.Keys[i], e.Vals[i]}
	case e.Rest != nil:
		return Tuple{&Unknown{Why: "an iteration"}, &Unknown{Why: "a map's key"}, e.Rest}
	}
	return Tuple{Bool(false), Zero{}, Zero{}}
}
