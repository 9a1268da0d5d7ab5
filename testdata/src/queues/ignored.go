//go:build !cr19

package queues

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// unlooked does not look at the error of its work.
type unlooked struct {
	queue workqueue.TypedDelayingInterface[string]
	sync  func(string) error
}

func newUnlooked(sync func(string) error) *unlooked {
	return &unlooked{workqueue.NewTypedDelayingQueue[string](), sync}
}

func (c *unlooked) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	_ = c.sync(key) // want RL6008:"the item is dropped after an error"
	return true
}

// forgets forgets its items whatever becomes of them, where others add them again.
type forgets struct{ queue queue }

func newForgets() *forgets { return &forgets{newQueue()} }

func (c *forgets) Reconcile(_ context.Context, key string) (bool, error) { return key != "", work(key) }

func (c *forgets) run(ctx context.Context) {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		again, _ := c.Reconcile(ctx, key) // want RL6008:"the item is dropped after an error"
		if again {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

// polls adds each item again, after errors as well.
type pollsAgain struct {
	queue workqueue.TypedDelayingInterface[string]
	sync  func(string) error
}

func newPollsAgain(sync func(string) error) *pollsAgain {
	return &pollsAgain{workqueue.NewTypedDelayingQueue[string](), sync}
}

func (c *pollsAgain) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	_ = c.sync(key)
	c.queue.AddAfter(key, time.Minute)
	return true
}

// cleans deletes what it has stored for an item, which fails where there is nothing.
type cleans struct {
	queue  workqueue.TypedDelayingInterface[string]
	remove func(string) error
}

func newCleans(remove func(string) error) *cleans {
	return &cleans{workqueue.NewTypedDelayingQueue[string](), remove}
}

func (c *cleans) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	_ = c.remove(key)
	return true
}

// hears from its work whether to try again.
type hears struct {
	queue   queue
	process func(string) (bool, error)
}

func newHears(process func(string) (bool, error)) *hears { return &hears{newQueue(), process} }

func (c *hears) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	again, err := c.process(key)
	if err != nil {
		println(err.Error())
	}
	if again {
		c.queue.AddRateLimited(key)
	} else {
		c.queue.Forget(key)
	}
	return true
}

// inLiteral does the work in a function literal.
type inLiteral struct {
	queue workqueue.TypedRateLimitingInterface[any]
}

func newInLiteral() *inLiteral {
	return &inLiteral{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]())}
}

func (c *inLiteral) again(key string) { c.queue.AddRateLimited(key) }

func (c *inLiteral) syncHandler(key string) (bool, error) { return key != "", work(key) }

func (c *inLiteral) next() bool {
	obj, quit := c.queue.Get()
	if quit {
		return false
	}
	do := func(obj any) error {
		defer c.queue.Done(obj)
		var key string
		var ok bool
		if key, ok = obj.(string); !ok {
			c.queue.Forget(obj)
			return nil
		}
		c.syncHandler(key) // want RL6008:"the item is dropped after an error"
		c.queue.Forget(obj)
		return nil
	}
	if err := do(obj); err != nil {
		println(err.Error())
	}
	return true
}
