// Package wrapper has a queue for others, who do not see it.
package wrapper

import (
	"time"

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

// Adding says how an item is added.
type Adding struct {
	Limited bool
	Urgent  bool
}

// Adder adds names as they are meant.
type Adder interface {
	EnqueueAs(as Adding, obj any)
	EnqueueSoon(obj any)
}

var _ Adder = (*Queue)(nil)

// EnqueueAs adds the name of an object as is meant: with the limiter where that is asked for.
func (q *Queue) EnqueueAs(as Adding, obj any) {
	if name, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		q.add(as, name)
	}
}

// EnqueueSoon adds the name of an object with the limiter.
func (q *Queue) EnqueueSoon(obj any) {
	if name, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		q.names.AddRateLimited(name)
	}
}

func (q *Queue) add(as Adding, names ...string) {
	for _, name := range names {
		switch {
		case as.Limited:
			q.names.AddRateLimited(name)
		case as.Urgent:
			q.names.Add(name)
		default:
			q.names.AddAfter(name, time.Second)
		}
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
