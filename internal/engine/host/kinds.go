package host

import (
	"go/constant"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
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

// kindNames are the functions that make names of kinds.
var kindNames = map[symbol.Name]meaning{
	known.Schema + ".GroupKind.String": gives(kindText),
	known.Schema + ".GroupVersionKind.GroupKind": gives(func(_ *Host, c *interp.Call) value.Value {
		return kind(c,
			c.Field(arg(c, 0), "Kind"))
	}),
	known.Schema + ".GroupVersion.WithKind": gives(func(_ *Host, c *interp.Call) value.Value { return kind(c, arg(c, 1)) }),
}

// kind is the kind of a name, in the group of the first argument.
func kind(c *interp.Call, name value.Value) value.Value {
	fields := map[string]value.Value{"Group": c.Field(arg(c, 0), "Group"), "Kind": name}
	return &value.Struct{Fields: fields, Rest: &value.Unknown{Why: "the version of a kind", At: c.At}}
}

// kindText is the key of a kind in the manager's numbers of workers.
func kindText(_ *Host, c *interp.Call) value.Value {
	group := c.Field(arg(c, 0), "Group")
	n, ok := value.StringValue(c.Field(arg(c, 0), "Kind"))
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
