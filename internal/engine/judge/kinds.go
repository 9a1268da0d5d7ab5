package judge

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/value"
)

// kindNumber returns the number that a manager's map of numbers by kind has for a
// kind, "" for one that is not known. The map's keys are "Kind.group", or "Kind" in the core
// group. The group of a type is decided where it is registered, so that kinds of one
// name in several groups share their numbers here.
func kindNumber(numbers value.Value, kind string) value.Value {
	e, ok := numbers.(*value.Entries)
	if !ok {
		return numbers
	}
	var same value.Value
	other := e.Rest
	for i, k := range e.Keys {
		name, ok := keyKind(k)
		switch {
		case kind == "" || !ok:
			other = value.Join(other, &value.Unknown{
				Why:  "a number by kind, where a kind is not constant",
				Last: "groupKindConcurrency", Name: "groupKindConcurrency",
			})
		case strings.EqualFold(name, kind):
			same = value.Join(same, e.Vals[i])
		}
	}
	switch {
	case same != nil:
		return same
	case other != nil:
		return other
	}
	return value.Zero{}
}

// keyKind returns the kind that the key of a map of numbers by kind is for, if it is
// constant, whatever the group.
func keyKind(key value.Value) (string, bool) {
	if sum, ok := key.(*value.Arith); ok && sum.Op == "+" {
		begin, _ := value.StringValue(sum.X)
		kind, _, found := strings.Cut(begin, ".")
		return kind, found
	}
	s, ok := value.StringValue(key)
	kind, _, _ := strings.Cut(s, ".")
	return kind, ok
}
