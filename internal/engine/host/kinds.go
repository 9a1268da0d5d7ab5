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

// kindNames are the functions that make names of kinds and of resources.
var kindNames = map[symbol.Name]meaning{
	known.Schema + ".GroupKind.String":              gives(kindText),
	known.Schema + ".GroupVersionKind.GroupKind":    nameOf("Group", "Kind"),
	known.Schema + ".GroupVersionKind.GroupVersion": nameOf("Group", "Version"),
	known.Schema + ".GroupVersion.WithKind":         nameOf("Group", "Version", "Kind"),
	known.Schema + ".GroupVersion.WithResource":     nameOf("Group", "Version", "Resource"),
}

// nameOf has the fields of the first argument; the last is the second argument if there is one.
func nameOf(fields ...string) meaning {
	return gives(func(_ *Host, c *interp.Call) value.Value {
		name := make(map[string]value.Value)
		for i, field := range fields {
			name[field] = c.Field(arg(c, 0), field)
			if i == len(fields)-1 && len(c.Args) > 1 {
				name[field] = arg(c, 1)
			}
		}
		return &value.Struct{Fields: name, Rest: value.Zero{At: c.At}}
	})
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
