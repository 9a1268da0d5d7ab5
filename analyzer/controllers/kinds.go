package controllers

import (
	"go/constant"
	"strings"

	"github.com/rllint/rllint/analyzer/flow"
	"github.com/rllint/rllint/analyzer/known"
)

// kindOf returns the kind of an object, which is its type's name; "" if that does not
// tell it.
func kindOf(object flow.Value) string {
	i, ok := object.(*flow.Iface)
	if !ok || known.DynamicObject(flow.BaseType(i.Type)) {
		return ""
	}
	name := typeName(object)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// kindNumber returns the number that a manager's map of numbers by kind has for a
// kind, "" for one that is not known. The map's keys are "Kind.group", or "Kind" in the core
// group. The group of a type is decided where it is registered, so that kinds of one
// name in several groups share their numbers here.
func kindNumber(numbers flow.Value, kind string) flow.Value {
	e, ok := numbers.(*flow.Entries)
	if !ok {
		return numbers
	}
	var same flow.Value
	other := e.Rest
	for i, k := range e.Keys {
		name, ok := keyKind(k)
		switch {
		case kind == "" || !ok:
			other = flow.Join(other, &flow.Opaque{
				Why:  "a number by kind, where a kind is not constant",
				Last: "groupKindConcurrency", Name: "groupKindConcurrency",
			})
		case strings.EqualFold(name, kind):
			same = flow.Join(same, e.Vals[i])
		}
	}
	switch {
	case same != nil:
		return same
	case other != nil:
		return other
	}
	return flow.Zero{}
}

// kindName handles the functions that make names of kinds.
func kindName(c *flow.Call, what known.Kind) flow.Value {
	group, name := c.Field(arg(c, 0), "Group"), c.Field(arg(c, 0), "Kind")
	if what == known.WithKind {
		name = arg(c, 1)
	}
	if what != known.KindText {
		return &flow.Struct{Fields: map[string]flow.Value{"Group": group, "Kind": name}, Rest: &flow.Opaque{Why: "the version of a kind", At: c.At}}
	}
	n, ok := flow.StringValue(name)
	if !ok {
		return &flow.Opaque{Why: "a kind that is not constant", At: c.At}
	}
	if g, ok := flow.StringValue(group); ok && g == "" {
		return text(n, c.At)
	} else if ok {
		return text(n+"."+g, c.At)
	}
	return &flow.Arith{Op: "+", X: text(n+".", c.At), Y: group}
}

func text(s string, at flow.Place) flow.Value {
	return &flow.Basic{Val: constant.MakeString(s), At: at}
}

// keyKind returns the kind that the key of a map of numbers by kind is for, if it is
// constant, whatever the group.
func keyKind(key flow.Value) (string, bool) {
	if sum, ok := key.(*flow.Arith); ok && sum.Op == "+" {
		kind, _, found := strings.Cut(first(sum.X), ".")
		return kind, found
	}
	s, ok := flow.StringValue(key)
	kind, _, _ := strings.Cut(s, ".")
	return kind, ok
}

// first returns the constant that a sum of strings starts with.
func first(v flow.Value) string {
	if sum, ok := v.(*flow.Arith); ok && sum.Op == "+" {
		return first(sum.X)
	}
	s, _ := flow.StringValue(v)
	return s
}
