package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// A deferred call waits for its function to return. The calls that wait are a list in
// memory, the last one first, since they differ by the way that was taken.
type deferred struct {
	in    *code.Instr
	args  []value.Value
	under *deferred
}

// maxDeferred bounds the calls that wait: a loop may defer any number.
const maxDeferred = 1000

// deferCall adds a call to those that wait.
func (f *frame) deferCall(in *code.Instr) {
	args := f.arguments(in)
	var out value.Value
	value.Each(f.mem.Get(f.waiting), func(v value.Value) {
		under, _ := v.(*deferred)
		if under.length() < maxDeferred {
			under = &deferred{in, args, under}
		}
		out = f.work.Join(out, under)
	})
	f.mem.Set(f.waiting, out)
}

func (d *deferred) length() int {
	n := 0
	for ; d != nil; d = d.under {
		n++
	}
	return n
}

// runDefers makes the calls that wait.
func (f *frame) runDefers() {
	if f.waiting == nil {
		return
	}
	var lists []value.Value
	value.Each(f.mem.Get(f.waiting), func(v value.Value) { lists = append(lists, v) })
	f.mem.Set(f.waiting, value.Zero{})
	f.alternatives(lists, func(v value.Value) value.Value {
		d, _ := v.(*deferred)
		for ; d != nil && !f.ended(); d = d.under {
			f.apply(d.in, d.args)
		}
		return nil
	})
}
