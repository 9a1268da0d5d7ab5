package queues

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// object adds the object that it got by the item's name.
type object struct {
	queue queue
	pods  corelisters.PodLister
}

func newObject() *object {
	return &object{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *object) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(key)
}

func (c *object) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.sync(key)
	c.queue.Forget(key)
	return true
}

func (c *object) sync(key string) {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return
	}
	pod = pod.DeepCopy()
	if err := update(pod); err != nil {
		c.enqueue(pod) // want RL6002:"Add after an error puts the item back at once"
	}
}

func update(pod *corev1.Pod) error { return work(pod.Name) }

// owner adds the owner of the object, which is another one.
type owner struct {
	queue queue
	pods  corelisters.PodLister
	nodes corelisters.NodeLister
}

func newOwner() *owner {
	return &owner{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *owner) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		c.queue.Forget(key)
		return true
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		c.queue.Forget(key)
		return true
	}
	node, err := c.nodes.Get(pod.Spec.NodeName)
	if err != nil {
		c.queue.Forget(key)
		return true
	}
	if err := update(pod); err != nil {
		if other, err := cache.MetaNamespaceKeyFunc(node); err == nil {
			c.queue.Add(other)
		}
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// before forgets each item before it fails again.
type before struct{ queue queue }

func newBefore() *before {
	return &before{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *before) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.queue.Forget(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key) // want RL6002:"Forget comes before AddRateLimited each time, so that the failures never add up"
	}
	return true
}

// inAHelper does so in a method.
type inAHelper struct{ queue queue }

func newInAHelper() *inAHelper {
	return &inAHelper{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *inAHelper) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.failed(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *inAHelper) failed(key string) {
	c.queue.Forget(key)
	c.queue.AddRateLimited(key) // want RL6002:"Forget comes before AddRateLimited each time"
}

// anew begins the back-off anew after some errors.
type anew struct{ queue queue }

func newAnew() *anew {
	return &anew{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *anew) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	err := work(key)
	if err == nil {
		c.queue.Forget(key)
		return true
	}
	if len(key) > 8 {
		c.queue.Forget(key)
	}
	c.queue.AddRateLimited(key)
	return true
}

// poll asks for another try without an error.
type poll struct {
	queue queue
	more  func(string) bool
}

func newPoll() *poll {
	return &poll{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *poll) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	if c.more(key) {
		c.queue.AddRateLimited(key)
	}
	return true
}

// sleeps adds what fails after some time.
type sleeps struct {
	queue workqueue.TypedInterface[string]
}

func newSleeps() *sleeps { return &sleeps{workqueue.NewTyped[string]()} }

func (c *sleeps) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		fmt.Println(err)
		time.Sleep(5 * time.Second)
		c.queue.Add(key)
	}
	return true
}

// byTimer lets a timer add it.
type byTimer struct {
	queue workqueue.TypedInterface[string]
}

func newByTimer() *byTimer { return &byTimer{workqueue.NewTyped[string]()} }

func (c *byTimer) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		time.AfterFunc(time.Minute, func() { c.queue.Add(key) })
	}
	return true
}

// defersInALoop gives its items back when the loop is over.
type defersInALoop struct{ queue queue }

func (c *defersInALoop) run() {
	for {
		key, quit := c.queue.Get() // want RL6001:"the item is not given back with Done"
		if quit {
			return
		}
		defer c.queue.Done(key)
		if err := work(key); err != nil {
			c.queue.AddRateLimited(key)
			continue
		}
		c.queue.Forget(key)
	}
}

// departs has objects that go while they fail.
type departs struct {
	queue queue
	pods  corelisters.PodLister
	nodes corelisters.NodeLister
}

func newDeparts() *departs {
	return &departs{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *departs) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		c.queue.Forget(key)
		return true
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return true // want RL6003:"an item whose object was deleted is not forgotten"
	}
	if err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	if _, err := c.nodes.Get(pod.Spec.NodeName); apierrors.IsNotFound(err) {
		return true // want RL6003:"the worker returns without Forget"
	}
	if err := update(pod); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}
