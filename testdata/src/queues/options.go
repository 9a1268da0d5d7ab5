//go:build !cr19

package queues

import (
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// options adds its items with controller-runtime's options. What these say is not read.
type options struct {
	queue priorityqueue.PriorityQueue[string]
	sync  func(string) error
}

func newOptions(informer cache.SharedIndexInformer) *options {
	c := &options{queue: priorityqueue.New[string]("options")}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { c.add(obj, priorityqueue.AddOpts{}) },
		UpdateFunc: func(_, obj any) {
			key, _ := cache.MetaNamespaceKeyFunc(obj)
			c.queue.AddWithOpts(priorityqueue.AddOpts{RateLimited: true}, key)
		},
	})
	return c
}

func (c *options) add(obj any, opts priorityqueue.AddOpts) {
	key, _ := cache.MetaNamespaceKeyFunc(obj)
	c.queue.AddWithOpts(opts, key)
}

func (c *options) next() bool {
	key, _, quit := c.queue.GetWithPriority()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		c.queue.AddWithOpts(priorityqueue.AddOpts{RateLimited: true}, key)
		return true
	}
	c.queue.Forget(key)
	return true
}
