package value

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"
)

// Same reports whether two values are known to be the same. Where a constant
// stands does not count. A Host's value may say by a method SameAs what it is the same as.
func Same(a, b Value) bool {
	return same(a, b, new(comparison))
}

// A comparison counts what is compared: operations, of which there is a bound, and all parts of values.
type comparison struct{ operations, parts int }

// maxCompared bounds the operations that are compared to find that two values are the same: a value may
// be part of others many times over, and so be compared again and again.
const maxCompared = 4096

func same(a, b Value, compared *comparison) bool {
	compared.parts++
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
		return ok && a.Type == b.Type && same(a.V, b.V, compared)
	case *Closure:
		b, ok := b.(*Closure)
		return ok && a.Sym == b.Sym && sameAll(a.Bound, b.Bound, compared)
	case *Arith:
		b, ok := b.(*Arith)
		if !ok || a == b {
			return ok
		}
		compared.operations++
		return compared.operations < maxCompared && a.Op == b.Op && same(a.X, b.X, compared) && same(a.Y, b.Y, compared)
	case *Struct:
		b, ok := b.(*Struct)
		if a == b {
			return true
		}
		if !ok || a.Type != b.Type || len(a.Fields) != len(b.Fields) || !same(a.Rest, b.Rest, compared) {
			return false
		}
		for name, v := range a.Fields {
			w, ok := b.Fields[name]
			if !ok || !same(v, w, compared) {
				return false
			}
		}
		return true
	case *Unknown:
		b, ok := b.(*Unknown)
		return ok && (a == b || sameUnknown(a, b, compared))
	case Tuple:
		b, ok := b.(Tuple)
		return ok && sameAll(a, b, compared)
	case *Array, *Entries, *Union:
		return a == b
	}
	if a, ok := a.(interface{ SameAs(Value) bool }); ok {
		return a.SameAs(b)
	}
	return comparableEqual(a, b)
}

// sameAll reports whether the values of two lists are the same, one by one.
func sameAll(a, b []Value, compared *comparison) bool {
	return slices.EqualFunc(a, b, func(v, w Value) bool { return same(v, w, compared) })
}

// sameUnknown reports whether two unknown values come from the same, of which those that were computed say
// from what and where.
func sameUnknown(a, b *Unknown, compared *comparison) bool {
	if a.Why != b.Why || a.Name != b.Name || a.NonNil != b.NonNil || len(a.Deps) != len(b.Deps) {
		return false
	}
	if len(a.Deps) > 0 && (a.At != b.At || a.Last != b.Last || a.Set != b.Set || a.Unresolved != b.Unresolved || a.Field != b.Field) {
		return false
	}
	for i := range a.Deps {
		compared.parts++
		if !identical(a.Deps[i], b.Deps[i]) {
			return false
		}
	}
	return true
}

func comparableEqual(a, b Value) bool {
	defer func() { _ = recover() }() // a Host's value that is not comparable is not the same
	return a == b
}

// Join returns a value that stands for both a and b.
func Join(a, b Value) Value { return (*Work)(nil).Join(a, b) }

// Join is the function of the same name, and adds to the work what joining takes.
func (w *Work) Join(a, b Value) Value {
	if a == nil {
		return b
	}
	if b == nil || Same(a, b) {
		return a
	}
	if f := form(a); f != 0 && f == form(b) {
		return joinAlike([]Value{a, b}, w)
	}
	c := Collector{Work: w}
	c.Add(a)
	c.Add(b)
	return c.Value()
}

// JoinAll returns a value that stands for all that are not nil, which is what joining them one
// after the other would make, at the cost of what they differ in, which adds to work.
func JoinAll(list []Value, work *Work) Value {
	if len(list) == 1 {
		return list[0]
	}
	c := Collector{Work: work}
	for _, v := range list {
		c.Add(v)
	}
	return c.Value()
}

// Lift returns what f makes of each value that v can be, joined. It is how a function of a
// value that is known becomes one of a union; what f returns nil for is left out.
func Lift(v Value, f func(Value) Value) Value { return (*Work)(nil).Lift(v, f) }

// Lift is the function of the same name, and adds to the work what joining takes.
func (w *Work) Lift(v Value, f func(Value) Value) Value {
	u, ok := v.(*Union)
	if !ok {
		return f(v)
	}
	c := Collector{Work: w}
	for _, x := range u.Of {
		c.Add(f(x))
	}
	return c.Value()
}

// joinAlike joins values of one composite form part by part, so that of each form a
// union has one value at most.
func joinAlike(list []Value, work *Work) Value {
	switch list[0].(type) {
	case *Struct:
		return joinStructs(list, work)
	case Tuple:
		return joinTuples(list, work)
	case *Entries:
		return joinEntries(list, work)
	}
	out := list[0].(*Array)
	for _, v := range list[1:] {
		out = joinArrays(out, v.(*Array), work)
	}
	return out
}

// joinStructs joins structs field by field.
func joinStructs(list []Value, work *Work) Value {
	first := list[0].(*Struct)
	out := &Struct{Type: first.Type}
	rest := Collector{Work: work}
	fields := 0
	for _, v := range list {
		s := v.(*Struct)
		if out.Type == "" {
			out.Type = s.Type
		}
		rest.Add(s.Rest)
		fields = max(fields, len(s.Fields))
	}
	out.Rest = rest.Value()
	out.Fields = make(map[string]Value, fields)
	for _, v := range list {
		for name := range v.(*Struct).Fields {
			if _, done := out.Fields[name]; done {
				continue
			}
			c := Collector{Work: work}
			for _, w := range list {
				c.Add(w.(*Struct).Field(name))
			}
			out.Fields[name] = c.Value()
		}
	}
	return out
}

func joinTuples(list []Value, work *Work) Value {
	out := make(Tuple, len(list[0].(Tuple)))
	for i := range out {
		c := Collector{Work: work}
		for _, v := range list {
			c.Add(v.(Tuple)[i])
		}
		out[i] = c.Value()
	}
	return out
}

func joinArrays(a, b *Array, work *Work) *Array {
	if len(b.Elems) > len(a.Elems) {
		a, b = b, a
	}
	out := &Array{Elems: make([]Value, len(a.Elems)), Rest: work.Join(a.Rest, b.Rest), Mixed: a.Mixed || b.Mixed}
	for i, v := range a.Elems {
		if i < len(b.Elems) {
			v = work.Join(v, b.Elems[i])
		} else {
			v = work.Join(v, b.Rest)
		}
		out.Elems[i] = v
	}
	return out
}

// Select returns field name, with its struct tag, of a value that is not known
// field by field.
func Select(v Value, name, tag string) Value {
	switch v := v.(type) {
	case *Param:
		return v.Part("."+name, settingName(name, tag))
	case *Unknown:
		full := settingName(name, tag)
		if v.Name != "" && len(v.Name) < maxName {
			full = v.Name + "." + full
		}
		return &Unknown{Why: v.Why, Name: full, Last: settingName(name, tag), At: v.At, Deps: v.Deps, Index: v.Index, Set: v.Set,
			Unresolved: v.Unresolved}
	case *Union:
		return Lift(v, func(x Value) Value { return Select(x, name, tag) })
	case *Iface:
		return Select(v.V, name, tag)
	case *Struct:
		if x, ok := v.Fields[name]; ok {
			return x
		}
		return Select(v.Rest, name, tag)
	case Zero:
		return v
	case nil:
		return Zero{}
	}
	return &Unknown{Why: fmt.Sprintf("field %s of a value that cannot be followed", name), Name: name, Last: name}
}
