package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// limiterKinds are the primitives that make limiters, and their methods.
var limiterKinds = map[known.Kind]meaning{
	known.NewLimiter: gives((*Host).newLimiter),
	known.LimiterMethod: gives(func(h *Host, c *interp.Call) value.Value {
		h.use(arg(c, 0))
		return &value.Unknown{Why: "what a limiter says", At: c.At}
	}),
}

func (h *Host) newLimiter(c *interp.Call) value.Value {
	v := limiterValue(c)
	l := &Limiter{Made: c.Sym, Kind: known.Limiter(c.Sym), Args: c.Args, At: c.At, Once: h.once, object: value.Dynamic(v).(value.Ptr).Obj}
	switch l.Kind {
	case known.MaxOf:
		list, rest := c.Elements(arg(c, 0))
		l.Inner = list
		if rest != nil {
			l.Inner = append(l.Inner, rest)
		}
	case known.WithMaxWait:
		l.Inner = []value.Value{arg(c, 0)}
	}
	l.Members = l.Inner
	for _, inner := range l.Members {
		l.Inner = append(l.Inner, LimitersWithin(c.Interp, inner)...)
	}
	h.Limiters = append(h.Limiters, l)
	h.limiters[l.object] = l
	if l.filledByInput() {
		h.watched[l] = true
	}
	return v
}

// limiterValue is what a primitive that makes a limiter returns.
func limiterValue(c *interp.Call) value.Value {
	fields := map[string]value.Value{"Args": value.Tuple(c.Args)}
	p := c.New(string(c.Sym), &value.Struct{Type: string(c.Sym), Fields: fields, Rest: value.Zero{At: c.At}}, c.At)
	if c.Sym.In(known.Rate) {
		return p
	}
	return &value.Iface{Type: "*" + string(c.Sym), V: p}
}

// Existing returns the limiters that were made from an input on the way that is followed:
// not those of ways that exclude it.
func (h *Host) Existing(in *interp.Interp) []*Limiter {
	var list []*Limiter
	for _, l := range h.Limiters {
		if l.Kind == known.Bucket && len(l.Args) > 0 && !isConstant(l.Args[0]) && in.Exists(l.object) {
			list = append(list, l)
		}
	}
	return list
}

// filledByInput reports whether a limiter is a bucket whose rate comes from an input.
func (l *Limiter) filledByInput() bool {
	return l.Kind == known.Bucket && len(l.Args) > 0 && value.Any(l.Args[0], func(v value.Value) bool {
		_, is := v.(*Input)
		return is
	})
}

func isConstant(v value.Value) bool {
	_, is := v.(*value.Basic)
	return is || value.IsZero(v)
}
