package queues

import (
	"errors"
	"fmt"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// pointers has pointers to names as keys, each to a variable of its own.
type pointers struct {
	queue workqueue.TypedRateLimitingInterface[*string]
	sync  func(namespace, name string) error
}

func newPointers(informer cache.SharedIndexInformer) *pointers {
	c := &pointers{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[*string]())}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add, DeleteFunc: c.add})
	return c
}

func (c *pointers) add(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(&key) // want RL6007:"the key is of type .string"
}

func (c *pointers) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	namespace, name, err := halves(*key)
	if err != nil {
		fmt.Println("no name:", err)
		return true // no other try makes it one
	}
	if err := c.sync(namespace, name); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func halves(key string) (namespace, name string, err error) {
	for i, r := range key {
		if r == '/' {
			return key[:i], key[i+1:], nil
		}
	}
	return "", "", errors.New("no slash")
}
