package queues

import (
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// grouped hands its work to a group of goroutines, which the standard library starts.
type grouped struct {
	queue   queue
	group   sync.WaitGroup
	sync    func(string) error
	limited func(string) bool
}

func (c *grouped) next() bool {
	key, quit := c.queue.Get()
	if quit || c.queue.ShuttingDown() {
		return false
	}
	c.group.Go(func() {
		defer c.queue.Done(key)
		if c.limited(key) {
			c.queue.AddAfter(key, time.Second)
			return
		}
		if err := c.sync(key); err != nil {
			c.queue.AddRateLimited(key)
			return
		}
		c.queue.Forget(key)
	})
	return true
}

// groupedToo does so as well, and forgets nothing where the work succeeds.
type groupedToo struct {
	queue queue
	group sync.WaitGroup
	sync  func(string) error
}

func (c *groupedToo) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	c.group.Go(func() {
		defer c.queue.Done(key)
		if err := c.sync(key); err != nil {
			c.queue.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
		}
	})
	return true
}

// closes looks at whether its queue is shut down, and drops its items then.
type closes struct {
	queue workqueue.TypedRateLimitingInterface[string]
	sync  func(string) error
}

func (c *closes) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	if c.queue.ShuttingDown() {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		if c.queue.ShuttingDown() {
			return false
		}
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}
