package queues

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/workqueue"
)

// batches takes some items, works on them together and gives them back then.
type batches struct {
	queue queue
	apply func([]string) error
}

func (b *batches) run() {
	var batch []string
	for {
		key, quit := b.queue.Get()
		if quit {
			return
		}
		batch = append(batch, key)
		if len(batch) < 10 && b.queue.Len() > 0 {
			continue
		}
		err := b.apply(batch)
		for _, done := range batch {
			if err != nil {
				b.queue.AddRateLimited(done)
			} else {
				b.queue.Forget(done)
			}
			b.queue.Done(done)
		}
		batch = nil
	}
}

// pending notes what it has, for another goroutine that gives it back.
type pending struct {
	queue queue
	now   map[string]bool
}

func (p *pending) next() bool {
	key, quit := p.queue.Get()
	if quit {
		return false
	}
	p.now[key] = true // want RL4011:"a worker of the queue writes into the map pending.now"
	return true
}

func (p *pending) finish() {
	for key := range p.now {
		p.queue.Done(key)
	}
}

// logged hands a map with its item to what logs.
type logged struct {
	queue queue
	log   func(map[string]any)
}

func (c *logged) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.log(map[string]any{"key": key})
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
	}
	return true
}

// invalid says of keys that are wrong that they are; no other try mends them.
type invalid struct{ queue queue }

func (c *invalid) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	parts := strings.Split(key, "/")
	if len(parts) != 2 {
		runtime.HandleError(fmt.Errorf("key %q has no namespace", key))
		return true
	}
	if err := check(parts[0]); err != nil {
		runtime.HandleError(fmt.Errorf("invalid key %q: %w", key, err))
		return true
	}
	if err := work(key); err != nil {
		runtime.HandleError(fmt.Errorf("cannot work on %q: %w", key, err))
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func check(namespace string) error {
	if namespace == "" {
		return fmt.Errorf("no namespace")
	}
	return nil
}

// buffered puts its items into a set, and gives all of it back when there are enough.
type buffered struct {
	queue  workqueue.TypedRateLimitingInterface[any]
	buffer sets.Set[string]
	apply  func(sets.Set[string]) sets.Set[string]
}

func (b *buffered) next() bool {
	key, quit := b.queue.Get()
	if quit {
		return false
	}
	b.buffer.Insert(key.(string)) // want RL4011:"a worker of the queue writes into the map buffered.buffer without a lock"
	if len(b.buffer) >= 10 {
		b.flush()
	}
	return true
}

func (b *buffered) flush() {
	again := b.apply(b.buffer)
	for key := range b.buffer {
		if again.Has(key) {
			b.queue.AddRateLimited(key)
		} else {
			b.queue.Forget(key)
		}
		b.queue.Done(key)
	}
	b.buffer = sets.New[string]()
}

// channels hands its items to workers, who give them back.
type channels struct {
	queue   queue
	workers []chan string
}

func (c *channels) run(stop <-chan struct{}) {
	for {
		key, quit := c.queue.Get()
		if quit {
			break
		}
		select {
		case <-stop:
			c.queue.Done(key)
			return
		case c.workers[len(key)%len(c.workers)] <- key: // who gives it back
		}
	}
}

func (c *channels) work(i int) {
	for key := range c.workers[i] {
		_ = work(key)
		c.queue.Done(key)
	}
}

// An occasion is a piece of work: each is of its own, whatever object it is about.
type occasion struct {
	kind string
	obj  any
}

type occasions struct {
	queue workqueue.TypedRateLimitingInterface[*occasion]
}

func (c *occasions) enqueue(kind string, obj any) {
	o := &occasion{kind, obj}
	c.queue.Add(o)
}

func (c *occasions) next() bool {
	o, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(o)
	c.handle(work(o.kind), o)
	return true
}

func (c *occasions) handle(err error, o *occasion) {
	if err == nil || c.queue.NumRequeues(o) > 5 {
		c.queue.Forget(o)
		return
	}
	c.queue.AddRateLimited(o)
}

// element holds the key of an object, a text, and when it was added.
type element struct {
	key  any
	time int64
}

type elements struct {
	queue workqueue.TypedRateLimitingInterface[any]
}

func (e *elements) add(key any, time int64) { e.queue.Add(element{key, time}) }
