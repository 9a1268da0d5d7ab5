// Package queues has controllers that are made by hand on client-go's queues.
package queues

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/time/rate"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type queue = workqueue.TypedRateLimitingInterface[string]

// good does all that is to be done.
type good struct {
	queue queue
	sync  func(string) error
}

func (c *good) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want RL7002:"has no key"
		c.queue.Add(key)
	}
}

func (c *good) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, DeleteFunc: c.enqueue})
}

func (c *good) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.handle(c.sync(key), key)
	return true
}

func (c *good) handle(err error, key string) {
	if err == nil || apierrors.IsNotFound(err) {
		c.queue.Forget(key)
		return
	}
	if c.queue.NumRequeues(key) < 5 {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
}

// literal is good too: it does the work in a function literal.
type literal struct{ queue queue }

func (c *literal) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	err := func(key string) error {
		defer c.queue.Done(key)
		if err := work(key); err != nil {
			c.queue.AddRateLimited(key)
			return fmt.Errorf("sync: %w", err)
		}
		c.queue.Forget(key)
		return nil
	}(key)
	if err != nil {
		fmt.Println(err)
	}
	return true
}

func (c *literal) Run(names map[string]bool) {
	for name := range names {
		c.queue.Add(name)
	}
	for c.next() {
	}
}

// started hands the item to a goroutine, which gives it back.
type started struct{ queue queue }

func (c *started) run() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		go func() {
			defer c.queue.Done(key)
			defer c.queue.Forget(key)
			if c.queue.NumRequeues(key) > 0 {
				fmt.Println(key)
			}
			_ = work(key)
		}()
	}
}

func (c *started) again(key string) { c.queue.AddRateLimited(key) }

func work(key string) error {
	if key == "" {
		return errors.New("nothing to do")
	}
	return nil
}

type undone struct{ queue queue }

func (c *undone) next() bool {
	key, quit := c.queue.Get() // want RL6001:"the way that ends at line 124 does not give the item back with Done"
	if quit {
		return false
	}
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	c.queue.Done(key)
	return true
}

type never struct {
	queue workqueue.TypedInterface[string]
}

func (c *never) next() {
	for {
		key, quit := c.queue.Get() // want RL6001:"nothing in this package gives the items of this queue back"
		if quit {
			return
		}
		_ = work(key)
	}
}

type hot struct{ queue queue }

func newHot() *hot {
	return &hot{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *hot) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
		return true
	}
	return true
}

// hotButForgets forgets on success, so that AddRateLimited can take Add's place.
type hotButForgets struct{ queue queue }

func newHotButForgets() *hotButForgets {
	return &hotButForgets{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *hotButForgets) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
		return true
	}
	c.queue.Forget(key)
	return true
}

type resets struct{ queue queue }

func (c *resets) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
	}
	c.queue.Forget(key) // want RL6002:"Forget takes back the failure that AddRateLimited has just counted"
	return true
}

type deferredForget struct{ queue queue }

func (c *deferredForget) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	defer c.queue.Forget(key) // want RL6002:"Forget takes back"
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
	}
	return true
}

type unforgotten struct{ queue queue }

func (c *unforgotten) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
	}
	return true
}

type onlyOnError struct{ queue queue }

func (c *onlyOnError) next() bool {
	key, quit := c.queue.Get() // want RL6003:"an item that succeeds is not forgotten: .* the next error of an equal item"
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.failed(err, key)
	}
	return true
}

func (c *onlyOnError) failed(err error, key string) {
	if err == nil {
		c.queue.Forget(key)
		return
	}
	c.queue.AddRateLimited(key)
}

type early struct {
	queue  queue
	exists func(string) bool
}

func (c *early) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if !c.exists(key) {
		return true // want RL6003:"the worker returns without Forget"
	}
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// told forgets items if whoever makes it says so.
type told struct {
	queue  queue
	forget bool
}

func (c *told) next(forget bool) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	if forget {
		c.queue.Forget(key)
	}
	return true
}

func (c *told) second() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	if c.forget {
		c.queue.Forget(key)
	}
	return true
}

// says forgets an item if its work says so, as Kubernetes' job controller does.
type says struct {
	queue queue
	sync  func(string) (bool, error)
}

func (c *says) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	forget, err := c.sync(key)
	if err == nil {
		if forget {
			c.queue.Forget(key)
		}
		return true
	}
	c.queue.AddRateLimited(key)
	return true
}

// bucket has a limiter that remembers nothing of items.
type bucket struct{ queue queue }

func newBucket() *bucket {
	limiter := &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(10, 100)}
	return &bucket{queue: workqueue.NewTypedRateLimitingQueue[string](limiter)}
}

func (c *bucket) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
	}
	return true
}

func (c *bucket) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.queue.AddRateLimited("all") }})
}

type unasked struct{ queue queue }

func newUnasked() *unasked {
	return &unasked{queue: workqueue.NewTypedRateLimitingQueueWithConfig( // want RL6004:"nothing calls AddRateLimited on this queue: its limiter is never asked, failures do not back off, and NumRequeues is always 0"
		workqueue.DefaultTypedControllerRateLimiter[string](), workqueue.TypedRateLimitingQueueConfig[string]{Name: "unasked"})}
}

func (c *unasked) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil && c.queue.NumRequeues(key) < 5 {
		c.queue.AddAfter(key, time.Second)
		return true
	}
	c.queue.Forget(key)
	return true
}

// Shared has a queue that other packages add to: whether its limiter is asked nobody knows here.
type Shared struct{ Queue queue }

func NewShared() *Shared {
	return &Shared{Queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *Shared) next() {
	if key, quit := c.Queue.Get(); !quit {
		c.Queue.Done(key)
	}
}

type drops struct {
	queue queue
	get   func(string) (any, error)
}

func (c *drops) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		fmt.Println("a key that is wrong stays wrong", err)
		return true
	}
	if _, err := c.get(namespace + name); err != nil {
		fmt.Println(err)
		return true // want RL6008:"the item is dropped after an error"
	}
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// handsOver gives what fails to another queue.
type handsOver struct{ queue, other queue }

func (c *handsOver) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.other.Add(key)
	}
	return true
}

// neighbours adds the keys of other objects: to forget its own takes nothing back of theirs.
type neighbours struct {
	queue queue
	of    func(string) string
}

func (c *neighbours) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.handle(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *neighbours) handle(key string) error {
	c.queue.AddRateLimited(c.of(key))
	return work(key)
}

// leaks takes items in a function of its own, where Done can be deferred.
type leaks struct {
	queue workqueue.TypedInterface[string]
}

func (c *leaks) next() bool {
	key, quit := c.queue.Get() // want RL6001:"nothing in this package gives the items of this queue back"
	if quit {
		return false
	}
	_ = work(key)
	return true
}

// lends hands its items to a goroutine, so that nobody knows when they are through.
type lends struct {
	queue workqueue.TypedInterface[string]
}

func (c *lends) next() bool {
	key, quit := c.queue.Get() // want RL6001:"nothing in this package gives the items of this queue back"
	if quit {
		return false
	}
	go func() { _ = work(key) }()
	return true
}
