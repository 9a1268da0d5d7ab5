package interp

import (
	"slices"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// builtin runs one of the language's own functions.
func (f *frame) builtin(in *code.Instr, args []value.Value) value.Value {
	switch in.Str {
	case "len":
		return f.length(args[0])
	case "cap":
		if value.Some(args[0], isSlice) {
			return &value.Unknown{Why: "the capacity of a slice", Deps: args}
		}
		return f.length(args[0])
	case "append":
		return f.appended(f.appendTo(args[0], args[1], f.place(in)))
	case "min", "max":
		out := args[0]
		for _, x := range args[1:] {
			out = value.Extreme(in.Str, out, x)
		}
		return out
	case "recover":
		if f.panicking {
			return &value.Unknown{Why: "what a panic was called with", NonNil: true, At: f.place(in)}
		}
		return value.Zero{}
	case "ssa:wrapnilchk":
		return args[0]
	case "delete":
		f.deleteEntry(args[0], args[1])
		return nil
	case "clear":
		f.clear(args[0])
		return nil
	case "copy":
		return f.copyElements(args[0], args[1])
	}
	return &value.Unknown{Why: "the result of " + in.Str, Deps: args}
}

func isSlice(v value.Value) bool {
	_, ok := v.(value.Slice)
	return ok
}

// deleteEntry removes a map's entry. Where it is not known which, or of which map,
// entries may have gone.
func (f *frame) deleteEntry(m, k value.Value) {
	value.Each(m, func(x value.Value) {
		old, ok := f.entries(x)
		if !ok {
			return
		}
		next := &value.Entries{Rest: old.Rest}
		for i, have := range old.Keys {
			v := old.Vals[i]
			_, known := value.Equality(have, k)
			switch known = known || value.Constant(have, k) != nil && value.Constant(k, have) != nil; {
			case value.SameKey(have, k) && x == m:
				continue
			case value.SameKey(have, k) || !known:
				v = f.work.Join(v, value.Zero{})
			}
			next.Keys, next.Vals = append(next.Keys, have), append(next.Vals, v)
		}
		f.mem.Set(x.(value.Map).Obj, next)
	})
}

// clear empties a map or sets a slice's elements to zero.
func (f *frame) clear(v value.Value) {
	switch v := v.(type) {
	case value.Map:
		f.mem.Set(v.Obj, &value.Entries{})
	case value.Slice:
		elems, _ := f.elements(v)
		for i := range elems {
			f.store(value.Ptr{Obj: v.Obj, Path: strconv.Itoa(v.Lo+i) + "/"}, value.Zero{})
		}
	case *value.Union:
		f.alternatives(v.Of, func(x value.Value) value.Value { f.clear(x); return nil })
	}
}

// copyElements copies elements of a slice to another, and returns how many.
func (f *frame) copyElements(to, from value.Value) value.Value {
	dst, ok := to.(value.Slice)
	if !ok {
		if u, isUnion := to.(*value.Union); isUnion {
			return f.alternatives(u.Of, func(x value.Value) value.Value { return f.copyElements(x, from) })
		}
		return &value.Unknown{Why: "how many elements are copied"}
	}
	if u, ok := from.(*value.Union); ok {
		return f.alternatives(u.Of, func(x value.Value) value.Value { return f.copyElements(to, x) })
	}
	if f.IsMixed(from) {
		defer f.Mix(to)
	}
	elems, rest := f.elements(from)
	if rest != nil { // there are these at least, and perhaps others
		any := rest
		for _, x := range elems {
			any = f.work.Join(any, x)
		}
		f.store(value.Ptr{Obj: dst.Obj, Path: value.AnyElem + "/"}, any)
		if f.IsMixed(from) {
			elems = slices.Repeat([]value.Value{any}, len(elems))
		}
		for i, x := range elems {
			if dst.Hi < 0 || i < dst.Hi-dst.Lo {
				f.store(value.Ptr{Obj: dst.Obj, Path: strconv.Itoa(dst.Lo+i) + "/"}, x)
			}
		}
		return &value.Unknown{Why: "how many elements are copied"}
	}
	n := len(elems)
	if dst.Hi >= 0 {
		n = min(n, dst.Hi-dst.Lo)
	}
	for i, x := range elems[:max(n, 0)] {
		f.store(value.Ptr{Obj: dst.Obj, Path: strconv.Itoa(dst.Lo+i) + "/"}, x)
	}
	return value.Int(n)
}
