package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
)

// Origins returns the calls that an error may come from.
func Origins(v ssa.Value) []*ssa.Call {
	var list []*ssa.Call
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Call:
			list = append(list, v)
		case *ssa.Extract:
			visit(v.Tuple)
		case *ssa.Phi:
			for _, e := range v.Edges {
				visit(e)
			}
		case *ssa.ChangeInterface:
			visit(v.X)
		case *ssa.UnOp: // a variable that is kept in memory, such as a named result
			if v.X.Referrers() == nil {
				return // one of the package
			}
			for store := range ssacode.Only[*ssa.Store](*v.X.Referrers()) {
				if store.Addr == v.X {
					visit(store.Val)
				}
			}
		}
	}
	visit(v)
	return list
}
