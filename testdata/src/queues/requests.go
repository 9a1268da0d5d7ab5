package queues

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// An order is what an event asks for, with the object that it is about.
type order struct {
	kind string
	obj  any
}

func newOrder(kind string, obj any) *order { return &order{kind, obj} }

// orders has a queue of pieces of work, which a function makes.
type orders struct {
	queue workqueue.TypedRateLimitingInterface[*order]
	work  func(*order) error
}

func (c *orders) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.queue.Add(newOrder("add", obj)) },
		UpdateFunc: func(_, obj any) { c.queue.Add(newOrder("update", obj)) },
	})
}

func (c *orders) next() bool {
	o, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(o)
	if err := c.work(o); err != nil {
		c.queue.AddRateLimited(o)
		return true
	}
	c.queue.Forget(o)
	return true
}

// An entry is what the program keeps of a pod.
type entry struct{ pod *corev1.Pod }

// entries has a queue of what the program keeps: the same pointer for each event of a pod.
type entries struct {
	queue workqueue.TypedRateLimitingInterface[*entry]
	all   map[string]*entry
}

func (c *entries) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.queue.Add(c.all[pod.Name])
			}
		},
	})
}

func (c *entries) again(e *entry) { c.queue.AddRateLimited(e) }
