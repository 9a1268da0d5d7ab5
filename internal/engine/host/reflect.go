package host

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// reflection is the functions of reflect that lead from a value to the name of its type. They leave alone types that are not known.
var reflection = map[symbol.Name]meaning{
	"reflect.TypeOf":  typeOf,
	"reflect.TypeFor": typeOf,
	"reflect.Type.Elem": ofType(func(c *interp.Call, typ string, isPointer bool) (value.Value, bool) {
		if !isPointer {
			return nil, false
		}
		return typeNamed(typ)
	}),
	"reflect.Type.Name": ofType(func(c *interp.Call, typ string, isPointer bool) (value.Value, bool) {
		if isPointer {
			return text("", c.At), true
		}
		return text(code.BaseType(typ).Last(), c.At), true
	}),
}

// A reflectType is a reflect.Type, in the notation of package code. The names of kinds are often made from those of
// their types.
type reflectType struct{ of string }

func (*reflectType) String() string { return "a type" }

func typeOf(_ *Host, c *interp.Call) (value.Value, bool) {
	if len(c.Args) == 0 && len(c.Types) == 1 {
		return typeNamed(c.Types[0])
	}
	i, ok := arg(c, 0).(*value.Iface)
	if !ok {
		return nil, false
	}
	return typeNamed(i.Type)
}

// ofType is the meaning of a method of a type, of which get is told what it is, or else what it points to.
func ofType(get func(c *interp.Call, typ string, isPointer bool) (value.Value, bool)) meaning {
	return func(_ *Host, c *interp.Call) (value.Value, bool) {
		t, ok := arg(c, 0).(*reflectType)
		if !ok {
			return nil, false
		}
		typ, isPointer := strings.CutPrefix(t.of, "*")
		return get(c, typ, isPointer)
	}
}

// typeNamed returns the type with a name, or a pointer to one: not what is made of several, nor decided by callers.
func typeNamed(typ string) (value.Value, bool) {
	if typ == "" || strings.ContainsAny(typ, "[]$") {
		return nil, false
	}
	return &reflectType{of: typ}, true
}
