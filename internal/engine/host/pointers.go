package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// pointers are the functions that make pointers to values, and values of what may be one.
var pointers = map[symbol.Name]meaning{
	"k8s.io/utils/ptr.To":             gives(pointerTo),
	"k8s.io/utils/pointer.Int":        gives(pointerTo),
	"k8s.io/utils/pointer.Int32":      gives(pointerTo),
	"k8s.io/utils/pointer.Int64":      gives(pointerTo),
	"k8s.io/utils/pointer.Bool":       gives(pointerTo),
	"k8s.io/utils/ptr.Deref":          gives(deref),
	"k8s.io/utils/pointer.IntDeref":   gives(deref),
	"k8s.io/utils/pointer.Int32Deref": gives(deref),
}

func pointerTo(_ *Host, c *interp.Call) value.Value { return c.New("*", arg(c, 0), c.At) }

// deref returns what the first argument points to where it is not nil, else the second.
func deref(_ *Host, c *interp.Call) value.Value {
	var out value.Collector
	value.Each(arg(c, 0), func(p value.Value) {
		if value.IsZero(p) {
			out.Add(arg(c, 1))
		} else {
			out.Add(c.Load(p))
		}
	})
	return out.Value()
}
