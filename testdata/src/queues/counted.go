package queues

import (
	"fmt"
	"k8s.io/client-go/util/workqueue"

	"k8s.io/client-go/tools/cache"
)

// counted adds events with the limiter and drops what fails without forgetting it.
type counted struct{ queue queue }

func newCounted() *counted {
	return &counted{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *counted) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.AddRateLimited(key) // want RL6005:"an event is added with AddRateLimited"
	}
}

func (c *counted) watch(informer cache.SharedInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue})
	return err
}

func (c *counted) next() bool {
	obj, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	err := func(key string) error {
		defer c.queue.Done(key)
		if err := work(key); err != nil {
			return fmt.Errorf("cannot sync %s: %w", key, err) // want RL6008:"the item is dropped after an error" RL6003:"nor is the item forgotten: each event counts as one more failure of it"
		}
		c.queue.Forget(key)
		return nil
	}(obj)
	if err != nil {
		fmt.Println(err)
	}
	return true
}
