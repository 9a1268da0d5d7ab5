package host

import (
	"path"
	"regexp"
	"strings"

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

// typeName returns the type of the object a controller is for: the last element of the import path and
// the name, as people write it, and before a version the group, as in rds/v1alpha1.Instance, since many
// groups have a kind of the same name.
func typeName(v value.Value) string {
	i, ok := v.(*value.Iface)
	if !ok {
		return ""
	}
	base := code.BaseType(i.Type)
	if strings.HasPrefix(string(base), "$") {
		return ""
	}
	if base.Package() == "" {
		return base.Declared()
	}
	dir, pkg := path.Split(base.Package())
	if dir != "" && version.MatchString(pkg) {
		switch group := path.Base(dir); group {
		case "api", "apis":
		default:
			pkg = group + "/" + pkg
		}
	}
	return pkg + "." + base.Declared()
}

// version is what packages of API types are named after.
var version = regexp.MustCompile(`^v\d+((alpha|beta)\d+)?$`)
