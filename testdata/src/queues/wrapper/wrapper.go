// Package wrapper has a queue for others, who do not see it.
package wrapper

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Queue has names of objects.
type Queue struct {
	names workqueue.TypedRateLimitingInterface[string]
}

// New makes a queue.
func New() *Queue {
	return &Queue{names: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

// Enqueue adds the name of an object.
func (q *Queue) Enqueue(obj any) {
	if name, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		q.names.AddRateLimited(name)
	}
}

// Next handles an item.
func (q *Queue) Next(sync func(string) error) bool {
	name, quit := q.names.Get()
	if quit {
		return false
	}
	defer q.names.Done(name)
	if err := sync(name); err != nil {
		q.names.AddRateLimited(name)
		return true
	}
	q.names.Forget(name)
	return true
}
