package queues

import (
	"context"
	"time"
)

// ended stops where its context or its channel says so. The process ends then, and with it the queue.
type ended struct {
	queue queue
	stop  <-chan struct{}
	sync  func(context.Context, string) error
}

func (c *ended) run(ctx context.Context) {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-c.stop:
			return
		default:
		}
		if err := c.sync(ctx, key); err != nil {
			if context.WithValue(ctx, c, 1).Err() != nil {
				return
			}
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

// timed returns where the time for one item is over, and goes on with the next one.
type timed struct {
	queue queue
	sync  func(context.Context, string) error
}

func (c *timed) next(parent context.Context) bool {
	key, quit := c.queue.Get() // want RL6001:"does not give the item back with Done"
	if quit {
		return false
	}
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	if err := c.sync(ctx, key); err != nil {
		if ctx.Err() != nil {
			return true
		}
		c.queue.AddRateLimited(key)
	} else {
		c.queue.Forget(key)
	}
	c.queue.Done(key)
	return true
}

// more says whether there is an item, not whether there is none.
type more struct {
	queue queue
	sync  func(string) error
}

func (c *more) take() (string, bool) {
	key, quit := c.queue.Get()
	return key, !quit
}

func (c *more) run() {
	for key, ok := c.take(); ok; key, ok = c.take() {
		c.finish(key, c.sync(key))
	}
}

func (c *more) finish(key string, err error) {
	defer c.queue.Done(key)
	if err != nil {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
}

// literals has its handlers in variables of one function.
func literals(q queue, add func(func(any), func(any))) {
	enqueue := func(obj any) { q.Add(obj.(string)) }
	add(enqueue, func(obj any) { enqueue(obj) })
}
