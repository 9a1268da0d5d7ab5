package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/value"
)

// compute returns what a function of numbers returns: what derives from its arguments.
func compute(_ *Host, c *interp.Call) (value.Value, bool) {
	if c.Results != 1 || len(c.Args) == 0 {
		return nil, false
	}
	out := c.Args[0]
	for _, a := range c.Args[1:] {
		out = &value.Arith{Op: c.Sym.Last(), X: out, Y: a}
	}
	if len(c.Args) == 1 {
		out = &value.Arith{Op: c.Sym.Last(), X: out}
	}
	return out, true
}
