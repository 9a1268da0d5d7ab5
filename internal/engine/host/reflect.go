package host

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// A reflectType is a reflect.Type, in the notation of package code. The names of kinds are often made from those of
// their types.
type reflectType struct{ of string }

func (*reflectType) String() string { return "a type" }

// reflected handles the functions of reflect that lead from a value to the name of its type. It leaves alone types that
// are not known.
func reflected(c *interp.Call, kind known.Kind) (value.Value, bool) {
	if kind == known.TypeOf {
		if len(c.Args) == 0 && len(c.Types) == 1 {
			return typeNamed(c.Types[0])
		}
		i, ok := arg(c, 0).(*value.Iface)
		if !ok {
			return nil, false
		}
		return typeNamed(i.Type)
	}
	t, ok := arg(c, 0).(*reflectType)
	if !ok {
		return nil, false
	}
	elem, isPointer := strings.CutPrefix(t.of, "*")
	switch {
	case kind == known.TypeElem && isPointer:
		return typeNamed(elem)
	case kind == known.TypeName && isPointer:
		return text("", c.At), true
	case kind == known.TypeName:
		return text(code.BaseType(t.of).Last(), c.At), true
	}
	return nil, false
}

// typeNamed returns the type with a name, or a pointer to one: not what is made of several, nor decided by callers.
func typeNamed(typ string) (value.Value, bool) {
	if typ == "" || strings.ContainsAny(typ, "[]$") {
		return nil, false
	}
	return &reflectType{of: typ}, true
}
