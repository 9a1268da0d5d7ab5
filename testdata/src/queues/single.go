package queues

import (
	"fmt"
	"k8s.io/client-go/util/workqueue"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/cache"
)

// named has items that it works with: another one is no retry of this one.
type named struct {
	queue queue
	sync  func(string) error
}

func (c *named) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		c.queue.Add("all")
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// tries asks how often an item was tried, and adds it with Add, which nobody counts.
type tries struct {
	queue queue
	sync  func(string) error
}

func newTries() *tries {
	return &tries{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *tries) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil && c.queue.NumRequeues(key) < 5 {
		c.queue.Add(key) // want RL6002:"Add after an error"
		return true
	}
	c.queue.Forget(key)
	return true
}

// spared does so only for the first tries.
type spared struct {
	queue queue
	sync  func(string) error
}

func (c *spared) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	err := c.sync(key)
	switch {
	case err == nil:
		c.queue.Forget(key)
	case c.queue.NumRequeues(key) < 1:
		c.queue.Add(key)
	case apierrors.IsConflict(err):
		c.queue.Add(key)
	default:
		c.queue.AddRateLimited(key)
	}
	return true
}

// ending knows one error that needs no other try, and adds the item at once after all others.
type ending struct {
	queue queue
	sync  func(string) error
}

func newEnding() *ending {
	return &ending{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *ending) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	err := c.sync(key)
	if err == nil || apierrors.HasStatusCause(err, "NamespaceTerminating") {
		c.queue.Forget(key)
		return true
	}
	c.queue.Add(key) // want RL6002:"Add after an error"
	return true
}

// tired gives up after some tries, and does not forget them.
type tired struct {
	queue queue
	sync  func(string) error
}

func (c *tired) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		if c.queue.NumRequeues(key) >= 3 {
			fmt.Println("given up", key)
			return true // want RL6003:"the worker returns without Forget"
		}
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// captured has a handler in a variable that its other handlers call.
func captured(informer cache.SharedIndexInformer, sync func(string) error) {
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	enqueue := func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			q.AddRateLimited(key) // want RL6005:"an event is added with AddRateLimited"
		}
	}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) },
	})
	next := func() bool {
		key, quit := q.Get()
		if quit {
			return false
		}
		defer q.Done(key)
		if err := sync(key); err != nil {
			q.AddRateLimited(key)
			return true
		}
		q.Forget(key)
		return true
	}
	for next() {
	}
}
