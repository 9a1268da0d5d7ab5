// Package pods has a controller whose handler adds each object that it is told of.
package pods

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Controller looks after Pods.
type Controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// New makes one.
func New(informer cache.SharedIndexInformer) (*Controller, error) {
	c := &Controller{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.enqueue,
		UpdateFunc: func(_, obj any) { // want RL6002:"each resync, every 30s, adds all objects again, also those that have not changed"
			c.enqueue(obj)
		},
		DeleteFunc: c.enqueue,
	})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{ // one pass a resync, whatever there is
		UpdateFunc: func(_, _ any) { c.queue.Add("all") },
	})
	return c, err
}

func (c *Controller) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

// Run works until the queue is shut down.
func (c *Controller) Run(sync func(key string) error) {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if err := sync(key); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}
