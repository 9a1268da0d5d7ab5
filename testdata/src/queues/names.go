package queues

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
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
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add, UpdateFunc: func(_, obj any) { c.add(obj) }})
	return c
}

func (c *pointers) add(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(&key)
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

// commands has objects as keys, each of which comes once.
type commands struct {
	queue workqueue.TypedRateLimitingInterface[*corev1.Pod]
	sync  func(*corev1.Pod) error
}

func newCommands(informer cache.SharedIndexInformer) *commands {
	c := &commands{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[*corev1.Pod]())}
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { c.queue.Add(obj.(*corev1.Pod)) }, // want RL6007:"the key is of type .*Pod"
	})
	return c
}

func (c *commands) next() bool {
	command, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(command)
	if err := c.sync(command); err != nil {
		c.queue.AddRateLimited(command)
		return true
	}
	c.queue.Forget(command)
	return true
}

// persistent has its work tried again by a function that says so.
type persistent struct{ queue queue }

func newPersistent() *persistent {
	return &persistent{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *persistent) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := workWithRetry(key, 3); err != nil {
		fmt.Println("dropped:", err)
		return true // want RL6003:"the worker returns without Forget"
	}
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func workWithRetry(key string, times int) (err error) {
	for range times {
		if err = work(key); err == nil {
			return nil
		}
	}
	return err
}

// deferring has its error in a variable that a deferred function reads.
type deferring struct {
	queue queue
	sync  func(namespace, name string) error
}

func newDeferring() *deferring {
	return &deferring{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *deferring) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	namespace, name, err := halves(key)
	if err != nil {
		fmt.Println("no name:", err)
		return true // no other try makes it one
	}
	defer func() {
		if err != nil {
			c.queue.AddRateLimited(key)
			return
		}
		c.queue.Forget(key)
	}()
	err = c.sync(namespace, name)
	return true
}

// following adds what comes next, and has its work tried again by a function of its own.
type following struct {
	queue queue
	sync  func(string) error
}

func newFollowing() *following {
	return &following{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *following) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.followWithRetries(key, 3); err != nil {
		fmt.Println("dropped:", err)
		return true // want RL6003:"the worker returns without Forget"
	}
	if err := c.sync("rest"); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *following) followWithRetries(key string, times int) error {
	var err error
	for range times {
		if err = c.sync(key); err == nil {
			c.queue.Add("next-" + key)
			return nil
		}
	}
	return err
}
