package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// panicked ends a way that panics. Where a call that was deferred on it recovers, the
// function returns its named results: panicked returns the block that does, else -1.
func (f *frame) panicked(b int) int {
	f.panics = true
	if f.body.Recover == 0 || f.waiting == nil || !f.recovers() {
		return -1
	}
	outer := f.panicking
	f.panicking = true
	how := f.through(f.runDefers)
	f.panicking = outer
	if how != Returns {
		return -1
	}
	f.last = b
	return f.body.Recover
}

// recovers reports whether one of the deferred calls that wait calls recover.
func (f *frame) recovers() bool {
	return value.Some(f.mem.Get(f.waiting), func(v value.Value) bool {
		d, _ := v.(*deferred)
		for d != nil && !recoversIn(f.deferredFunc(d)) {
			d = d.under
		}
		return d != nil
	})
}

// deferredFunc returns the code of a deferred call, nil if it is not known.
func (f *frame) deferredFunc(d *deferred) *code.Func {
	if d.in.Call.Op == code.OpCall {
		return f.Root.Find(d.in.Symbol())
	}
	if len(d.args) > 0 {
		if c, ok := value.Dynamic(d.args[0]).(*value.Closure); ok {
			return c.Fn
		}
	}
	return nil
}

// recoversIn reports whether a function itself calls recover: called by others it
// stops no panic.
func recoversIn(fn *code.Func) bool {
	return fn != nil && fn.Body().Any(func(in *code.Instr) bool { return in.Op == code.OpBuiltin && in.Str == "recover" })
}
