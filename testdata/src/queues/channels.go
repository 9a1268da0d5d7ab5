package queues

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// keeps gives what succeeds back, and nothing else. Where an item goes that is sent to a channel is not followed.
type keeps struct {
	queue queue
	keys  chan string
}

func (c *keeps) feed() {
	for {
		key, quit := c.queue.Get()
		if quit {
			close(c.keys)
			return
		}
		c.keys <- key
	}
}

func (c *keeps) work() {
	for key := range c.keys {
		if err := work(key); err != nil {
			c.queue.AddRateLimited(key)
			continue
		}
		c.queue.Forget(key)
		c.queue.Done(key)
	}
}

// hurries has a channel that its function hands to its workers.
type hurries struct{ queue queue }

func newHurries() *hurries {
	return &hurries{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())} // want RL6004:"nothing calls AddRateLimited on this queue"
}

func (c *hurries) run(ctx context.Context, workers int) {
	keys := make(chan string)
	for range workers {
		go c.work(ctx, keys)
	}
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		select {
		case keys <- key:
		case <-ctx.Done():
			c.queue.Done(key)
			return
		}
	}
}

func (c *hurries) work(ctx context.Context, keys <-chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case key := <-keys:
			if err := work(key); err != nil {
				c.queue.Add(key)
			} else {
				c.queue.Forget(key)
			}
			c.queue.Done(key)
		}
	}
}
