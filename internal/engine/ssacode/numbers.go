package ssacode

import (
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
)

// Number returns the name of the basic type under a type of numbers, "$T" for a type parameter and "" for any other.
func Number(t types.Type) string {
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return code.TypeString(u)
	default:
		if b, ok := u.Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
			return types.Typ[b.Kind()].Name()
		}
	}
	return ""
}

// converted returns what [code.Instr] calls Number, of a conversion: "" for one that leaves a value as it is.
func converted(from, to types.Type) string {
	if Number(from) == "" {
		return ""
	}
	if b, ok := to.Underlying().(*types.Basic); ok && b.Kind() == types.String {
		return b.Name()
	}
	return Number(to)
}
