package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// queueType is the type of the objects that queues are.
const queueType = "queue"

// queueKinds are the primitives that make queues.
var queueKinds = map[known.Kind]meaning{known.NewQueue: gives((*Host).newQueue)}

// newQueue makes a queue. One that is made around another takes its place.
func (h *Host) newQueue(c *interp.Call) value.Value {
	is := known.Queue(c.Sym)
	q := &Queue{Site: c.At, Constructor: c.Sym.Last(), Limited: is.Limited, Priority: is.Options >= 0, Elected: h.leading, Swept: h.Sweeping,
		Open: !h.Whole}
	if c.FuncAt.Pos.IsValid() && c.FuncAt.Package() == c.At.Package() {
		q.Site.Pos = c.FuncAt.Pos
	}
	if is.Name >= 0 {
		q.Name, _ = value.StringValue(arg(c, is.Name))
	}
	if is.Limiter >= 0 {
		q.Limiter = arg(c, is.Limiter)
	}
	var inner value.Value
	if is.Inner >= 0 {
		inner = arg(c, is.Inner)
	}
	if is.Config >= 0 {
		config := arg(c, is.Config)
		q.Name, _ = value.StringValue(c.Field(config, "Name"))
		for _, field := range []string{"DelayingQueue", "Queue"} {
			if v := c.Field(config, field); inner == nil && !value.IsZero(v) {
				inner = v
			}
		}
	}
	if is.Options >= 0 {
		q.Limiter = h.priorityLimiter(c, arg(c, is.Options))
	}
	q.Within = LimitersWithin(c.Interp, q.Limiter)
	q.inner = known.CreatesForCaller(c.At.Package()) // the controller that it is for is known by itself
	wrapped := h.queuesOf(inner)
	for _, around := range wrapped {
		around.inner = true
		q.Workers = append(q.Workers, around.Workers...)
		q.Own = around.Own
	}
	if _, made := inner.(*value.Iface); (made || value.IsUnresolved(inner)) && len(wrapped) == 0 {
		q.Own = inner
	}
	q.hold(h.holders(c, nil))
	q.Of = receivers(c.At.Node)
	q.loops = c.Loops()
	for n := c.At.Node; n != nil; n = n.Caller {
		if n.Start != nil {
			q.loops = append(q.loops, n.Start.Loops...)
		}
	}
	p := c.New(queueType, &value.Struct{Rest: &value.Unknown{Why: aQueue, At: c.At}}, c.At)
	p.Obj.Sealed = true
	q.object = p.Obj
	h.Queues = append(h.Queues, q)
	h.foundQueue(q)
	h.queues[p.Obj] = q
	return &value.Iface{Type: queueType, V: p}
}

// Alone reports whether none of those who take items from the queue has a client.
func (q *Queue) Alone() bool {
	return len(q.Workers) > 0 && !slices.ContainsFunc(q.Workers, func(w Worker) bool { return !w.Alone })
}

// mostAlike queues that differ by nothing have a worker found: a program may make the queues of all its kinds in one place
// (factoryworkers).
const mostAlike = 16

// Found says how much was found: controllers, queues that differ by their place, their name or where their limiter is made, and the first
// worker of each of several that do not.
func (h *Host) Found() int { return len(h.Controllers) + h.found }

// foundQueue notes that a queue was made.
func (h *Host) foundQueue(q *Queue) {
	if _, known := h.distinct[q.key()]; !known {
		h.distinct[q.key()] = 0
		h.found++
	}
}

// foundWorker notes that a queue has its first worker.
func (h *Host) foundWorker(q *Queue) {
	if n := h.distinct[q.key()]; n < mostAlike {
		h.distinct[q.key()] = n + 1
		h.found++
	}
}

func (q *Queue) key() queueKey {
	k := queueKey{site: q.Site.Pos, name: q.Name}
	if p, ok := value.Dynamic(q.Limiter).(value.Ptr); ok {
		k.limiter = p.Obj.At.Pos
	}
	return k
}

// receivers returns where the objects were made whose methods are in progress.
func receivers(n *value.Node) map[*value.Node]value.Place {
	of := make(map[*value.Node]value.Place)
	for ; n != nil; n = n.Caller {
		if !n.Fn.Sym.IsMethod() || len(n.Registers) == 0 {
			continue
		}
		value.Each(n.Registers[0], func(v value.Value) {
			if _, noted := of[n]; noted {
				return // of several objects, the first stands for all
			}
			switch v := value.Dynamic(v).(type) {
			case value.Ptr:
				of[n] = v.Obj.At
			case *value.Unknown:
				of[n] = v.At // the call that cannot be followed which returned it
			}
		})
	}
	return of
}

// priorityLimiter returns the limiter that the options of a priority queue set, nil for its default.
func (h *Host) priorityLimiter(c *interp.Call, options value.Value) value.Value {
	list, rest := c.Elements(options)
	if rest != nil {
		return &value.Unknown{Why: "options of a queue that are not known", At: c.At}
	}
	p := c.New("options of a queue", &value.Struct{Rest: value.Zero{At: c.At}}, c.At)
	for _, f := range list {
		c.Invoke(f, p)
	}
	return c.Field(p, "RateLimiter")
}

// queuesOf returns the queues that a value can be.
func (h *Host) queuesOf(v value.Value) []*Queue {
	var list []*Queue
	for p := range value.Pointers(v) {
		if q := h.queues[p.Obj]; q != nil {
			list = append(list, q)
		}
	}
	return list
}

// OwnQueues returns the queues that the program makes for workers of its own: not those that others are made
// around, nor those that a function makes for a controller of controller-runtime.
func (h *Host) OwnQueues() []*Queue {
	return slices.DeleteFunc(slices.Clone(h.Queues), func(q *Queue) bool {
		return q.inner || len(q.Workers) == 0 && q.forController()
	})
}

// forController reports whether a queue is made by a function as controller-runtime's options have one: it is handed a
// name and a limiter, and returns a queue.
func (q *Queue) forController() bool {
	for n := q.Site.Node; n != nil; n = n.Caller {
		limiter := slices.ContainsFunc(n.Fn.ParamTypes, func(t string) bool {
			base := code.BaseType(t)
			return base == known.Workqueue+".TypedRateLimiter" || base == known.RateLimiter+".RateLimiter"
		})
		if limiter && ReturnsQueue(n.Fn) {
			return true
		}
	}
	return false
}

// ReturnsQueue reports whether a function returns a queue.
func ReturnsQueue(fn *code.Func) bool {
	return slices.ContainsFunc(fn.ResultTypes, func(t string) bool { return known.QueueType(code.BaseType(t)) })
}
