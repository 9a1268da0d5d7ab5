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

// Present says that it is not nil.
func (*contextValue) Present() {}

// maxContexts bounds the contexts around each other in which a value is looked for: a framework may put dozens of clients and
// informers into one.
const maxContexts = 1000

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
	l := lookup{key: arg(c, 1), seen: make(map[value.Value]held)}
	found := l.in(arg(c, 0), 0)
	return found.v, found.ok
}

// A lookup is for what contexts hold for one key.
type lookup struct {
	key  value.Value
	seen map[value.Value]held // ways that come together may have one context in common
}

// A held is what a context holds for a key, if it is known to hold something on every way that made it.
type held struct {
	v  value.Value
	ok bool
}

func (l *lookup) in(ctx value.Value, depth int) held {
	if depth >= maxContexts {
		return held{}
	}
	if u, ok := ctx.(*value.Union); ok {
		out := held{ok: true}
		for _, one := range u.Of {
			found := l.in(one, depth)
			out.v, out.ok = value.Join(out.v, found.v), out.ok && found.ok
		}
		return out
	}
	var found held
	switch ctx := ctx.(type) {
	case *contextValue:
		if sameKey(ctx.key, l.key) {
			return held{ctx.held, true}
		}
		found = l.once(ctx, func() held { return l.in(ctx.parent, depth+1) })
	case *value.Unknown:
		found = l.once(ctx, func() held { return l.derived(ctx.Deps, depth+1) })
	}
	return found
}

// derived looks in what code that is not read made a context of, with a deadline for instance.
func (l *lookup) derived(from []value.Value, depth int) held {
	for _, d := range from {
		if found := l.in(d, depth); found.ok {
			return found
		}
	}
	return held{}
}

func (l *lookup) once(ctx value.Value, look func() held) held {
	if found, done := l.seen[ctx]; done {
		return found
	}
	l.seen[ctx] = held{}
	found := look()
	l.seen[ctx] = found
	return found
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
