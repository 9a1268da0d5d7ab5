package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// contexts are the functions that put values into contexts, and get them.
var contexts = map[symbol.Name]meaning{
	"context.WithValue":     gives((*Host).withValue),
	"context.Context.Value": fromContext,
}

// A contextValue is a context that holds a value, as context.WithValue returns it. Code that cannot be
// followed may hand it on but does not change what it holds.
type contextValue struct {
	parent, key, held value.Value
}

func (*contextValue) String() string { return "a context" }

// maxContexts bounds the contexts around each other in which a value is looked for.
const maxContexts = 64

// withValue returns the context that a call of context.WithValue makes.
func (h *Host) withValue(c *interp.Call) value.Value {
	h.Leave(c.Interp, arg(c, 2)) // whoever takes a limiter from there may ask it
	return &contextValue{parent: arg(c, 0), key: arg(c, 1), held: arg(c, 2)}
}

// fromContext returns what a context holds for a key, on every way that made the context. It leaves
// alone a context that others made.
func fromContext(_ *Host, c *interp.Call) (value.Value, bool) {
	if len(c.Args) != 2 {
		return nil, false
	}
	return heldIn(arg(c, 0), arg(c, 1), 0)
}

func heldIn(ctx, key value.Value, depth int) (out value.Value, ok bool) {
	ok = depth < maxContexts
	value.Each(ctx, func(ctx value.Value) {
		var held value.Value
		found := false
		switch ctx := ctx.(type) {
		case *contextValue:
			if sameKey(ctx.key, key) {
				held, found = ctx.held, true
			} else if ok {
				held, found = heldIn(ctx.parent, key, depth+1)
			}
		case *value.Unknown:
			// Derived from another, with a deadline for instance.
			for _, d := range ctx.Deps {
				if _, is := d.(*contextValue); is && ok && !found {
					held, found = heldIn(d, key, depth+1)
				}
			}
		}
		ok = ok && found
		out = value.Join(out, held)
	})
	return out, ok
}

// sameKey reports whether two keys of contexts are one: their types count as well as their values.
func sameKey(a, b value.Value) bool {
	x, ok1 := a.(*value.Iface)
	y, ok2 := b.(*value.Iface)
	return ok1 && ok2 && x.Type == y.Type && (value.Same(x.V, y.V) || empty(x.V) && empty(y.V))
}

// empty reports whether a value is that of a struct without fields.
func empty(v value.Value) bool {
	s, ok := v.(*value.Struct)
	return ok && len(s.Fields) == 0 && value.IsZero(s.Rest) || value.IsZero(v)
}
