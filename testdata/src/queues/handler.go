package queues

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/queues/wrapper"
)

type storm struct{ queue queue }

func newStorm() *storm {
	return &storm{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *storm) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.AddRateLimited(key) // want RL6005:"an event is added with AddRateLimited, which counts it as a failure: the item waits"
}

func (c *storm) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return true },
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    c.enqueue,
			UpdateFunc: func(_, obj any) { c.enqueue(obj) },
			DeleteFunc: func(obj any) {
				if _, err := cache.MetaNamespaceKeyFunc(obj); err != nil { // want RL7002:"has no key"
					c.queue.AddRateLimited("lost")
				}
			},
		},
	})
}

type listener struct{ queue queue }

func (l *listener) OnAdd(any, bool)   { l.queue.AddRateLimited("all") } // want RL6005:"an event is added"
func (l *listener) OnUpdate(any, any) { l.queue.Add("all") }
func (l *listener) OnDelete(any)      { l.queue.Add("all") }

// returns gives back what only a worker takes.
type returns struct{ queue queue }

func (r *returns) OnAdd(any, bool)   { r.queue.Add("all") }
func (r *returns) OnUpdate(any, any) { r.queue.Add("all") }
func (r *returns) OnDelete(any) {
	r.queue.Forget("all")
	r.queue.Done("all") // want RL6001:"an event handler gives back an item that it has not taken"
}

// chosen adds some events at once, and others with its limiter: that is meant.
type chosen struct{ queue queue }

func newChosen() *chosen {
	return &chosen{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *chosen) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { c.queue.Add("all") },
		UpdateFunc: func(_, _ any) { c.queue.AddRateLimited("all") }, // want RL6005:"an event is added"
	})
}

// handedLimiter is made of a limiter that another package decides.
type handedLimiter struct{ queue queue }

func NewHanded(limiter workqueue.TypedRateLimiter[string]) *handedLimiter {
	return &handedLimiter{queue: workqueue.NewTypedRateLimitingQueue(limiter)}
}

func (c *handedLimiter) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.queue.AddRateLimited("all") }}) // want RL6005:"an event is added"
}

// inner is made of a limiter that this package alone gives to it. It is a note: parameters are not looked behind.
type inner struct{ queue queue }

func newInner(limiter workqueue.TypedRateLimiter[string]) *inner {
	return &inner{queue: workqueue.NewTypedRateLimitingQueue(limiter)}
}

func innerOne() *inner { return newInner(workqueue.DefaultTypedControllerRateLimiter[string]()) }

func (c *inner) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.queue.AddRateLimited("all") }}) // want RL6005:"an event is added"
}

// debounce is a limiter of the program's own, to merge events.
type debounce struct {
	workqueue.TypedRateLimiter[string]
}

type merging struct{ queue queue }

func newMerging() *merging {
	return &merging{queue: workqueue.NewTypedRateLimitingQueue[string](&debounce{})}
}

func (c *merging) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { c.queue.AddRateLimited("all") }})
}

type holder struct {
	name string
	obj  any
}

type byPointer struct {
	pods  workqueue.TypedInterface[*corev1.Pod]
	held  workqueue.TypedInterface[holder]
	any   workqueue.TypedInterface[any]
	names workqueue.TypedInterface[cache.ObjectName]

	retried workqueue.TypedRateLimitingInterface[*corev1.Pod]
}

func (c *byPointer) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.any.Add(obj) // want RL6007:"the key is what an event handler is called with"
		},
		UpdateFunc: func(_, obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.pods.Add(pod) // want RL6007:"the key is of type .*Pod, so that two keys for one object are not equal"
				c.held.Add(holder{pod.Name, pod})
				c.names.Add(cache.MetaObjectToName(pod))
				c.retried.Add(pod) // want RL6007:"the key is of type .*Pod, so that two keys"
			}
		},
	})
}

// A key that only what is gone brings has nothing to be merged with.
type departed struct {
	queue workqueue.TypedRateLimitingInterface[*corev1.Pod]
}

func (c *departed) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok { // want RL7002:"which is dropped here"
				c.queue.Add(pod) // want RL6007:"the key is of type .*Pod, so that two keys"
			}
		},
	})
}

func (c *departed) again(pod *corev1.Pod) { c.queue.AddRateLimited(pod) }

// mixed has keys of several types, which is one fault.
type mixed struct {
	queue workqueue.TypedRateLimitingInterface[any]
}

func newMixed() *mixed {
	return &mixed{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]())}
}

func (c *mixed) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.queue.AddRateLimited(pod) // want RL6005:"counts it as a failure: the item waits for the limiter$"
			}
		},
		UpdateFunc: func(_, obj any) {
			c.queue.AddRateLimited(news{obj, "update"}) // want RL6005:"counts it as a failure: the item waits for the limiter$"
			if node, ok := obj.(*corev1.Node); ok {
				c.queue.Add(node) // want RL6007:"the key is of type .*Node, so that two keys"
			}
		},
	})
}

func (c *byPointer) again(pod *corev1.Pod) { c.retried.AddRateLimited(pod) }

// jobs are pieces of work: each is made where it is added.
type jobs struct {
	queue workqueue.TypedInterface[*holder]
}

func (c *jobs) add(name string) { c.queue.Add(&holder{name: name}) }

type optional struct{ adder wrapper.Adder }

func (c *optional) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.adder.EnqueueAs(wrapper.Adding{Urgent: true}, obj) },
		UpdateFunc: func(_, obj any) { c.adder.EnqueueSoon(obj) }, // want RL6005:"an event is added"
	})
}

// news is equal to no other of another event.
type news struct {
	of   any
	what string
}
