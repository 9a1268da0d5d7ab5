package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// onces are the functions that make one of a function which calls that once, and remembers what it returned.
var onces = map[symbol.Name]meaning{
	"sync.OnceFunc":   gives(remembering),
	"sync.OnceValue":  gives(remembering),
	"sync.OnceValues": gives(remembering),
	remembered:        gives((*Host).remember),
}

// remembered is the symbol of what they make. It has a pointer to what is remembered.
const remembered = "sync.OnceValue.remembered"

// The fields of what is remembered, and of a sync.Once.
const (
	calledOnce = "function"
	hasRun     = "done"
	returned   = "result"
)

func remembering(_ *Host, c *interp.Call) value.Value {
	fields := map[string]value.Value{calledOnce: arg(c, 0)}
	state := c.New(remembered, &value.Struct{Type: remembered, Fields: fields, Rest: value.Zero{At: c.At}}, c.At)
	return &value.Closure{Sym: remembered, Method: true, Bound: []value.Value{state}, At: c.At}
}

// remember is a call of a function that remembers.
func (h *Host) remember(c *interp.Call) value.Value {
	state := arg(c, 0)
	if ranBefore(c) {
		return c.Field(state, returned)
	}
	defer h.runOnce(c)()
	v := c.Invoke(c.Field(state, calledOnce))
	if before := c.Field(state, returned); !value.IsZero(before) {
		v = value.Join(before, v) // it may have run
	}
	c.SetField(state, returned, v)
	return v
}

// runOnce notes that the function of a sync.Once runs, until what it returns is called.
func (h *Host) runOnce(c *interp.Call) (done func()) {
	before := h.once
	if p, ok := value.Dynamic(arg(c, 0)).(value.Ptr); ok && once(c) {
		h.once = p.Obj
	}
	return func() { h.once = before }
}

// ranBefore reports whether a sync.Once is certain to have run a function before, and notes that it does now.
func ranBefore(c *interp.Call) bool {
	p, ok := value.Dynamic(arg(c, 0)).(value.Ptr)
	if !once(c) || !ok {
		return false
	}
	if before, certain := value.Truth(c.Field(p, hasRun)); certain && before {
		return true
	}
	c.SetField(p, hasRun, value.Bool(true))
	return false
}

// once reports whether a call is one of what calls a function once.
func once(c *interp.Call) bool { return c.Sym == known.OnceDo || c.Sym == remembered }
