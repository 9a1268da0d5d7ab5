package interp

import (
	"go/constant"
	"go/token"
	"slices"
)

// maxUnion bounds the values a Union holds; more make an Unknown.
const maxUnion = 512

// Same reports whether two values are known to be the same. Where a constant
// stands does not count. A Host's value may say by a method SameAs what it is the same as.
func Same(a, b Value) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case Zero:
		return IsZero(b) && b != nil
	case *Basic:
		if b, ok := b.(*Basic); ok {
			return a == b || a.Val.Kind() == b.Val.Kind() && constant.Compare(a.Val, token.EQL, b.Val)
		}
		_, zero := b.(Zero)
		return zero && IsZero(a)
	case Ptr, Slice, Map:
		return a == b
	case *Param:
		b, ok := b.(*Param)
		return ok && (a == b || a.Name == b.Name)
	case *Iface:
		b, ok := b.(*Iface)
		return ok && a.Type == b.Type && Same(a.V, b.V)
	case *Closure:
		b, ok := b.(*Closure)
		if !ok || a.Sym != b.Sym || len(a.Bound) != len(b.Bound) {
			return false
		}
		for i := range a.Bound {
			if !Same(a.Bound[i], b.Bound[i]) {
				return false
			}
		}
		return true
	case *Arith:
		b, ok := b.(*Arith)
		return ok && (a == b || a.Op == b.Op && Same(a.X, b.X) && Same(a.Y, b.Y))
	case *Struct:
		b, ok := b.(*Struct)
		if a == b {
			return true
		}
		if !ok || a.Type != b.Type || len(a.Fields) != len(b.Fields) || !Same(a.Rest, b.Rest) {
			return false
		}
		for name, v := range a.Fields {
			w, ok := b.Fields[name]
			if !ok || !Same(v, w) {
				return false
			}
		}
		return true
	case *Unknown:
		b, ok := b.(*Unknown)
		return ok && (a == b || a.Why == b.Why && a.Name == b.Name && len(a.Deps) == 0 && len(b.Deps) == 0 && a.NonNil == b.NonNil)
	case Tuple:
		b, ok := b.(Tuple)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !Same(a[i], b[i]) {
				return false
			}
		}
		return true
	case *Array, *Entries, *Union:
		return a == b
	}
	if a, ok := a.(interface{ SameAs(Value) bool }); ok {
		return a.SameAs(b)
	}
	return comparableEqual(a, b)
}

func comparableEqual(a, b Value) bool {
	defer func() { _ = recover() }() // a Host's value that is not comparable is not the same
	return a == b
}

// Join returns a value that stands for both a and b.
func Join(a, b Value) Value {
	if a == nil {
		return b
	}
	if b == nil || Same(a, b) {
		return a
	}
	if parts, ok := joinParts(a, b); ok {
		return parts
	}
	var of []Value
	if u, ok := a.(*Union); ok {
		of = slices.Clip(u.Of)
	} else {
		of = []Value{a}
	}
	had, next, merged := len(of), 0, false
	Each(b, func(v Value) {
		// Unions that come from one have their values in one order.
		if next < had && Same(of[next], v) {
			next++
			return
		}
		if i := slices.IndexFunc(of, func(have Value) bool { return Same(have, v) }); i >= 0 {
			next = i + 1
			return
		}
		for i, have := range of {
			if parts, ok := joinParts(have, v); ok {
				of = slices.Clone(of)
				of[i] = parts
				merged, next = true, i+1
				return
			}
		}
		of = append(of, v)
	})
	if len(of) == had && !merged {
		return a // the same union as before, which joins find out at once
	}
	if len(of) == 1 {
		return of[0]
	}
	if len(of) > maxUnion {
		return &Unknown{Why: "more values than are followed", Deps: of[:1]}
	}
	return &Union{Of: of}
}

// joinParts joins two values of one composite form part by part, so that of each form a
// union has one value at most.
func joinParts(a, b Value) (Value, bool) {
	switch a := a.(type) {
	case *Struct:
		if b, ok := b.(*Struct); ok {
			return joinStructs(a, b), true
		}
	case Tuple:
		if b, ok := b.(Tuple); ok && len(a) == len(b) {
			out := make(Tuple, len(a))
			for i := range a {
				out[i] = Join(a[i], b[i])
			}
			return out, true
		}
	case *Array:
		if b, ok := b.(*Array); ok {
			return joinArrays(a, b), true
		}
	case *Entries:
		if b, ok := b.(*Entries); ok {
			return joinEntries(a, b), true
		}
	}
	return nil, false
}

func joinStructs(a, b *Struct) Value {
	out := &Struct{Type: a.Type, Fields: make(map[string]Value, len(a.Fields)), Rest: Join(a.Rest, b.Rest)}
	if out.Type == "" {
		out.Type = b.Type
	}
	for name, v := range a.Fields {
		out.Fields[name] = Join(v, b.field(name))
	}
	for name, v := range b.Fields {
		if _, done := out.Fields[name]; !done {
			out.Fields[name] = Join(a.field(name), v)
		}
	}
	return out
}

func joinArrays(a, b *Array) Value {
	if len(b.Elems) > len(a.Elems) {
		a, b = b, a
	}
	out := &Array{Elems: make([]Value, len(a.Elems)), Rest: Join(a.Rest, b.Rest)}
	for i, v := range a.Elems {
		if i < len(b.Elems) {
			v = Join(v, b.Elems[i])
		}
		out.Elems[i] = v
	}
	return out
}

func joinEntries(a, b *Entries) Value {
	out := &Entries{Keys: append([]Value(nil), a.Keys...), Vals: append([]Value(nil), a.Vals...), Rest: Join(a.Rest, b.Rest)}
	for i, k := range b.Keys {
		out.set(k, b.Vals[i], true)
	}
	return out
}
