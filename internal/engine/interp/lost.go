package interp

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/value"
)

// LostVariables returns pointers to the variables that the run met of packages which lack declarations: code that is
// missing may use them.
func (in *Interp) LostVariables() []value.Ptr {
	var list []value.Ptr
	for _, sym := range slices.Sorted(maps.Keys(in.globals)) {
		if in.lacking[sym.Package()] {
			list = append(list, value.Ptr{Obj: in.globals[sym]})
		}
	}
	return list
}
