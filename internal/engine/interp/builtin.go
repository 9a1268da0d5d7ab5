package interp

import (
	"go/token"
	"strconv"

	"github.com/rllint/rllint/internal/engine/code"
)

// builtin runs one of the language's own functions.
func (f *frame) builtin(in *code.Instr) Value {
	args := make([]Value, len(in.Args))
	for i, a := range in.Args {
		args[i] = f.stored(a, in.Pos)
	}
	switch in.Str {
	case "len", "cap":
		return f.length(args[0])
	case "append":
		if len(args) < 2 {
			return args[0]
		}
		return f.appendTo(args[0], args[1], f.place(in))
	case "min", "max":
		out := args[0]
		for _, x := range args[1:] {
			out = extreme(in.Str, out, x)
		}
		return out
	case "recover":
		if f.panicking {
			return &Unknown{Why: "what a panic was called with", NonNil: true, At: f.place(in)}
		}
		return Zero{}
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
	return &Unknown{Why: "the result of " + in.Str, Deps: args}
}

// extreme returns the smaller or the larger of two values.
func extreme(which string, x, y Value) Value {
	op := token.LEQ
	if which == "max" {
		op = token.GEQ
	}
	if first, known := compare(x, op, y); known {
		if first {
			return x
		}
		return y
	}
	return &Arith{Op: which, X: x, Y: y}
}

func (f *frame) length(v Value) Value {
	switch v := v.(type) {
	case Zero:
		return Int(0)
	case *Basic:
		if s, ok := StringValue(v); ok {
			return Int(len(s))
		}
	case Slice:
		if v.Hi >= 0 {
			return Int(v.Hi - v.Lo)
		}
	case Map:
		if e, ok := f.entries(v); ok && e.Rest == nil {
			return Int(len(e.Keys))
		}
	case *Array:
		if v.Rest == nil {
			return Int(len(v.Elems))
		}
	case *Union:
		var out Value
		for _, x := range v.Of {
			out = Join(out, f.length(x))
		}
		return out
	}
	return &Unknown{Why: "a length", Deps: []Value{v}}
}

// deleteEntry removes a map's entry. Where it is not known which, or of which map,
// entries may have gone.
func (f *frame) deleteEntry(m, k Value) {
	Each(m, func(x Value) {
		old, ok := f.entries(x)
		if !ok {
			return
		}
		next := &Entries{Rest: old.Rest}
		for i, have := range old.Keys {
			v := old.Vals[i]
			_, known := equality(have, k)
			switch known = known || basicOf(have, k) != nil && basicOf(k, have) != nil; {
			case sameKey(have, k) && x == m:
				continue
			case sameKey(have, k) || !known:
				v = Join(v, Zero{})
			}
			next.Keys, next.Vals = append(next.Keys, have), append(next.Vals, v)
		}
		f.mem.set(x.(Map).Obj, next)
	})
}

// clear empties a map or sets a slice's elements to zero.
func (f *frame) clear(v Value) {
	switch v := v.(type) {
	case Map:
		f.mem.set(v.Obj, &Entries{})
	case Slice:
		elems, _ := f.elements(v)
		for i := range elems {
			f.store(Ptr{Obj: v.Obj, Path: strconv.Itoa(v.Lo+i) + "/"}, Zero{})
		}
	case *Union:
		f.alternatives(v.Of, func(x Value) Value { f.clear(x); return nil })
	}
}

// copyElements copies elements of a slice to another, and returns how many.
func (f *frame) copyElements(to, from Value) Value {
	dst, ok := to.(Slice)
	if !ok {
		if u, isUnion := to.(*Union); isUnion {
			return f.alternatives(u.Of, func(x Value) Value { return f.copyElements(x, from) })
		}
		return &Unknown{Why: "how many elements are copied"}
	}
	elems, rest := f.elements(from)
	if rest != nil {
		for _, x := range elems {
			rest = Join(rest, x)
		}
		p := Ptr{Obj: dst.Obj, Path: anyElem + "/"}
		f.store(p, rest)
		return &Unknown{Why: "how many elements are copied"}
	}
	n := len(elems)
	if dst.Hi >= 0 {
		n = min(n, dst.Hi-dst.Lo)
	}
	for i, x := range elems[:max(n, 0)] {
		f.store(Ptr{Obj: dst.Obj, Path: strconv.Itoa(dst.Lo+i) + "/"}, x)
	}
	return Int(n)
}
