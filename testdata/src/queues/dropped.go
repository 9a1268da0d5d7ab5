package queues

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// retriesNever adds with the limiter for events only: what fails is lost. Its work is done by a function of the package that has
// nothing to do with queues.
type retriesNever struct {
	queue   queue
	indexer cache.Indexer
	count   func(int)
}

func (c *retriesNever) failed(key string) { c.queue.AddRateLimited(key) }

func (c *retriesNever) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)

	if err := c.sync(key); err != nil {
		fmt.Println(err)
		return true // want RL6008:"the item is dropped after an error"
	}
	return c.forget(key, "done")
}

func (c *retriesNever) sync(key string) error {
	c.count(1)
	_, exists, err := c.indexer.GetByKey(key)
	if err != nil {
		return fmt.Errorf("cannot look up %s: %w", key, err)
	}
	if !exists {
		return nil
	}
	return work(key)
}

func (c *retriesNever) forget(key, message string) bool {
	fmt.Println(message)
	c.queue.Forget(key)
	return true
}

// onlyAbsent looks whether the object is gone, and drops the item for any other error too.
type onlyAbsent struct {
	queue queue
	get   func(string) error
}

func (c *onlyAbsent) next(context.Context) {
	key, quit := c.queue.Get()
	if quit {
		return
	}
	defer c.queue.Done(key)
	if err := c.get(key); err != nil {
		if !errors.IsNotFound(err) {
			runtime.HandleError(err)
		}
		return // want RL6008:"the item is dropped after an error"
	}
	fmt.Println(key)
}

// rounds takes its items in a loop that looks first whether it is to stop: the way of an error ends there, in the next round.
type rounds struct {
	queue workqueue.TypedInterface[string]
	sync  func(string) error
}

func (c *rounds) run(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if err := c.sync(key); err != nil {
			runtime.HandleError(err)
		}
		c.queue.Done(key) // want RL6008:"the item is dropped after an error"
	}
}

// wrapped has the item handled by a function literal, which is where the error comes up.
type wrapped struct {
	queue workqueue.TypedRateLimitingInterface[any]
	sync  func(string) error
}

func (c *wrapped) next() bool {
	obj, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	err := func(obj any) error {
		defer c.queue.Done(obj)
		key, ok := obj.(string)
		if !ok {
			c.queue.Forget(obj)
			return nil
		}
		if err := c.sync(key); err != nil {
			return fmt.Errorf("cannot sync %s: %w", key, err) // want RL6008:"the item is dropped after an error"
		}
		c.queue.Forget(obj)
		return nil
	}(obj)

	if err != nil {
		runtime.HandleError(err)
		return true
	}
	return true
}

// tellsWhy drops items on purpose, as what it prints says. Its comments are no evidence: nothing does what they say.
type tellsWhy struct {
	queue queue
	get   func(string) (int, error)
	sync  func(string, int) error
}

func (c *tellsWhy) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	n, err := c.get(key)
	if err != nil {
		// Do not forget it, so that it is retried later.
		fmt.Println(err)
		return n == 0 // want RL6008:"the item is dropped after an error"
	}
	if n > 1 {
		if err := c.sync(key, 1); err != nil {
			fmt.Println("ignoring an update that failed:", err)
			return n != 1 // want RL6008:"the item is dropped after an error"
		}
	}
	if err := c.sync(key, n); err != nil {
		// TODO: try to sync it again
		fmt.Println("failed", err)
		return n > 0 // want RL6008:"the item is dropped after an error"
	}
	return true
}

// accessed has items that may be none of the objects that it is for: no other try can help.
type accessed struct {
	queue workqueue.TypedRateLimitingInterface[any]
}

func (c *accessed) next() bool {
	item, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(item)
	accessor, err := meta.Accessor(item)
	if err != nil {
		runtime.HandleError(err)
		return true
	}
	fmt.Println(accessor.GetName())
	return true
}

// doubts what a lister says, which has no other error than that the object is missing.
type doubts struct {
	queue queue
	pods  corelisters.PodLister
	nodes corelisters.NodeLister
}

func (c *doubts) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	node, err := c.nodes.Get(key)
	if err != nil {
		if errors.IsNotFound(err) {
			return true
		}
		runtime.HandleError(err)
		return node == nil // want RL6008:"the item is dropped after an error"
	}
	if _, err := c.pods.Pods("default").Get(node.Name); err != nil {
		runtime.HandleError(err)
		return true
	}
	return true
}

// tellsAfter tells after the branch of success that nothing retries the item.
type tellsAfter struct {
	queue queue
	sync  func(string) error
}

func (c *tellsAfter) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	err := c.sync(key)
	if err == nil {
		c.queue.Forget(key)
		return true
	}
	runtime.HandleError(fmt.Errorf("%s failed and will not be retried: %w", key, err))
	return len(key) > 0 // want RL6008:"the item is dropped after an error"
}
