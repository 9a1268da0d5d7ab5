package host

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// A delayer is the host of a run aside of a method that adds an item to a queue after a delay, to tell which limiter says how long.
// Client-go's queues with a limiter do it so, and so do types of programs around queues without one (testdata/src/queuelimiters).
type delayer struct {
	*Host
	queue   *Queue
	limiter value.Value
}

// delayerSteps bounds the instructions of such a run.
const delayerSteps = 5_000

// limiterBeside returns the limiter that the program asks for the delay of items which it adds to a queue, nil if none is known. It is
// the one of the nearest object that the calls hold which take items from the queue.
func (h *Host) limiterBeside(c *interp.Call, q *Queue) value.Value {
	methods := h.delays(c.Root)
	if len(methods) == 0 {
		return nil
	}
	d := &delayer{Host: h, queue: q}
	w := value.Walker{Memory: c.Interp.Memory()}
	w.Visit = func(v value.Value, depth int) bool {
		if s, ok := v.(*value.Struct); ok && d.limiter == nil {
			for _, fn := range methods {
				if fn.Sym.Owner() == code.BaseType(s.Type) {
					d.run(c, fn, s)
				}
			}
		}
		return d.limiter == nil && depth < maxHolding
	}
	for n := c.At.Node; n != nil && d.limiter == nil; n = n.Caller {
		for _, v := range n.Registers[:min(n.Fn.Params+n.Fn.Free, len(n.Registers))] {
			w.Walk(v)
			c.Interp.Did(w.Visited())
		}
	}
	return d.limiter
}

// run calls a method of an object with the content.
func (d *delayer) run(c *interp.Call, fn *code.Func, content *value.Struct) {
	in := c.Interp.Fork(d, delayerSteps)
	in.Isolated(func() {
		args := []value.Value{&value.Iface{Type: "*" + content.Type, V: in.New(content.Type, content, c.At)}}
		for range fn.Params - 1 {
			args = append(args, &value.Unknown{Why: "an item", At: c.At})
		}
		in.CallMethod(c.At, fn.Sym, fn.Results, false, args...)
	})
}

// Call handles what the method calls.
func (d *delayer) Call(c *interp.Call) (value.Value, bool) {
	switch {
	case known.Func(c.Sym) == known.QueueGet:
		return c.Unread(), true
	case c.Sym.Last() == "When" && tellsTime(c):
		return &value.Unknown{Why: said.of, Deps: []value.Value{said, arg(c, 0)}, At: c.At}, true
	case c.Sym.Last() == "AddAfter" && slices.Contains(d.queuesOf(arg(c, 0)), d.queue):
		w := value.Walker{Visit: func(v value.Value, _ int) bool {
			if u, ok := v.(*value.Unknown); ok && len(u.Deps) == 2 && u.Deps[0] == said {
				d.limiter = value.Join(d.limiter, u.Deps[1])
				return false
			}
			return true
		}}
		w.Walk(arg(c, len(c.Args)-1))
		return c.Unread(), true
	case known.Func(c.Sym).Creates():
		return c.Unread(), true
	}
	return d.Host.Call(c)
}

// delays returns the methods of a program's code that add to a queue after a delay and may ask a limiter for it.
func (h *Host) delays(root *code.Package) []*code.Func {
	list, found := h.delaying[root]
	if !found {
		for _, pkg := range slices.AppendSeq([]*code.Package{root}, maps.Values(root.Imports)) {
			for _, fn := range pkg.Funcs {
				adds := func(in *code.Instr) bool { return in.Call != nil && in.Symbol().Last() == "AddAfter" }
				if fn.Sym.IsMethod() && fn.Body().Any(adds) && leadsTo(root, fn, asksWhen) {
					list = append(list, fn)
				}
			}
		}
		slices.SortFunc(list, func(a, b *code.Func) int { return strings.Compare(string(a.Sym), string(b.Sym)) })
		h.delaying[root] = list
	}
	return list
}

// asksWhen says of an instruction whether it asks a limiter how long an item waits.
func asksWhen(in *code.Instr) (it, goOn bool) {
	return in.Call != nil && in.Symbol().Last() == "When", in.Call != nil && in.Op == code.OpCall
}
