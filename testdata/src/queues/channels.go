package queues

import (
	"context"
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

// sends has workers that get their items through a channel.
type sends struct {
	queue queue
	keys  chan string
}

func (c *sends) feed() {
	for {
		key, quit := c.queue.Get()
		if quit {
			close(c.keys)
			return
		}
		c.keys <- key
	}
}

func (c *sends) work() {
	for key := range c.keys {
		if err := work(key); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

// keeps gives what succeeds back, and nothing else.
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
	for key := range c.keys { // want RL6001:"the way that ends at line 58 does not give the item back with Done"
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

func newHurries() *hurries { return &hurries{newQueue()} }

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
				c.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
			} else {
				c.queue.Forget(key)
			}
			c.queue.Done(key)
		}
	}
}

// letsGo drops what fails.
type letsGo struct {
	queue workqueue.TypedInterface[string]
}

func (c *letsGo) run() {
	keys := make(chan string)
	go func() {
		for {
			key, ok := <-keys
			if !ok {
				return
			}
			if err := work(key); err != nil {
				fmt.Println(err)
			}
			c.queue.Done(key) // want RL6008:"the item is dropped after an error"
		}
	}()
	for {
		key, quit := c.queue.Get()
		if quit {
			close(keys)
			return
		}
		keys <- key
	}
}

// mixes has a channel to which others send too: who has to give its keys back is not known.
type mixes struct {
	queue queue
	keys  chan string
}

func (c *mixes) feed() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		c.keys <- key
	}
}

func (c *mixes) also(key string) { c.keys <- key }

func (c *mixes) work() {
	for key := range c.keys {
		if err := work(key); err != nil {
			c.queue.AddRateLimited(key)
			continue
		}
		c.queue.Forget(key)
		c.queue.Done(key)
	}
}

// wraps sends its items in a struct.
type wraps struct{ queue queue }

type job struct{ key string }

func (c *wraps) run(workers int) {
	jobs := make(chan job)
	for range workers {
		go func() {
			for j := range jobs {
				c.one(j.key)
			}
		}()
	}
	for {
		key, quit := c.queue.Get()
		if quit {
			close(jobs)
			return
		}
		jobs <- job{key}
	}
}

func (c *wraps) one(key string) {
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
}
