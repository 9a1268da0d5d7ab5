package queues

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// needs has workers that need what objects were when they went, and forget each that they do not add again.
type needs struct {
	queue workqueue.TypedRateLimitingInterface[*corev1.Pod]
}

func newNeeds() *needs {
	return &needs{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[*corev1.Pod]())}
}

func (c *needs) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) {
			if changed, ok := obj.(*corev1.Pod); ok {
				c.queue.Add(changed) // want RL6007:"the key is of type .*Pod, so that two keys"
			}
		},
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(*corev1.Pod); ok { // want RL7002:"which is dropped here"
				c.queue.Add(gone)
			}
		},
	})
}

func (c *needs) next() bool {
	pod, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(pod)
	if err := work(pod.Name); err != nil {
		if c.queue.NumRequeues(pod) < 5 {
			c.queue.AddRateLimited(pod)
			return true
		}
	}
	c.queue.Forget(pod)
	return true
}

// leaky forgets only those that succeed: the others stay with the limiter.
type leaky struct {
	queue workqueue.TypedRateLimitingInterface[*corev1.Pod]
}

func newLeaky() *leaky {
	return &leaky{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[*corev1.Pod]())}
}

func (c *leaky) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) {
			if later, ok := obj.(*corev1.Pod); ok {
				c.queue.Add(later) // want RL6007:"the key is of type .*Pod, so that two keys"
			}
		},
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(*corev1.Pod); ok { // want RL7002:"which is dropped here"
				c.queue.Add(gone)
			}
		},
	})
}

func (c *leaky) next() bool {
	pod, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(pod)
	err := work(pod.Name)
	if err == nil {
		c.queue.Forget(pod)
		return true
	}
	if c.queue.NumRequeues(pod) < 5 {
		c.queue.AddRateLimited(pod)
		return true
	}
	return true // want RL6003:"the worker returns without Forget"
}

// toldWork has its work in a field that its constructor gets, and what does the work adds the item again.
type toldWork struct {
	queue workqueue.TypedInterface[string]
	sync  func(string)
}

func newToldWork(sync func(string)) *toldWork {
	return &toldWork{workqueue.NewTyped[string](), sync}
}

func (c *toldWork) run() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		c.sync(key)
		c.queue.Done(key)
	}
}

func (c *toldWork) requeue(key string, err error) {
	println(err.Error())
	c.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
}

type teller struct{ told *toldWork }

func newTeller() *teller {
	t := &teller{}
	t.told = newToldWork(t.work)
	return t
}

func (t *teller) work(key string) {
	if err := work(key); err != nil {
		t.told.requeue(key, err)
	}
}
