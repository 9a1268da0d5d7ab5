package value

import (
	"fmt"
	"strings"
)

// Text describes a value for people.
func Text(v Value) string { return text(v, 0) }

// maxWritten bounds how deep operations are written out.
const maxWritten = 8

func text(v Value, depth int) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case Zero:
		return "nil"
	case *Basic:
		return v.Val.String()
	case *Param:
		return v.Name
	case *Unknown:
		if v.Name != "" {
			return v.Name + " (" + v.Why + ")"
		}
		return v.Why
	case *Iface:
		return text(v.V, depth)
	case *Closure:
		return v.Sym.Written()
	case Ptr:
		return "&" + v.Obj.Type
	case *Struct:
		return v.Type
	case *Arith:
		switch {
		case depth >= maxWritten:
			return "…"
		case v.Y == nil:
			return v.Op + text(v.X, depth+1)
		}
		return text(v.X, depth+1) + " " + v.Op + " " + text(v.Y, depth+1)
	case *Union:
		parts := make([]string, 0, 4)
		for i, x := range v.Of {
			if i == 3 {
				parts = append(parts, "…")
				break
			}
			parts = append(parts, text(x, depth))
		}
		return strings.Join(parts, " or ")
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprintf("%T", v)
}
