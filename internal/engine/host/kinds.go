package host

import (
	"go/constant"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// kindOf returns the kind of an object, which is its type's name; "" if that does not
// tell it.
func kindOf(object interp.Value) string {
	i, ok := object.(*interp.Iface)
	if !ok || known.DynamicObject(code.BaseType(i.Type)) {
		return ""
	}
	name := typeName(object)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// kindNumber returns the number that a manager's map of numbers by kind has for a
// kind, "" for one that is not known. The map's keys are "Kind.group", or "Kind" in the core
// group. The group of a type is decided where it is registered, so that kinds of one
// name in several groups share their numbers here.
func kindNumber(numbers interp.Value, kind string) interp.Value {
	e, ok := numbers.(*interp.Entries)
	if !ok {
		return numbers
	}
	var same interp.Value
	other := e.Rest
	for i, k := range e.Keys {
		name, ok := keyKind(k)
		switch {
		case kind == "" || !ok:
			other = interp.Join(other, &interp.Opaque{
				Why:  "a number by kind, where a kind is not constant",
				Last: "groupKindConcurrency", Name: "groupKindConcurrency",
			})
		case strings.EqualFold(name, kind):
			same = interp.Join(same, e.Vals[i])
		}
	}
	switch {
	case same != nil:
		return same
	case other != nil:
		return other
	}
	return interp.Zero{}
}

// kindName handles the functions that make names of kinds.
func kindName(c *interp.Call, what known.Kind) interp.Value {
	group, name := c.Field(arg(c, 0), "Group"), c.Field(arg(c, 0), "Kind")
	if what == known.WithKind {
		name = arg(c, 1)
	}
	if what != known.KindText {
		return &interp.Struct{Fields: map[string]interp.Value{"Group": group, "Kind": name}, Rest: &interp.Opaque{Why: "the version of a kind", At: c.At}}
	}
	n, ok := interp.StringValue(name)
	if !ok {
		return &interp.Opaque{Why: "a kind that is not constant", At: c.At}
	}
	if g, ok := interp.StringValue(group); ok && g == "" {
		return text(n, c.At)
	} else if ok {
		return text(n+"."+g, c.At)
	}
	return &interp.Arith{Op: "+", X: text(n+".", c.At), Y: group}
}

func text(s string, at interp.Place) interp.Value {
	return &interp.Basic{Val: constant.MakeString(s), At: at}
}

// keyKind returns the kind that the key of a map of numbers by kind is for, if it is
// constant, whatever the group.
func keyKind(key interp.Value) (string, bool) {
	if sum, ok := key.(*interp.Arith); ok && sum.Op == "+" {
		kind, _, found := strings.Cut(first(sum.X), ".")
		return kind, found
	}
	s, ok := interp.StringValue(key)
	kind, _, _ := strings.Cut(s, ".")
	return kind, ok
}

// first returns the constant that a sum of strings starts with.
func first(v interp.Value) string {
	if sum, ok := v.(*interp.Arith); ok && sum.Op == "+" {
		return first(sum.X)
	}
	s, _ := interp.StringValue(v)
	return s
}
