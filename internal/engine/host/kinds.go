package host

import (
	"go/constant"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
)

// kindOf returns the kind of an object, which is its type's name; "" if that does not
// tell it.
func kindOf(object interp.Value) string {
	if i, ok := object.(*interp.Iface); ok && typeName(object) != "" {
		if typ := code.BaseType(i.Type); !known.DynamicObject(typ) {
			return typ.Last()
		}
	}
	return ""
}

// kindName handles the functions that make names of kinds.
func kindName(c *interp.Call, what known.Kind) interp.Value {
	group, name := c.Field(arg(c, 0), "Group"), c.Field(arg(c, 0), "Kind")
	if what == known.WithKind {
		name = arg(c, 1)
	}
	if what != known.KindText {
		return &interp.Struct{Fields: map[string]interp.Value{"Group": group, "Kind": name}, Rest: &interp.Unknown{Why: "the version of a kind", At: c.At}}
	}
	n, ok := interp.StringValue(name)
	if !ok {
		return &interp.Unknown{Why: "a kind that is not constant", At: c.At}
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
