package host

import (
	"go/constant"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// kindOf returns the kind of an object, which is its type's name; "" if that does not
// tell it.
func kindOf(object value.Value) string {
	if i, ok := object.(*value.Iface); ok && typeName(object) != "" {
		if typ := code.BaseType(i.Type); !known.DynamicObject(typ) {
			return typ.Last()
		}
	}
	return ""
}

// kindName handles the functions that make names of kinds.
func kindName(c *interp.Call, what known.Kind) value.Value {
	group, name := c.Field(arg(c, 0), "Group"), c.Field(arg(c, 0), "Kind")
	if what == known.WithKind {
		name = arg(c, 1)
	}
	if what != known.KindText {
		return &value.Struct{Fields: map[string]value.Value{"Group": group, "Kind": name}, Rest: &value.Unknown{Why: "the version of a kind", At: c.At}}
	}
	n, ok := value.StringValue(name)
	if !ok {
		return &value.Unknown{Why: "a kind that is not constant", At: c.At}
	}
	if g, ok := value.StringValue(group); ok && g == "" {
		return text(n, c.At)
	} else if ok {
		return text(n+"."+g, c.At)
	}
	return &value.Arith{Op: "+", X: text(n+".", c.At), Y: group}
}

func text(s string, at value.Place) value.Value {
	return &value.Basic{Val: constant.MakeString(s), At: at}
}
